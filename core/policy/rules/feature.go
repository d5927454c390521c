package rules

import (
	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/sim"
)

// A Feature is a number that describes scheduling states.
type Feature struct {
	Name  string  `json:"name"` // in rule bases
	Title string  `json:"title"`
	Doc   string  `json:"doc"`
	Unit  string  `json:"unit"`
	Least float64 `json:"least"` // of its range
	Most  float64 `json:"most"`
}

// NumFeatures is the number of features.
const NumFeatures = 2 + NumGroups

// A Vector is the features of a state, parallel to Features.
type Vector [NumFeatures]float64

// Features is every feature (section 3.2): sd, um, prcwq1 to prcwq5.
var Features = [NumFeatures]Feature{
	{Name: "sd", Title: "SD", Unit: "1", Least: 1, Most: 100,
		Doc: "Average weighted slowdown of the ended jobs: the sum of p*m*(C-r) over the sum of p*p*m."},
	{Name: "um", Title: "U_m", Unit: "%", Most: 100,
		Doc: "Momentary utilisation: processors held by jobs over all processors."},
	share("1"), share("2"), share("3"), share("4"), share("5"),
}

func share(group string) Feature {
	return Feature{Name: "prcwq" + group, Title: "PRCWQ_" + group, Unit: "%", Most: 100,
		Doc: "Share of the waiting jobs' estimated resource consumption (estimate times width) that belongs to user group " + group + "."}
}

// FeatureNamed returns a feature's place in Features; the error for an unknown name lists
// them.
func FeatureNamed(name string) (int, error) {
	var names []string
	for _, f := range Features {
		names = append(names, f.Name)
	}
	return named("feature", names, name)
}

// A State keeps the features up to date. Its sums are exact, so the order of events does
// not matter. Every call costs O(1).
type State struct {
	procs    int
	groups   Groups
	held     int       // processors of running jobs
	response wide.Uint // of jobs that have ended: p*m*(C-r)
	squares  wide.Uint // p*p*m
	waiting  wide.Uint // estimate times width of waiting jobs
	share    [NumGroups]wide.Uint
}

// NewState returns the state of an idle machine.
func NewState(procs int, groups Groups) *State { return &State{procs: procs, groups: groups} }

// Submit adds j to the waiting jobs.
func (s *State) Submit(j *sim.Job) {
	area, share := product(int64(j.Procs), j.Estimate, 1), &s.share[s.groups.Of(j.User)-1]
	s.waiting, *share = s.waiting.Add(area), share.Add(area)
}

// Start moves j from the waiting to the running jobs.
func (s *State) Start(j *sim.Job) {
	area, share := product(int64(j.Procs), j.Estimate, 1), &s.share[s.groups.Of(j.User)-1]
	s.waiting, *share = s.waiting.Sub(area), share.Sub(area)
	s.held += int(j.Procs)
}

// End removes j, which ran from second start to now, from the running jobs.
func (s *State) End(j *sim.Job, start, now int64) {
	run, procs := now-start, int64(j.Procs)
	s.response = s.response.Add(product(procs, run, now-j.Submit))
	s.squares = s.squares.Add(product(procs, run, run))
	s.held -= int(j.Procs)
}

// Vector returns the features.
func (s *State) Vector() (x Vector) {
	x[0] = min(ratio(s.response, s.squares, Features[0].Least), Features[0].Most)
	x[1] = float64(100*float64(s.held)) / float64(s.procs)
	if all := s.waiting.Float(); all > 0 {
		for i := range s.share {
			x[2+i] = float64(100*s.share[i].Float()) / all
		}
	}
	return x
}
