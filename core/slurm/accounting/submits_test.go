package accounting

import (
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Of limits on minutes without safe limits it is said that running jobs are not ended.
func TestBudgetsWithoutSafeLimitsAreDoubted(t *testing.T) {
	no, minute := false, int64(60)
	for _, c := range []struct {
		safe *bool
		wall *int64
		want int
	}{{nil, &minute, 0}, {&no, nil, 0}, {&no, &minute, 1}} {
		s := &cluster.System{Description: &cluster.Description{Scheduling: cluster.Scheduling{SafeLimits: c.safe}},
			Accounts: []cluster.Assoc{{Limits: &cluster.Limits{GrpWallS: c.wall}}}}
		if got := budgets(s); len(got) != c.want {
			t.Error(got)
		}
	}
}

// Jobs of ada come at 0, 10 and 20, end at 100, 110 and 120, and two more come at 105; one of bob, in the same account, comes at 30. By
// hand: with two of a user the third of ada is over, and the fifth, since it counts, too; and so on.
func TestSubmissionsOverLimitsAreCounted(t *testing.T) {
	const rows = "JobID|User|Account|Partition|QOS|AllocCPUS|Submit|Start|End|TimelimitRaw|State\n" +
		"1|ada|x|p|q|1|1000|1000|1100|10|COMPLETED\n2|ada|x|p|q|1|1010|1010|1110|10|COMPLETED\n3|ada|x|p|q|1|1020|1100|1120|10|COMPLETED\n" +
		"4|bob|x|p|q|1|1030|1030|1100|10|COMPLETED\n5|ada|x|p|q|1|1105|1105|1200|10|COMPLETED\n6|ada|x|p|q|1|1105|1105|1200|10|COMPLETED\n"
	two, three, five := int64(2), int64(3), int64(5)
	for _, c := range []struct {
		name   string
		change func(d *cluster.Description)
		want   int
	}{
		{"no limit", func(*cluster.Description) {}, 0},
		{"two of a user, inherited", func(d *cluster.Description) { d.Accounts[0].MaxSubmitJobs = &two }, 3}, // 3, 5, 6
		{"its own larger limit", func(d *cluster.Description) {
			d.Accounts[0].MaxSubmitJobs = &two
			d.Accounts[0].Users = []cluster.User{{Name: "ada", Limits: cluster.Limits{MaxSubmitJobs: &five}}}
		}, 0},
		{"three of the account", func(d *cluster.Description) { d.Accounts[0].GrpSubmitJobs = &three }, 2}, // 4, 6
		{"two of a user in a QOS", func(d *cluster.Description) { d.QOS[0].MaxSubmitPerUser = &two }, 3},
		{"which lifts the user's", func(d *cluster.Description) {
			d.QOS[0].MaxSubmitPerUser, d.Accounts[0].MaxSubmitJobs = &five, &two
		}, 0},
		{"three of the partition's QOS", func(d *cluster.Description) {
			d.Partitions[0].QOS = "q"
			d.QOS[0].GrpSubmitJobs = &three
		}, 2},
	} {
		d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n", Cores: 9, MemoryMiB: 10}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "n"}}, QOS: []cluster.QOS{{Name: "q"}}, Accounts: []cluster.Account{{Name: "x"}}}
		c.change(d)
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		l, err := ReadLog("log", strings.NewReader(rows), "", time.UTC, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.refused(s); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
		told := false
		for _, doubt := range l.Doubts {
			told = told || doubt.Key == "submissions" && doubt.Jobs == c.want
		}
		if told != (c.want > 0) {
			t.Errorf("%s: %v", c.name, l.Doubts)
		}
	}
}
