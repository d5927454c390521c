package accounting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Of a range of nodes, a job asks for those that its row has, and other numbers on the line are a disagreement.
func TestTheNodesOfTheRow(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|ReqCPUS|NNodes|ReqNodes|Submit|Start|End|TimelimitRaw|State|SubmitLine"
	exclusive := func(d *cluster.Description) { d.Partitions[0].WholeNodes = true }
	linear := func(d *cluster.Description) { d.Scheduling.WholeNodes = true }
	for _, c := range []struct {
		fields, line string // fields: AllocCPUS, ReqCPUS, NNodes, ReqNodes
		more         func(*cluster.Description)
		nodes        int
		said         string
	}{
		{"32|1|4|1", "sbatch -N1-4 --exclusive a.sh", nil, 4, ""},
		{"24|8|3|1", "sbatch -N 1-3 -n 8 --exclusive a.sh", nil, 3, ""},
		{"32|4|4|4", "sbatch -N2 -n 2 --exclusive a.sh", nil, 4, "the number of nodes of 1 (such as job 7)"},
		{"32|1|4|1", "sbatch -n 1 --exclusive a.sh", nil, 4, "the number of nodes of 1"},
		{"32|1|4|1", "sbatch -N1-4 a.sh", exclusive, 4, ""},
		{"32|1|4|1", "sbatch -N1-4 a.sh", linear, 4, ""},
		{"16|9|2|1", "sbatch -n 9 --exclusive a.sh", nil, 2, ""},
		{"4|4|4|4", "sbatch -N 2 -n 4 a.sh", nil, 4, "the number of nodes of 1"},
		{"4|4|4|2", "sbatch -N 2-4 -n4 a.sh", nil, 4, ""},
		{"2|2|1|1", "sbatch -N 2 -n2 a.sh", nil, 1, "the number of nodes of 1"},
		{"2|2|2|2", "sbatch -N 4 -n 2 a.sh", nil, 2, ""},
		{"4|4|1|1", "sbatch -n4 a.sh", nil, 1, ""},
		{"8|1|1|1", "sbatch --exclusive a.sh", nil, 1, ""},
	} {
		s := four(t, c.more)
		l, said := logOf(t, s, names, "7|ada|p|"+c.fields+"|1000|1010|1100|10|COMPLETED|"+c.line)
		j := &l.Jobs[0]
		a, ok := cluster.NewState(s).Place(j, 0, s.Partitions[0].Bits)
		if !ok || len(a.Nodes) != c.nodes || !strings.HasPrefix(c.fields, fmt.Sprint(total(a.Cores), "|")) {
			t.Errorf("%s with %s: %+v on %+v", c.line, c.fields, *j, a)
		}
		if !strings.Contains(said, c.said) || c.said == "" && strings.Contains(said, "disagree") {
			t.Errorf("%s: said %q, want %q", c.line, said, c.said)
		}
	}
}
