package trace

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

const rich = `JobID|JobIDRaw|JobName|User|Account|Partition|QOS|Submit|Eligible|Start|End|` +
	`ElapsedRaw|TimelimitRaw|State|AllocCPUS|ReqCPUS|AllocTRES|ReqMem|Priority|Constraints|Reservation|Suspended|Licenses|NodeList|SubmitLine
11_4|12|relax|ada|phys|gpu|normal|1000|1000|1030|1130|100|10|COMPLETED|4|4|gres/gpu:a100=2,gres/gpu=2|4G|1|||00:00:00||n1|sbatch a.sh
13|13|first|bob|chem|batch|high|1010|1010|1020|1030|10|10|PREEMPTED|8|4||4G|2|big||00:00:00||n2|sbatch -d afterok:11 b.sh
13|13|first|bob|chem|batch|high|1030|1090|1100|1150|50|10|COMPLETED|8|4||4G|2|big|maint|00:00:05|x:1|n2|sbatch -d afterok:11 b.sh
15+0|15|pair|ada|phys|batch|normal|1040|1040|1050|1060|10|10|COMPLETED|1|1||4G|1|||00:00:00||n1|sbatch c.sh
15+1|16|pair|ada|phys|batch|normal|1040|1040|1050|1060|10|10|COMPLETED|2|2||4G|1|||00:00:00||n3|sbatch c.sh
17|17|early|ada|phys|batch|normal|1070|1070|1065|1080|15|10|COMPLETED|2|2||4G|1|||00:00:00||n3|sbatch d.sh
`

func TestWhatIsIgnoredIsCounted(t *testing.T) {
	w := mustRead(t, rich, Options{})
	got := map[string]int{}
	for _, i := range w.Ignored() {
		if got[i.Key] = i.Jobs; i.Share != float64(i.Jobs)/5 || !strings.HasPrefix(i.String(), i.Percent()+" of the jobs (") {
			t.Errorf("%+v: %s", i, i)
		}
	}
	want := map[string]int{
		"partitions": 5, "qos": 5, "priority": 5, "memory": 5, "gpus": 1, "features": 2, "licences": 1, "whole-nodes": 2,
		"reservations": 1, "dependencies": 2, "eligible": 1, "suspended": 1, "interrupted": 1,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	// They follow the jobs, and what all jobs share is not told as a difference.
	got = map[string]int{}
	for _, i := range w.Cut(0, 5).Ignored() {
		got[i.Key] = i.Jobs
	}
	if d := cmp.Diff(map[string]int{"memory": 1, "gpus": 1}, got); d != "" {
		t.Error(d)
	}
	swf := mustRead(t, "; MaxProcs: 4\n1 0 5 10 3 -1 -1 3 20 -1 1 1 1 1 1 -1 -1 -1\n2 4 0 10 4 -1 -1 4 20 512 1 2 1 1 2 -1 1 60\n", Options{})
	got = map[string]int{}
	for _, i := range swf.Ignored() {
		got[i.Key] = i.Jobs
	}
	if d := cmp.Diff(map[string]int{"queues": 2, "memory": 1, "dependencies": 1}, got); d != "" {
		t.Error(d)
	}
	for share, want := range map[float64]string{1: "100 %", 0.0001: "under 0.1 %", 0.9999: "over 99.9 %", 0.381: "38.1 %", 0.5: "50 %"} {
		if got := (Ignored{Share: share}).Percent(); got != want {
			t.Errorf("%v is %q, want %q", share, got, want)
		}
	}
}

func TestJobsMayArriveWhenTheyWereEligible(t *testing.T) {
	w := mustRead(t, rich, Options{})
	e, err := w.ArriveEligible()
	if err != nil {
		t.Fatal(err)
	}
	checkWorkload(t, e)
	late := 0
	for i := range e.Jobs.Held() {
		is := &e.Jobs.Held()[i]
		k := slices.IndexFunc(w.Jobs.Held(), func(j job.Job) bool { return j.ID == is.ID })
		was := w.Jobs.Held()[k]
		held := is.Submit - was.Submit
		if held > 0 {
			late++
		}
		if is.Submit+is.Wait != was.Submit+was.Wait || held != w.slurm(&was).Held || e.slurm(is).Held != 0 {
			t.Errorf("%+v became %+v", was, *is)
		}
	}
	if late != 1 {
		t.Errorf("%d jobs come later, want the one that was held", late)
	}
	for _, i := range e.Ignored() {
		if i.Key == "eligible" {
			t.Error("that jobs were held is taken into account, and yet said to be ignored")
		}
	}
	if _, err := mustRead(t, tidy, Options{}).ArriveEligible(); err == nil || !strings.Contains(err.Error(), "does not say when") {
		t.Errorf("a log without eligible times: %v", err)
	}
}

func TestJobsThatStartBeforeTheyAreSubmitted(t *testing.T) {
	w := mustRead(t, rich, Options{})
	if last := w.Jobs.Held()[w.Len()-1]; last.ID != 17 || last.Wait != 0 || w.Count("early-start") != 1 {
		t.Errorf("%+v, %v", last, w.Counts)
	}
	if err := w.Recorded(); err != nil {
		t.Error(err)
	}
}

func TestLabelsAreTheNumbersThatUsersKnow(t *testing.T) {
	w := mustRead(t, rich, Options{})
	var got []string
	for i := range w.Jobs.Held() {
		got = append(got, w.Label(&w.Jobs.Held()[i]))
	}
	if d := cmp.Diff([]string{"11_4", "13#1", "13", "15+0", "17"}, got); d != "" {
		t.Error(d)
	}
	a := w.Anonymize()
	for i := range a.Jobs.Held() {
		was, is := w.slurm(&w.Jobs.Held()[i]), a.slurm(&a.Jobs.Held()[i])
		if is.Label() != was.Label() || is.Nodes != was.Nodes {
			t.Errorf("%+v became %+v", was, is)
		}
		if name := Names(a.SlurmNames.Accounts).Name(is.Account); name != a.Groups.Name(a.Jobs.Held()[i].Group) || !strings.HasPrefix(name, "g") {
			t.Errorf("the account %q remains", name)
		}
	}
	if d := cmp.Diff([]string{"r1"}, a.SlurmNames.Reservations); d != "" {
		t.Error(d)
	}
}
