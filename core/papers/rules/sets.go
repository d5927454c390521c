package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
)

// procs is the size of the machine that all logs are scaled to.
const procs = 1024

// A set is one of the paper's six workloads.
type set struct {
	key, title string
	trace      string    // file of the log; "" if it is not at hand
	older      *logs.Log // the log as the paper had it, before cleaning; nil if that cannot be restored
	factor     float64   // by which Ernemann et al. enlarge the log's jobs; 1: the log is not scaled
	original   int       // jobs of the paper's log, before scaling
	note       string    // about the log
	like       like
}

// The factors are those of Ernemann, Song and Yahyapour (Scaling of Workload Traces, JSSPP 2003), as they were
// remembered: that paper is not at hand. The printed numbers of jobs imply them: see rules/table2.
var allSets = []*set{
	{key: "ctc", title: "CTC", trace: "CTC-SP2-1996-3.1-cln.swf.gz", older: logs.CTC, factor: 2.45, original: 79_302,
		like: like{procs: 430, jobs: 79_302, days: 339, users: 679, load: 0.67}},
	{key: "kth", title: "KTH", trace: "KTH-SP2-1996-2.swf.gz", factor: 10.71, original: 28_490,
		like: like{procs: 100, jobs: 28_490, days: 340, users: 214, load: 0.69}},
	{key: "lanl", title: "LANL", trace: "LANL-CM5-1994-4.1-cln.swf.gz", factor: 1, original: 201_378,
		note: "The machine has 1,024 processors and the log is taken as it is; cleaning removed 79,000 of the paper's jobs, nearly all short.",
		like: like{procs: 1024, jobs: 122_057, days: 721, users: 201, load: 0.56}},
	{key: "sdsc00", title: "SDSC 00", trace: "SDSC-SP2-1998-4.2-cln.swf.gz", older: logs.SDSC, factor: 8.21, original: 67_667,
		like: like{procs: 128, jobs: 67_667, days: 729, users: 428, load: 0.82}},
	{key: "sdsc95", title: "SDSC 95", factor: 2.48, original: 75_730,
		like: like{procs: 416, jobs: 75_730, days: 366, users: 100, load: 0.74, exact: true, few: true}},
	{key: "sdsc96", title: "SDSC 96", trace: "SDSC-Par-1996-3.1-cln.swf.gz", factor: 2.48, original: 37_910,
		note: "The log has no estimates: the run time stands in. Cleaning removed 5,775 of the paper's jobs.",
		like: like{procs: 400, jobs: 32_135, days: 370, users: 60, load: 0.74, exact: true, few: true}},
}

// whole reports whether the log is not scaled.
func (s *set) whole() bool { return s.factor == 1 }

// jobs is the number of jobs in table 2, after the scaling.
func (s *set) jobs() int { return int(numbers().At("table2", jobsRow, s.title)) }

// expected is how many jobs the factor makes of n jobs, on average.
func (s *set) expected(n int) float64 { return float64(n) * (1 + 0.5*(s.factor-1)) }

// deviation is the standard deviation of how many it makes of the paper's log.
func (s *set) deviation() float64 {
	rest := s.factor - math.Floor(s.factor)
	return math.Sqrt(float64(s.original) * (0.25*(s.factor-1)*(s.factor-1) + 0.5*rest*(1-rest)))
}

// implied is the factor that the printed number of jobs implies.
func (s *set) implied() float64 { return 1 + 2*(float64(s.jobs())/float64(s.original)-1) }

func setOf(key string) *set {
	return allSets[slices.IndexFunc(allSets, func(s *set) bool { return s.key == key })]
}

// ctc is the workload for which the paper prints absolute numbers.
var ctc = setOf("ctc")

func workloads(paper.Setting) (sets []paper.JobSet) {
	for _, s := range allSets {
		from, scaled := "The log "+s.trace, ", scaled to 1,024 processors"
		instead := "; where it is not given, " + s.key + "-like, drawn from a model in its place."
		if s.trace == "" {
			from, instead = s.key+"-like, drawn from a model in place of a log that is not at hand", "."
		}
		if s.whole() {
			scaled = ""
		}
		sets = append(sets, paper.JobSet{Name: s.log(), Title: s.title + " before scaling", Doc: from + instead, Drawn: true, Group: s.key,
			Make: s.unscaled})
		for k := range drawsTrained {
			name, title := s.draw(k+1), s.title
			if k > 0 {
				title = fmt.Sprintf("%s, draw %d", s.title, k+1)
			}
			sets = append(sets, paper.JobSet{Name: name, Title: title, Doc: from + scaled + instead, Drawn: true, Group: s.key,
				Make: func(l *paper.Loader) (*trace.Workload, error) { return s.make(l, k+1) }})
		}
	}
	return sets
}

// drawsTrained is how many draws of who becomes wider and who is copied are job sets, for trainings.
const drawsTrained = 3

// draw is the name of the k-th of them, from 1.
func (s *set) draw(k int) string {
	if k == 1 {
		return s.key
	}
	return fmt.Sprintf("%s draw %d", s.key, k)
}

// log is the name of the job set before scaling.
func (s *set) log() string { return s.key + " log" }

// quick is the number of jobs of a log at scale quick, before it is scaled.
const quick = 350

// unscaled reads the log, or draws what stands in for it.
func (s *set) unscaled(l *paper.Loader) (*trace.Workload, error) {
	w, ok, err := s.read(l)
	if err != nil {
		return nil, err
	}
	if !ok {
		return s.like.draw(l, s)
	}
	l.Note("%s: %d jobs on %d processors.", s.trace, w.Len(), w.Procs)
	if s.note != "" {
		l.Note("%s", s.note)
	}
	if l.Scale == paper.Quick {
		w = w.Head(quick)
		l.Note("Scale quick takes the first %d.", w.Len())
	}
	return w, nil
}

// make scales the log for the k-th time.
func (s *set) make(l *paper.Loader, k int) (*trace.Workload, error) {
	w, err := l.JobSet(s.log())
	if err != nil || s.whole() {
		return w, err
	}
	l.Draw()
	w, err = s.scale(w, l.Reading, l.Seed(s.seed(l.Setting, k)))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be scaled: %w", s.title, err)
	}
	l.Note("It is %s.", w.Changes[len(w.Changes)-1])
	return w, nil
}

// scale scales all of a log or its beginning, with a seed.
func (s *set) scale(w *trace.Workload, r paper.Reading, seed uint64) (*trace.Workload, error) {
	n := float64(w.Len())
	switch r.Of(scalingChoice) {
	case "mixed":
		return w.Enlarge(procs, int(math.Round(n*float64(s.jobs())/float64(s.like.jobs))), seed)
	case "copies":
		return w.Enlarge(procs, int(math.Round(n*float64(procs)/float64(w.Procs))), seed)
	case "wider":
		return w.Enlarge(procs, w.Len(), seed)
	}
	return w.EnlargeBy(trace.Enlargement{Procs: procs, Factor: s.factor, Wide: 0.5, Chance: r.Of(widthsChoice) == "chance", Seed: seed})
}
