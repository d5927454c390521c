package trace_test

import (
	"fmt"
	"os"

	"github.com/backfill-lab/backfill/core/trace"
)

const log = `; Version: 2.2
; MaxProcs: 8
    1      100      0     60    4     -1    -1    4     90    -1  1   1   1  -1  1 -1 -1 -1
    2      160     30    500    8     -1    -1    8    600    -1  1   2   1  -1  2 -1 -1 -1
    3      200     -1     -1   -1     -1    -1    2    600    -1  5   2   1  -1  2 -1 -1 -1
`

func ExampleRead() {
	w, err := trace.Read("small.swf", []byte(log), trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Name, "has", w.Len(), "jobs on", w.Procs, "processors")
	for _, c := range w.Counts {
		fmt.Println(c.Rows, "by the rule", c.Rule)
	}
	// Output:
	// small has 2 jobs on 8 processors
	// 1 by the rule not-started
}

func ExampleWorkload_WriteSWF() {
	w, err := trace.Read("small.swf", []byte(log), trace.Options{KeepRecords: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Shift(0).ScaleMachine(16).WriteSWF(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ; Version: 2.2
	// ; MaxProcs: 16
	// ; Note: shifted by -100 s
	// ; Note: scaled from 8 to 16 processors, widths in proportion
	// ; Note: rows of the source left out: not-started 1
	//     1        0     -1     60    8     -1    -1    8     90    -1  1   1   1  -1  1 -1 -1 -1
	//     2       60     -1    500   16     -1    -1   16    600    -1  1   2   1  -1  2 -1 -1 -1
}

func ExampleWorkload_Clean() {
	w, err := trace.Read("small.swf", []byte(log), trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, removed, err := w.Clean(trace.Cleaning{Filters: []string{"user=2 and (job>=1 and job<=9)"}})
	fmt.Println(removed, err)
	// Output:
	// [{user=2 and (job>=1 and job<=9) 1}] <nil>
}
