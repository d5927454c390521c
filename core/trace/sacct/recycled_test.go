package sacct

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Which rows with one number are runs of one job, and which are other jobs: Slurm gives numbers again after MaxJobId, every cluster
// counts from 1, and a job that is requeued is submitted when its run ended.
func TestAJobIsMoreThanItsNumber(t *testing.T) {
	const day = 86400
	for _, c := range []struct {
		name string
		rows string // number, user, name, cluster, submission and end
		want string // number, the jobs before it that had the number, and the run (0 for the last)
	}{
		{"requeued", "7 ada a x 0 50; 7 ada a x 50 90", "7/0/1 7/0/0"},
		{"requeued twice", "7 ada a x 0 50; 7 ada a x 50 90; 7 ada a x 90 95", "7/0/1 7/0/2 7/0/0"},
		{"printed twice", "7 ada a x 0 50; 7 ada a x 0 50", "7/0/0"},
		{"another user", "7 ada a x 0 50; 7 bob a x 60 90", "7/0/0 7/1/0"},
		{"another user at the same time", "7 ada a x 0 50; 7 bob a x 0 90", "7/0/0 7/1/0"},
		{"weeks later", fmt.Sprintf("7 ada a x 0 50; 7 ada a x %d %d", 14*day, 14*day+9), "7/0/0 7/1/0"},
		{"the same name, hours later", "7 ada a x 0 50; 7 ada a x 30000 40000", "7/0/1 7/0/0"},
		{"another name, hours later", "7 ada a x 0 50; 7 ada b x 30000 40000", "7/0/0 7/1/0"},
		{"renamed", "7 ada a x 0 50; 7 ada b x 50 90", "7/0/1 7/0/0"},
		{"recycled and requeued", fmt.Sprintf("7 ada a x 0 50; 7 ada a x 50 90; 7 bob b x %d %d; 7 bob b x %[2]d %d", day, day+5, day+9),
			"7/0/1 7/0/0 7/1/1 7/1/0"},
		{"two clusters", "7 ada a x 0 50; 7 ada a y 0 50; 8 ada a x 5 9", "7/0/0 7/0/0 8/0/0"},
		{"still running", "7 ada a x 0 Unknown; 7 ada a x 50 90", "7/0/1 7/0/0"},
	} {
		log := "JobID|User|JobName|Cluster|Submit|Start|End|State|AllocCPUS\n"
		for row := range strings.SplitSeq(c.rows, "; ") {
			f := strings.Fields(row)
			log += strings.Join([]string{f[0], f[1], f[2], f[3], f[4], f[4], f[5], "COMPLETED", "1"}, "|") + "\n"
		}
		all, err := Read("log", strings.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range all.Jobs {
			got = append(got, fmt.Sprintf("%d/%d/%d", r.Job, r.Recycled, r.Earlier))
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
		storedIsRead(t, []byte(log), "")
	}
}
