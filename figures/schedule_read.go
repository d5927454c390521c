package figures

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// scheduleColumns are the columns of the jobs table that schedules are made of.
var scheduleColumns = []string{"run", "policy", "job", "user", "queue", "submit_s", "start_s", "end_s", "procs", "killed",
	"site", "home_site", "asked_procs", "multisite_slowdown", "alone_s", "pauses", "id"}

// schedules splits the jobs table into its runs, in order of appearance or of Only. Several
// figures of one Input share the rows.
func (in *Input) schedules() ([]*schedule, error) {
	if in.kept == nil {
		all, err := in.readSchedules()
		in.nameAndSize(all)
		return all, err
	}
	if t := in.Tables[result.Jobs]; in.kept.all == nil || in.kept.of != t || !slices.Equal(in.kept.only, in.Only) {
		all, err := in.readSchedules()
		if err != nil {
			return nil, err
		}
		*in.kept = kept{t, slices.Clone(in.Only), all}
	}
	all := make([]*schedule, len(in.kept.all))
	for i, s := range in.kept.all {
		own := *s // figures change what is shown of it
		all[i] = &own
	}
	in.nameAndSize(all)
	return all, nil
}

// kept are the schedules of an Input.
type kept struct {
	of   *result.Table // nil: read by Scan
	only []string
	all  []*schedule
}

// readSchedules makes the schedules, without names and sizes.
func (in *Input) readSchedules() ([]*schedule, error) {
	f := filler{in: in, place: map[[2]int32]*schedule{}}
	switch t := in.Tables[result.Jobs]; {
	case t != nil:
		if err := f.Write(t); err != nil {
			return nil, err
		}
	case in.Scan != nil:
		if err := in.Scan(result.Jobs, scheduleColumns, &f); err != nil {
			return nil, err
		}
	default:
		return nil, errors.New("it is drawn from the jobs table, which is missing")
	}
	all, err := in.pick(f.all)
	if err != nil {
		return nil, err
	}
	if len(all) > maxRuns {
		return nil, fmt.Errorf("%d runs are more than the %d that one figure can show; choose some with Only", len(all), maxRuns)
	}
	for _, s := range all {
		s.users, s.queues, s.ids = f.text[userText].Dict(), f.text[queueText].Dict(), f.text[idText].Dict()
		s.jobs.markOvertakers()
	}
	return all, nil
}

// A filler is a sink that makes schedules of the jobs table's rows.
type filler struct {
	in    *Input
	all   []*schedule
	place map[[2]int32]*schedule // by the codes of run and policy
	text  [texts]result.Recoder
}

const (
	runText = iota
	policyText
	userText
	queueText
	idText
	texts
)

// Write adds rows.
func (f *filler) Write(t *result.Table) error {
	if err := checkTable(t, result.Jobs, scheduleColumns...); err != nil {
		return err
	}
	codes := func(k int, column string) []int32 { return f.text[k].Codes(t.Col(column), nil) }
	runs, policies := codes(runText, "run"), codes(policyText, "policy")
	user, queue, ids := codes(userText, "user"), codes(queueText, "queue"), codes(idText, "id")
	id, submit, start, end := t.Col("job").Int, t.Col("submit_s").Float, t.Col("start_s").Float, t.Col("end_s").Float
	width, asked, killed := t.Col("procs").Int, t.Col("asked_procs").Int, t.Col("killed").Bool
	site, home, slowdown := t.Col("site"), t.Col("home_site"), t.Col("multisite_slowdown").Float
	alone, pauses := t.Col("alone_s").Float, t.Col("pauses").Float
	for i := range t.Rows {
		s := f.of(runs[i], policies[i])
		if !s.wanted {
			continue
		}
		if !isTime(submit[i]) || !isSpan(start[i], end[i]) || width[i] < 1 || width[i] > job.MaxProcs {
			s.unplaced++
			continue
		}
		s.jobs.add(&jobRow{job: id[i], submit: submit[i], start: start[i], end: end[i], width: int32(width[i]),
			whole: int32(width[i]), user: user[i], queue: queue[i], id: ids[i],
			fate: fate{killed: killed[i], molded: asked[i] > 0 && width[i] != asked[i], several: slowdown[i] > 0,
				away: home.Code[i] >= 0 && home.GetText(i) != site.GetText(i)}})
		s.grid = s.grid || home.Code[i] >= 0
		s.shared = s.shared || alone[i] > 0 && !math.IsNaN(pauses[i])
	}
	return nil
}

// Close does nothing.
func (f *filler) Close() error { return nil }

// of returns the schedule of a run and policy.
func (f *filler) of(run, policy int32) *schedule {
	key := [2]int32{run, policy}
	s := f.place[key]
	if s == nil {
		s = &schedule{run: f.text[runText].Dict().Text(run), policy: f.text[policyText].Dict().Text(policy), jobs: new(jobRows)}
		s.wanted = len(f.in.Only) == 0 || slices.Contains(f.in.Only, s.run) || slices.Contains(f.in.Only, s.policy)
		if n := f.in.jobsOf(s.run); s.wanted {
			s.jobs.grow(int(n))
		}
		f.place[key], f.all = s, append(f.all, s)
	}
	return s
}
