package sacct

import (
	"strings"
	"testing"
)

// readme are the columns that the README's line for administrators asks for, but NodeList.
const readme = "JobID|JobIDRaw|User|Account|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|State|AllocCPUS|ReqCPUS|NTasks"

// TestCancelledWhileWaitingNeverStarted gives the same jobs with the README's columns, and
// with a column more that shows or hides where they ran.
func TestCancelledWhileWaitingNeverStarted(t *testing.T) {
	const batch = "7.batch|7.batch||a||500|500|500|0||CANCELLED|4|4|1|\n"
	for _, c := range []struct {
		name, extra, row string
		want             Phase
		cancelled        int // counts of the rule
	}{
		{"cancelled while it waited", "", "7|7|u|a|p|100|500|500|0|60|CANCELLED by 9|4|4||\n", Dropped, 1},
		{"no start", "", "7|7|u|a|p|100|None|500|0|60|CANCELLED by 9|4|4||\n", Dropped, 0},
		{"past its deadline", "", "7|7|u|a|p|100|500|500|0|60|DEADLINE|4|4||\n", Dropped, 1},
		{"cancelled in its first second", "", "7|7|u|a|p|100|500|500|0|60|CANCELLED by 9|4|4||\n" + batch, Ended, 0},
		{"cancelled later", "", "7|7|u|a|p|100|500|501|1|60|CANCELLED by 9|4|4||\n", Ended, 0},
		{"done at once", "", "7|7|u|a|p|100|500|500|0|60|COMPLETED|4|4||\n", Ended, 0},
		{"failed at once", "", "7|7|u|a|p|100|500|500|0|60|FAILED|4|4||\n", Ended, 0},
		{"preempted at once", "", "7|7|u|a|p|100|500|500|0|60|PREEMPTED|4|4||\n", Ended, 0},
		{"on no node", "NodeList", "7|7|u|a|p|100|500|500|0|60|CANCELLED by 9|4|4||None assigned\n", Dropped, 1},
		{"on a node", "NodeList", "7|7|u|a|p|100|500|500|0|60|CANCELLED by 9|4|4||n[1-2]\n", Ended, 0},
		{"failed before it had nodes", "NodeList", "7|7|u|a|p|100|500|500|0|60|FAILED|4|4||None assigned\n", Dropped, 0},
		{"allocated as requested", "AllocTRES", "7|7|u|a|p|100|500|500|0|60|CANCELLED by 9|4|4||cpu=4,node=1\n", Dropped, 1},
	} {
		all := read(t, readme+"|"+c.extra+"\n"+c.row)
		if len(all.Jobs) != 1 || all.Jobs[0].Phase() != c.want || count(all, "cancelled-waiting") != c.cancelled {
			t.Errorf("%s: %+v, %v", c.name, all.Jobs, all.Counts)
			continue
		}
		if j := &all.Jobs[0]; (j.Procs == 4) != (c.want == Ended) || j.ReqProcs != 4 {
			t.Errorf("%s: %d of %d processors", c.name, j.Procs, j.ReqProcs)
		}
	}
	all := read(t, strings.ReplaceAll(readme, "|ReqCPUS", "")+"\n7|7|u|a|p|100|500|500|0|60|CANCELLED|4|\n")
	if j := &all.Jobs[0]; j.Procs != 0 || j.ReqProcs != 4 {
		t.Errorf("without ReqCPUS: %d of %d processors", j.Procs, j.ReqProcs)
	}
}

// count returns how often a rule was applied.
func count(all *Records, rule string) int {
	for _, c := range all.Counts {
		if c.Rule == rule {
			return c.Rows
		}
	}
	return 0
}
