package sacct_test

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/trace/sacct"
)

func ExampleRead() {
	log := `JobID|User|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|MaxRSS|State
7|ada|2024-01-31T12:00:00|2024-01-31T12:00:30|2024-01-31T13:00:30|01:00:00|02:00:00|64||COMPLETED
7.batch||2024-01-31T12:00:30|2024-01-31T12:00:30|2024-01-31T13:00:30|01:00:00||64|8G|COMPLETED
8|bob|2024-01-31T12:05:00|None|2024-01-31T12:06:00|00:00:00|02:00:00|0||CANCELLED by 1001
`
	all, err := sacct.Read("january.txt", strings.NewReader(log))
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range all.Jobs {
		j := &all.Jobs[i]
		fmt.Printf("job %d of %s: %v, %d processors for %d of %d s\n",
			j.Job, all.Names.Users[j.User], j.Phase(), j.Procs, j.Elapsed, j.Limit)
	}
	fmt.Println(all.Counts)
	// Output:
	// job 7 of ada: ended, 64 processors for 3600 of 7200 s
	// job 8 of bob: dropped, 0 processors for 0 of 7200 s
	// [{step 1}]
}
