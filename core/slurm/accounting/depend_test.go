package accounting

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

const dependNames = "JobID|JobIDRaw|User|Partition|AllocCPUS|NNodes|Submit|Start|End|TimelimitRaw|State|SubmitLine"

// waits lists which jobs each job waits for, by their labels in the order of the log.
func waits(l *Log) string {
	var all []string
	for i := range l.Jobs {
		for _, d := range l.Jobs[i].After {
			all = append(all, fmt.Sprintf("%s@%d>%s@%d", l.Recorded[i].Label(), l.Jobs[i].Submit, l.Recorded[d.Job].Label(), l.Jobs[d.Job].Submit))
		}
	}
	return strings.Join(all, " ")
}

// A number that Slurm gave again means the last job of it that was submitted before.
func TestADependencyIsTheLatestJobOfItsNumber(t *testing.T) {
	const year = 365 * 86400
	row := func(id string, at int64, line string) string {
		return fmt.Sprintf("%s|%s|ada|p|1|1|%d|%d|%d|10|COMPLETED|%s", id, id, at, at+1, at+101, line)
	}
	first, second := int64(1000), int64(1000+year)
	l, _ := logOf(t, four(t, nil), dependNames, row("301", first, "sbatch -n 1"), row("302", first+5, "sbatch -d afterok:301 -n 1"),
		row("301", second, "sbatch -n 1"), row("302", second+5, "sbatch -d afterok:301 -n 1"))
	if got, want := waits(l), fmt.Sprintf("302@5>301@0 302@%d>301@%d", year+5, year); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	l, _ = logOf(t, four(t, nil), dependNames, row("302", first, "sbatch -d afterok:301 -n 1"), row("301", second, "sbatch -n 1"))
	if got := waits(l); got != "" {
		t.Errorf("a job that the log does not have: %s", got)
	}
	l, _ = logOf(t, four(t, nil), dependNames, "302|302|ada|p|1|1|1000|1500|1600|10|COMPLETED|sbatch -d afterok:301 -n 1",
		"301|301|ada|p|1|1|1200|1300|1400|10|COMPLETED|sbatch -n 1")
	if got := waits(l); got != "302@0>301@200" {
		t.Errorf("only the last run of a requeued job: %s", got)
	}
}

// A task is waited for alone, an array as a whole, and each task that comes after the same one of an array for that.
func TestDependenciesOnTasks(t *testing.T) {
	row := func(id, raw, line string) string {
		return fmt.Sprintf("%s|%s|ada|p|1|1|1000|1001|1101|10|COMPLETED|%s", id, raw, line)
	}
	array := []string{row("601_1", "602", "sbatch -a 1-3"), row("601_2", "603", "sbatch -a 1-3"), row("601_3", "601", "sbatch -a 1-3")}
	for line, want := range map[string]string{
		"-d afterok:601_2":        "601_2",
		"-d afterok:601":          "601_1 601_2 601_3",
		"-d afterok:601_*":        "601_1 601_2 601_3",
		"-d afterok:602":          "601_1",
		"-d afterok:601_9":        "",
		"-d aftercorr:601":        "601_1 601_2 601_3", // a job that is no task
		"-d afterany:601_1:601_3": "601_1 601_3",
		"-d after:601_1+5":        "601_1",
	} {
		l, _ := logOf(t, four(t, nil), dependNames, append(array, row("700", "700", "sbatch -n 1 "+line))...)
		var got []string
		for _, d := range l.Jobs[3].After {
			got = append(got, l.Recorded[d.Job].Label())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s waits for %v, want %s", line, got, want)
		}
	}
	l, _ := logOf(t, four(t, nil), dependNames, append(array, row("610_1", "611", "sbatch -a 1-4 -d aftercorr:601"),
		row("610_3", "613", "sbatch -a 1-4 -d aftercorr:601"), row("610_4", "610", "sbatch -a 1-4 -d aftercorr:601"))...)
	if got, want := waits(l), "610_1@0>601_1@0 610_3@0>601_3@0 610_4@0>601_1@0 610_4@0>601_2@0 610_4@0>601_3@0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Rows of tasks that wait say which these are, and how many of their array may run at the same time.
func TestTheArrayOfTasksThatWait(t *testing.T) {
	const unknown = "is in no row"
	all, err := ReadAccounting("log", strings.NewReader(dependNames+"\n"+
		"500_1|501|ada|p|1|1|1000|1001|1101|10|COMPLETED|sbatch arr.sh\n"+
		"500_[3-5%2]|500|ada|p|1|1|1000|Unknown|Unknown|10|PENDING|sbatch arr.sh\n"+
		"600_1|600|ada|p|1|1|1000|1001|1101|10|COMPLETED|sbatch arr.sh\n"), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	l, err := FromQueue(all, nil, four(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range l.Jobs {
		got = append(got, fmt.Sprintf("%s:%d", l.Recorded[i].Label(), l.Jobs[i].ArrayLimit))
	}
	if want := "500_1:2 500_3:2 500_4:2 500_5:2 600_1:0"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	said := fmt.Sprint(l.Doubts)
	if !strings.Contains(said, "1 job is a task of an array whose") || !strings.Contains(said, unknown) {
		t.Error(said)
	}
}

// A waiting job that is not eligible is held, unless it waits for others; priorities tell it where the accounting has them.
func TestJobsThatAreHeld(t *testing.T) {
	for row, held := range map[string]bool{ // Priority, Eligible, SubmitLine
		"||sbatch --hold -n 1":         true,
		"|Unknown|":                    true,
		"|1000|sbatch --hold":          false, // somebody has released it
		"||sbatch -d afterok:6 -n 1":   false,
		"||sbatch -d singleton -n 1":   false,
		"0|1000|sbatch -n 1":           true,
		"5||sbatch -n 1":               false,
		"|2000|sbatch --begin=now+999": false,
	} {
		priority, rest, _ := strings.Cut(row, "|")
		eligible, line, _ := strings.Cut(rest, "|")
		all, err := ReadAccounting("log", strings.NewReader("JobID|User|Partition|ReqCPUS|Submit|Start|End|State|Priority|Eligible|SubmitLine\n"+
			"7|ada|p|1|1000|Unknown|Unknown|PENDING|"+priority+"|"+eligible+"|"+line+"\n"), "", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		if l, err := FromQueue(all, nil, four(t, nil)); err != nil || l.Jobs[0].Held != held {
			t.Errorf("%s: held %t, %v", row, !held, err)
		}
	}
	all, err := ReadAccounting("log", strings.NewReader("JobID|User|Partition|ReqCPUS|Submit|Start|End|State\n"+
		"7|ada|p|1|1000|Unknown|Unknown|PENDING\n"), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := FromQueue(all, nil, four(t, nil)); err != nil || l.Jobs[0].Held {
		t.Errorf("a log that does not say when jobs became eligible: %v", err)
	}
}

// Doubts count the jobs that are simulated, and no others.
func TestJobsThatAreLeftOutAreNotCounted(t *testing.T) {
	_, said := logOf(t, four(t, func(d *cluster.Description) { d.Nodes[0].Names = "n1"; d.Partitions[0].Nodes = "n1" }), dependNames,
		"1|1|ada|p|4|1|1000|1001|1101|10|COMPLETED|", "2|2|ada|p|64|8|1000|1001|1101|10|COMPLETED|")
	if !strings.Contains(said, "1 of 1 jobs have several cores and no command line") {
		t.Error(said)
	}
}
