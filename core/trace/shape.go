package trace

import (
	"cmp"
	"slices"
)

// A Shape counts a workload's jobs in classes, as charts of it show them. Each job is in
// one class of every list, but in none of Hours if its time of day is not known.
type Shape struct {
	// Hours are the submissions in each hour of the day, of the log's time zone; there are none
	// if the log does not say when its second 0 was. That of a model is midnight.
	Hours []int `json:"hours"`

	Over     []int `json:"over"`     // submissions in each OverStep seconds, from second OverFrom
	OverFrom int64 `json:"over_s"`   // a multiple of OverStep
	OverStep int64 `json:"step_s"`   // the shortest usual one that makes at most 60 parts
	Widths   []Bin `json:"widths"`   // by processors, from powers of two
	Runs     []Bin `json:"runs"`     // by run time in seconds
	Accuracy []Bin `json:"accuracy"` // by run time in percent of the estimate; from 100: not shorter than that
	Users    []Use `json:"users"`    // the ten of the most processor seconds, and all others together with no name
}

// A Bin counts the jobs with a number in [From, To); To is 0 for no bound.
type Bin struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
	Jobs int   `json:"jobs"`
}

// A Use is what one user's jobs are of all: the jobs of no user are a user, too.
type Use struct {
	Name  string  `json:"name"`
	Users int     `json:"users"` // 1, or how many have no name here
	Jobs  int     `json:"jobs"`
	Area  float64 `json:"area"` // processor seconds
}

const (
	minute, hour, day = 60, 3600, 86400

	mostParts = 60
	mostUsers = 10
)

var (
	steps    = []int64{minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, day, 7 * day, 28 * day}
	runtimes = []int64{0, 10, minute, 10 * minute, hour, 4 * hour, 12 * hour, day, 4 * day}
)

// Shape counts the workload's jobs in classes. It costs O(n).
func (w *Workload) Shape() Shape {
	s := Shape{Hours: []int{}, Over: []int{}, Widths: binsFrom([]int64{1}), Runs: binsFrom(runtimes)}
	var percents []int64
	for p := int64(0); p <= 100; p += 10 {
		percents = append(percents, p)
	}
	s.Accuracy = binsFrom(percents)
	first, last := w.Span()
	s.OverStep = stepOf(last - first)
	s.OverFrom = first / s.OverStep * s.OverStep
	clock := w.Clock()
	if clock.Known() || w.Generated {
		s.Hours = make([]int, 24)
	}
	jobs := w.Jobs.Held()
	for i := range jobs {
		j := &jobs[i]
		if len(s.Hours) > 0 {
			s.Hours[clock.at(j.Submit).Hour()]++
		}
		part := int((j.Submit - s.OverFrom) / s.OverStep)
		for len(s.Over) <= part {
			s.Over = append(s.Over, 0)
		}
		s.Over[part]++
		for n := &s.Widths[len(s.Widths)-1]; int64(j.Procs) >= 2*n.From; n = &s.Widths[len(s.Widths)-1] {
			n.To = 2 * n.From
			s.Widths = append(s.Widths, Bin{From: n.To})
		}
		put(s.Widths, int64(j.Procs))
		put(s.Runs, j.Run)
		percent := int64(100)
		if j.Run < j.Estimate {
			percent = 100 * j.Run / j.Estimate
		}
		put(s.Accuracy, percent)
	}
	s.Users = w.uses()
	return s
}

// stepOf returns the length of the parts of a span of that many seconds.
func stepOf(span int64) int64 {
	for _, step := range steps {
		if span/step < mostParts-1 { // both ends may be in parts of their own
			return step
		}
	}
	step := steps[len(steps)-1]
	for span/step >= mostParts-1 {
		step *= 2
	}
	return step
}

func binsFrom(bounds []int64) []Bin {
	bins := make([]Bin, len(bounds))
	for i, from := range bounds {
		bins[i].From = from
		if i+1 < len(bounds) {
			bins[i].To = bounds[i+1]
		}
	}
	return bins
}

// put counts a job with the number x, which is at least the first bound.
func put(bins []Bin, x int64) {
	i, found := slices.BinarySearchFunc(bins, x, func(b Bin, x int64) int { return cmp.Compare(b.From, x) })
	if !found {
		i--
	}
	bins[i].Jobs++
}

// uses returns what users' jobs are of all, falling.
func (w *Workload) uses() []Use {
	of := make([]Use, len(w.Users)+1) // the last is that of no user
	for i := range w.Users {
		of[i].Name = w.Users[i]
	}
	jobs := w.Jobs.Held()
	for i := range jobs {
		j := &jobs[i]
		u := &of[len(w.Users)]
		if j.User >= 0 {
			u = &of[j.User]
		}
		u.Users = 1
		u.Jobs++
		u.Area += j.Area(false)
	}
	of = slices.DeleteFunc(of, func(u Use) bool { return u.Jobs == 0 })
	slices.SortStableFunc(of, func(a, b Use) int { return cmp.Compare(b.Area, a.Area) })
	if len(of) <= mostUsers+1 {
		return of
	}
	var others Use
	for _, u := range of[mostUsers:] {
		others.Users++
		others.Jobs += u.Jobs
		others.Area += u.Area
	}
	return append(of[:mostUsers], others)
}
