package managers

const (
	gwfFields = 29 // of a row
	gwfLeast  = 27 // some writers leave out the last
)
