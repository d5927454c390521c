package known

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

func TestHandAndEngineAgree(t *testing.T) {
	for _, c := range Cases() {
		cfg := sim.Config{Procs: c.Procs, Jobs: c.Jobs}
		if c.Extend {
			cfg.Overrun = sim.Extend
		}
		for _, s := range c.Schedules {
			p, err := experiment.Builtin.Machine(s.Policy, nil)
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			e, err := sim.New(cfg, p)
			if err == nil {
				err = e.Run(context.Background(), nil)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Policy, err)
				continue
			}
			if diff := cmp.Diff(s.Placed, e.Schedule()); diff != "" {
				t.Errorf("%s, %s: by hand (-), by the engine (+)\n%s", c.Name, s.Policy, diff)
			}
		}
	}
}

func TestLogsAreReadAsTheJobs(t *testing.T) {
	logs := 0
	for _, c := range Cases() {
		if c.SWF == "" {
			continue
		}
		logs++
		var opt trace.Options
		if c.Requested {
			opt.Width = "requested"
		}
		w, err := trace.Read(c.Name+".swf", []byte(c.SWF), opt)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if w.Procs != c.Procs {
			t.Errorf("%s: %d processors, expected %d", c.Name, w.Procs, c.Procs)
		}
		type seen struct {
			ID, Submit, Run, Estimate int64
			Procs                     int32
		}
		var got, want []seen
		for _, j := range w.Jobs.Held() {
			got = append(got, seen{j.ID, j.Submit, j.Run, j.Estimate, j.Procs})
		}
		for _, j := range c.Jobs {
			want = append(want, seen{j.ID, j.Submit, j.Run, j.Estimate, j.Procs})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the jobs (-), the log as read (+)\n%s", c.Name, diff)
		}
	}
	if logs < 4 {
		t.Errorf("%d cases have a log, expected at least 4", logs)
	}
}
