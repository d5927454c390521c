package papers

// What is known of why claims of the exact paper fail.
var exactWhy = map[string]string{
	"exact/table1/equation-6":   "the paper's program took a tenth of the memory, or ten times the x, that its text names",
	"exact/table1/five-minutes": "our steps have shorter makespans than the printed ones, and equation 6 grows with their root",
	"exact/table1/forward-most": "a job can move further than a slot where those before it have moved, too: what each of a chain gains adds up",
}
