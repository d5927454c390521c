package arrival

import (
	"testing"
)

// What the page says in words is counted here second by second from the schedules.
func TestTheHoleIsThere(t *testing.T) {
	p, err := Make(Spec())
	if err != nil {
		t.Fatal(err)
	}
	h, fcfs, easy := p.Hole, p.Runs[0], p.Runs[1]
	idle := p.Procs
	for second := h.From; second < h.To; second++ {
		free := p.Procs
		for k := range p.Jobs {
			if fcfs.Starts[k] <= second && second < fcfs.Ends[k] {
				free -= p.Jobs[k].Procs
			}
		}
		idle = min(idle, free)
	}
	if idle != h.Idle || h.Idle >= p.Jobs[h.Job].Procs {
		t.Errorf("at least %d processors are idle; Hole says %d, and the head needs %d", idle, h.Idle, p.Jobs[h.Job].Procs)
	}
	filled := 0
	for k := range p.Jobs {
		if p.Jobs[k].Submit >= p.Jobs[h.Job].Submit && k != h.Job && easy.Starts[k] >= h.From && easy.Starts[k] < h.To {
			filled++
		}
		if started := fcfs.Starts[k] < h.From; started != (k < h.Job) && fcfs.Starts[k] != h.From {
			t.Errorf("job %d: started before the hole: %t; it is number %d of the queue, the head number %d", p.Jobs[k].ID, started, k, h.Job)
		}
	}
	if filled != h.Filled || filled < 10 {
		t.Errorf("EASY starts %d jobs in the hole; Hole says %d, and the picture is to show many", filled, h.Filled)
	}
	for _, r := range p.Runs {
		var wait int64
		for k := range p.Jobs {
			wait += r.Starts[k] - p.Jobs[k].Submit
		}
		if mean := float64(wait) / float64(len(p.Jobs)); mean != r.Wait {
			t.Errorf("%s: mean wait %g s, counted %g", r.Policy, r.Wait, mean)
		}
	}
}
