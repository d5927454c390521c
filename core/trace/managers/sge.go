package managers

// Fields of a row of Grid Engine's accounting, from 0.
const (
	sgeJob    = 5
	sgeSubmit = 8
	sgeStart  = 9
	sgeEnd    = 10
	sgeLeast  = 36 // fields that every version has
)
