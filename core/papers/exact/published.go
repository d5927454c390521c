package exact

// An row is a printed row of table 1.
type row struct {
	title                 string // when the step's job was submitted, as printed
	jobs                  float64
	makespan, accumulated float64 // seconds
	scale                 float64 // minutes
	quality, loss         float64 // loss in percent
	hours, mins, secs     float64 // of computing
}

func (r *row) seconds() float64 { return float64(r.hours*3600) + float64(r.mins*60) + r.secs }

// rows are the rows, in blocks of 4, 2, 3 and 3.
var rows = []row{
	{"38,589", 40, 189559, 1798837, 7, 0.9920, 0.80, 8, 14, 17},
	{"38,590", 40, 189596, 1862437, 8, 0.9869, 1.31, 1, 47, 35},
	{"40,284", 31, 190899, 1395637, 7, 0.9934, 0.66, 12, 58, 51},
	{"40,493", 32, 191509, 1395937, 8, 0.9968, 0.32, 23, 22, 48},
	{"50,356", 18, 194121, 1030782, 6, 0.9865, 1.35, 2, 26, 32},
	{"50,360", 19, 194161, 1095582, 6, 0.9974, 0.26, 40, 52, 51},
	{"70,628", 17, 259141, 715905, 6, 0.9821, 1.79, 76, 15, 8},
	{"71,271", 17, 256741, 723405, 6, 0.9804, 1.96, 129, 16, 25},
	{"71,285", 17, 256741, 728505, 6, 0.9804, 1.96, 237, 7, 59},
	{"36,037", 39, 178232, 1617937, 7, 0.8913, 10.87, 3, 26, 4},
	{"52,698", 19, 201983, 906331, 6, 1.0014, -0.14, 14, 43, 40},
	{"69,073", 9, 239417, 519300, 5, 1.0022, -0.22, 0, 23, 40},
}

// The rows that the text calls the first block, and those in the 1 % range.
const (
	firstBlock = 4
	usual      = 9
)

var averages = row{"averages", 21.7, 166766, 931168, 5, 0.9930, 0.70, 5, 34, 29}
