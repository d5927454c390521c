package rules

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
)

// procs is the size of the machine that all logs are scaled to.
const procs = 1024

// A set is one of the paper's six workloads.
type set struct {
	key, title string
	trace      string // file of the log; "" if it is not at hand
	whole      bool   // the machine has 1024 processors already: the log is not scaled
	note       string // about the log
	like       like
}

var allSets = []*set{
	{key: "ctc", title: "CTC", trace: "CTC-SP2-1996-3.1-cln.swf.gz",
		note: "The paper's log had 79,302 jobs, before cleaning.",
		like: like{procs: 430, jobs: 77_222, days: 339, users: 679, load: 0.67}},
	{key: "kth", title: "KTH", trace: "KTH-SP2-1996-2.swf.gz",
		like: like{procs: 100, jobs: 28_489, days: 340, users: 214, load: 0.69}},
	{key: "lanl", title: "LANL", trace: "LANL-CM5-1994-4.1-cln.swf.gz", whole: true,
		note: "The machine has 1,024 processors and the log is taken as it is; cleaning removed 79,000 of the paper's jobs, nearly all short.",
		like: like{procs: 1024, jobs: 122_057, days: 721, users: 201, load: 0.56}},
	{key: "sdsc00", title: "SDSC 00", trace: "SDSC-SP2-1998-4.2-cln.swf.gz",
		like: like{procs: 128, jobs: 54_044, days: 729, users: 428, load: 0.82}},
	{key: "sdsc95", title: "SDSC 95",
		like: like{procs: 416, jobs: 76_872, days: 366, users: 100, load: 0.74, exact: true, few: true}},
	{key: "sdsc96", title: "SDSC 96", trace: "SDSC-Par-1996-3.1-cln.swf.gz",
		note: "The log has no estimates: the run time stands in.",
		like: like{procs: 400, jobs: 32_135, days: 370, users: 60, load: 0.74, exact: true, few: true}},
}

// jobs is the number of jobs in table 2, after the scaling.
func (s *set) jobs() int { return int(numbers().At("table2", jobsRow, s.title)) }

func setOf(key string) *set {
	return allSets[slices.IndexFunc(allSets, func(s *set) bool { return s.key == key })]
}

// ctc is the workload for which the paper prints absolute numbers.
var ctc = setOf("ctc")

func workloads(paper.Setting) (sets []paper.JobSet) {
	for _, s := range allSets {
		doc := "The log " + s.trace + ", scaled to 1,024 processors and the printed number of jobs"
		if s.whole {
			doc = "The log " + s.trace
		}
		doc += "; where it is not given, " + s.key + "-like, drawn from a model in its place."
		if s.trace == "" {
			doc = s.key + "-like, drawn from a model in place of a log that is not at hand, and scaled like the others."
		}
		sets = append(sets, paper.JobSet{Name: s.key, Title: s.title, Doc: doc, Drawn: true, Make: s.make})
	}
	return sets
}

// quick is the number of jobs of a log at scale quick, before it is scaled.
const quick = 350

func (s *set) make(l *paper.Loader) (*trace.Workload, error) {
	w, ok, err := s.read(l)
	if err != nil {
		return nil, err
	}
	all := s.like.jobs
	if ok {
		all = w.Len()
		l.Note("%s: %d jobs on %d processors.", s.trace, w.Len(), w.Procs)
		if s.note != "" {
			l.Note("%s", s.note)
		}
		if l.Scale == paper.Quick {
			w = w.Head(quick)
			l.Note("Scale quick takes the first %d.", w.Len())
		}
	} else if w, err = s.like.draw(l, s); err != nil {
		return nil, err
	}
	if s.whole {
		return w, nil
	}
	w, err = w.Enlarge(procs, s.scaled(l.Reading, w, all), l.Draw())
	if err != nil {
		return nil, fmt.Errorf("%s cannot be scaled as in table 2: %w", s.title, err)
	}
	l.Note("It is %s.", w.Changes[len(w.Changes)-1])
	return w, nil
}
