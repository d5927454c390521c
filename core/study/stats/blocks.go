package stats

import (
	"maps"
	"slices"
)

// Least is the fewest blocks of which anything is said. Six weeks are few: an interval of them is
// wide, because Student's t of five degrees of freedom is 2.6, not 2.
const Least = 6

// A Unit is a length of time into which logs are cut.
type Unit struct {
	Name    string // such as week
	Seconds int64
	from    int64 // second since 1970 at which one begins
}

// Units are the units, the longest first. A week begins on Monday at midnight UTC: the first one of
// 1970 was January 5th.
var Units = []Unit{{"week", 7 * 86400, 4 * 86400}, {"day", 86400, 0}, {"hour", 3600, 0}}

// Blocks says in which block of a log each job is.
type Blocks struct {
	Unit string  // name of the unit; "" if the log is too short for any
	N    int     // blocks that have a job, 0 if Unit is ""
	Of   []int32 // by job, the block's number from 0 in order of time, without those that have no job; nil if Unit is ""
}

// Divide puts each job into the block of its submission: weeks if there are at least Least of
// them, else days, else hours. Days and hours depend on each other, since a queue lasts, and so
// intervals of them are too narrow: say so where Unit is not week.
//
// Weeks, not jobs, are what Feitelson resamples logs by (Resampling with Feedback: A New Paradigm of Using
// Workload Data for Performance Evaluation, Euro-Par 2016, section 3), because the daily and weekly cycles stay whole.
// submit is in seconds, and start the Unix time of second 0, or 0 if it is not known.
func Divide(submit []int64, start int64) Blocks {
	for _, u := range Units {
		number := map[int64]int32{}
		for _, s := range submit {
			number[u.at(s, start)] = 0
		}
		if len(number) < Least {
			continue
		}
		for k, at := range slices.Sorted(maps.Keys(number)) {
			number[at] = int32(k)
		}
		of := make([]int32, len(submit))
		for i, s := range submit {
			of[i] = number[u.at(s, start)]
		}
		return Blocks{u.Name, len(number), of}
	}
	return Blocks{}
}

// SinceMonday returns the seconds from the beginning of the week that holds a Unix time.
func SinceMonday(unix int64) int64 {
	s := (unix - Units[0].from) % Units[0].Seconds
	if s < 0 {
		s += Units[0].Seconds
	}
	return s
}

// at returns the number of the unit that holds a second.
func (u *Unit) at(second, start int64) int64 {
	t := start + second - u.from
	k := t / u.Seconds
	if t%u.Seconds < 0 {
		k--
	}
	return k
}
