package dfrs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// The printed EASY is hardly better than FCFS: its average degradation from the bound
// is 0.85 to 0.91 of FCFS's; ours is far lower. Section 5.2 describes both in a few
// sentences, so section52 tries readings of them. They are no paper.Choices: none has words
// of the paper for it, and none fits.

type reading struct {
	name   string
	on     string // key of the only set that it is for, "" for all
	nodes  int    // of the cluster, 0 for the set's
	chosen bool   // by its outcome on the log and the unscaled traces

	fcfs     bool  // no backfilling
	idle     bool  // jobs start only when one ends or none runs
	ends     bool  // jobs are backfilled only when one ends
	arrivals bool  // a job is backfilled when it is submitted or never
	spare    bool  // no job may take the head's nodes, even if it ends in time
	short    int64 // jobs up to this run time may not, in seconds
	ending   bool  // jobs have to end in time, even on nodes that the head leaves over
	invert   bool  // jobs that do not end in time may take the head's nodes, those that do may not
	free     bool  // the head has no reservation
	fromNow  bool  // running jobs are taken to end a whole run time from now
	stop     bool  // the first job that cannot be backfilled ends the search
	window   int   // this many jobs after the head may be backfilled, 0 for all
	one      bool  // at most one job is backfilled at a time

	order    func(a, b *sim.Job) int // of the jobs to backfill; nil is that of submission
	estimate func(p *easyPolicy, j *sim.Job) int64
}

func area(j *sim.Job) int64 { return j.Estimate * int64(j.Procs) }

// The rules that describe the printed EASY best.
const (
	shortSeconds = "EASY, jobs up to 10 s never on the head's nodes"
	shortHour    = "EASY, jobs up to 1 h never on the head's nodes"
)

var readings = []reading{
	{name: "EASY, only when a job ends", ends: true},
	{name: "EASY, all starts only when a job ends", idle: true},
	{name: "EASY, only the job just submitted", arrivals: true},
	{name: "EASY, up to the first job that cannot start", stop: true},
	{name: "EASY, only on nodes that the head leaves over", spare: true},
	{name: "EASY, only on nodes left over and up to the first job that cannot start", spare: true, stop: true},
	{name: "EASY, only jobs that end in time", ending: true},
	{name: "EASY, only jobs that do not end in time", invert: true},
	{name: "EASY, without a reservation", free: true},
	{name: "EASY, only the second job", window: 1},
	{name: "EASY, only the next 5 jobs", window: 5},
	{name: "EASY, one job at a time", one: true},
	{name: "EASY, the widest first", order: func(a, b *sim.Job) int { return cmp.Compare(b.Procs, a.Procs) }},
	{name: "EASY, the longest first", order: func(a, b *sim.Job) int { return cmp.Compare(b.Estimate, a.Estimate) }},
	{name: "EASY, the largest area first", order: func(a, b *sim.Job) int { return cmp.Compare(area(b), area(a)) }},
	{name: "EASY, the last first", order: func(a, b *sim.Job) int { return cmp.Compare(b.Index, a.Index) }},
	{name: "EASY, the users' estimates", on: "real", estimate: func(p *easyPolicy, j *sim.Job) int64 { return p.asked[j.ID] }},
	{name: "EASY, estimates of a day at least", estimate: func(*easyPolicy, *sim.Job) int64 { return trace.Day }},
	{name: "EASY, estimates of 5 days", estimate: func(*easyPolicy, *sim.Job) int64 { return 5 * trace.Day }},
	{name: "EASY, estimates of whole hours", estimate: func(_ *easyPolicy, j *sim.Job) int64 { return (j.Estimate + 3599) / 3600 * 3600 }},
	{name: "EASY, estimates of 1 to 11 run times", estimate: func(p *easyPolicy, j *sim.Job) int64 {
		return int64(det.Uniform(p.factors, 1, 11) * float64(j.Estimate))
	}},
	{name: "EASY, ends counted from now", fromNow: true},
	{name: "FCFS, all starts only when a job ends", fcfs: true, idle: true},
	{name: "FCFS, on 116 nodes", on: "real", nodes: 116, fcfs: true},
	{name: shortSeconds, short: 10, chosen: true},
	{name: shortHour, short: 3600, chosen: true},
}

// readingOf returns the reading of that name, or nil.
func readingOf(name string) *reading {
	for i := range readings {
		if readings[i].name == name {
			return &readings[i]
		}
	}
	return nil
}

// of is the algorithm that the reading is of.
func (r *reading) of() string {
	name, _, _ := strings.Cut(r.name, ",")
	return name
}

func section52(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section5.2", Claims: []paper.Claim{
		paper.Judged("short-jobs-degradation", shortJobsDegradation),
		paper.Judged("short-jobs-underutilization", shortJobsUnderutilization),
	}}
	rows := slices.Clone(batch)
	for _, r := range readings {
		rows = append(rows, r.name)
	}
	for _, s := range allSets {
		for _, a := range rows {
			if r := readingOf(a); r == nil || r.on == "" || r.on == s.key {
				s.addReading(&x, at, a)
			}
		}
	}
	return x
}

// addReading adds EASY, FCFS or a reading of them on a set, beside what is printed of EASY or FCFS.
func (s instances) addReading(x *paper.Experiment, at paper.Setting, algorithm string) {
	s.need(x, at, algorithm)
	printed, class, ratio := algorithm, paper.Repeat, paper.Derived
	if r := readingOf(algorithm); r != nil {
		printed, ratio = r.of(), paper.Repeat
		if r.chosen && s.key != heldOut {
			class, ratio = paper.Fitted, paper.Fitted
		}
	}
	add := func(measure string, values func(*paper.Results) []float64, v float64, class paper.Class) {
		s.addStatistic(x, algorithm, s.title+" "+measure, "", avg, values)
		if v == v {
			x.Published = append(x.Published, paper.Published{Row: algorithm, Column: s.title + " " + measure, Value: v, Class: class})
		}
	}
	degradation := printedStretches(s.key, avg, printed)
	add("degradation", func(r *paper.Results) []float64 { return s.degradation(r, algorithm) }, degradation, class)
	under := func(r *paper.Results) []float64 { return s.pool(r, algorithm, under) }
	if printed == nameFCFS {
		add("underutilization", under, math.NaN(), class)
		return
	}
	add("underutilization", under, printedUnder(s.key, "", printed), class)
	add("degradation over FCFS's", func(r *paper.Results) []float64 { return s.overFCFS(r, algorithm) },
		degradation/printedStretches(s.key, avg, nameFCFS), ratio)
}

// overFCFS returns numbers whose mean is the ratio of the average degradations, and that vary as it does.
func (s instances) overFCFS(r *paper.Results, algorithm string) []float64 {
	all := shares(s.degradation(r, algorithm), s.degradation(r, nameFCFS))
	for i := range all {
		all[i] /= 100
	}
	return all
}

// heldOut is the key of the set that had no part in the choice of a reading.
const heldOut = "scaled"

// shortJobsDegradation judges, on the set that was held out, how near to FCFS the chosen readings are. The others are
// in the note.
func shortJobsDegradation(r *paper.Results) (bool, string) {
	ok, note := true, []string{}
	for _, s := range allSets {
		fcfs, printed := stretches(r)(s.key, avg, nameFCFS), printedStretches(s.key, avg, nameEASY)/printedStretches(s.key, avg, nameFCFS)
		line := fmt.Sprintf("%s: printed %.3f of FCFS", s.key, printed)
		for _, a := range []string{nameEASY, shortSeconds, shortHour} {
			q := stretches(r)(s.key, avg, a) / fcfs
			line += fmt.Sprintf(", %s %.3f", a, q)
			if a != nameEASY && s.key == heldOut {
				ok = ok && math.Abs(q-printed) <= 0.1*printed
			}
		}
		note = append(note, line)
	}
	return ok, strings.Join(note, "; ")
}

func shortJobsUnderutilization(r *paper.Results) (bool, string) {
	return paper.EveryPair([]string{"real", "unscaled", "scaled"}, []string{shortSeconds, shortHour}, func(t *paper.Cases, set, a string) {
		v, printed := underOf(r)(set, "", a), printedUnder(set, "", nameEASY)
		t.Check(math.Abs(v-printed) <= 0.1*printed, "%s, %s: %.3f, printed %.3f", set, a, v, printed)
	})
}
