package arrival

import (
	"testing"
)

// The schedules are legal, second by second, and show what the page says of them.
func TestTheFirstPictureIsASchedule(t *testing.T) {
	p, err := Make(Spec())
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Jobs) != 60 || len(p.Runs) != 2 || p.Runs[0].Policy != "fcfs" || p.Runs[1].Policy != "easy" {
		t.Fatalf("%d jobs under %d policies, want 60 under fcfs and easy", len(p.Jobs), len(p.Runs))
	}
	var waits [2]int64
	for k, r := range p.Runs {
		for i, j := range p.Jobs {
			if r.Starts[i] < j.Submit || k == 0 && i > 0 && r.Starts[i] < r.Starts[i-1] {
				t.Errorf("%s: job %d, submitted at %d, starts at %d", r.Policy, j.ID, j.Submit, r.Starts[i])
			}
			waits[k] += r.Starts[i] - j.Submit
			used := 0
			for other, start := range r.Starts {
				if o := p.Jobs[other]; start <= r.Starts[i] && r.Starts[i] < start+min(o.Run, o.Estimate) {
					used += o.Procs
				}
			}
			if used > p.Procs {
				t.Errorf("%s: %d of %d processors are used when job %d starts", r.Policy, used, p.Procs, j.ID)
			}
		}
	}
	if waits[1]*5 > waits[0] {
		t.Errorf("the jobs wait %d s in all under EASY and %d s under FCFS: the picture is to show a large difference", waits[1], waits[0])
	}
}
