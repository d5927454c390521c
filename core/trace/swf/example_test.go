package swf_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/backfill-lab/backfill/core/trace/swf"
)

const log = `; Version: 2.2
; MaxProcs: 100
; Queue: 1 batch
    1        0     10    937   56  14.25    -1   56   1000    -1  1   1   1  -1  1 -1 -1 -1
    2       60      -    300   80     -1    -1   80    600    -1  1   2   2  -1  1 -1 -1 -1
    3       90      0    120    8     -1    -1    8    600    -1  1   2   2  -1  1 -1 -1 -1
`

func ExampleReader() {
	r := swf.NewReader(strings.NewReader(log))
	r.File = "small.swf"
	h, err := r.Header()
	if err != nil {
		fmt.Println(err)
		return
	}
	procs, _ := h.Int("MaxProcs")
	fmt.Println(procs, "processors, queues", h.Labels("Queue"))
	for {
		rec, err := r.Read()
		var odd *swf.ParseError
		switch {
		case err == io.EOF:
			return
		case errors.As(err, &odd):
			fmt.Println(err)
			continue
		}
		fmt.Println("job", rec.Job, "ran", rec.Run, "s on", rec.Procs)
	}
	// Output:
	// 100 processors, queues [{1 batch}]
	// job 1 ran 937 s on 56
	// small.swf:5: field 3 (wait time): "-": not a number
	// job 3 ran 120 s on 8
}

func ExampleWriter() {
	w := swf.NewWriter(os.Stdout)
	w.WriteHeader(swf.Header{Lines: []string{"; MaxProcs: 4"}})
	rec := swf.Unknown
	rec.Job, rec.Submit, rec.Run, rec.Procs, rec.ReqTime = 1, 0, 60, 2, 90
	w.Write(&rec)
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ; MaxProcs: 4
	//     1        0     -1     60    2     -1    -1   -1     90    -1 -1  -1  -1  -1 -1 -1 -1 -1
}
