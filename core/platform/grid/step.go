package grid

import (
	"cmp"

	"github.com/backfill-lab/backfill/core/sim"
)

// OnStep implements Stepper. Every job that starts is a step, except in independent
// clusters, which decide nothing. Kinds:
//
//   - "site": the job starts as it is. After is the site, Case the criterion, Options
//     are the sites that would do, with their values (the speed, minus the processors
//     left over, and so on); the largest wins.
//   - "split": it starts on several sites, After, joined by "+" in the order in which
//     they were taken. Case is larger, faster or adaptive; with adaptive, Options are
//     the numbers of jobs for which either leaves room.
//   - "mold": it starts on fewer processors. After is the site, Options are the sites
//     with their free computing power.
func (s *Scheduler) OnStep(record func(*sim.Step)) { s.record = record }

// ruleName returns the name of a rule of Options.Site.
func ruleName(rule string) string { return cmp.Or(rule, siting.Default) }

// recordSites records the choice of one of the sites for which value is ok.
func (s *Scheduler) recordSites(kind string, j *Job, rule string, chosen int32, value func(site int32) (v float64, ok bool)) {
	s.begin(kind, j, rule)
	for i := range s.m.free {
		if v, ok := value(int32(i)); ok {
			s.step.Options = append(s.step.Options, sim.Option{Name: s.name(int32(i)), Value: v})
		}
	}
	s.step.After = s.name(chosen)
	s.record(&s.step)
}

func (s *Scheduler) recordSplit(j *Job, parts []Part) {
	s.begin("split", j, s.o.Split)
	if s.o.Split == "adaptive" {
		s.step.Options = append(s.step.Options, sim.Option{Name: "larger", Value: float64(s.counts[0])},
			sim.Option{Name: "faster", Value: float64(s.counts[1])})
	}
	s.step.After = s.m.grid.names(parts)
	s.record(&s.step)
}

func (s *Scheduler) begin(kind string, j *Job, rule string) {
	s.step = sim.Step{Time: s.m.Now(), Kind: kind, Job: &j.Job, Case: rule, Waiting: s.waiting, Options: s.step.Options[:0]}
}

func (s *Scheduler) name(site int32) string { return s.m.grid.Sites[site].Name }
