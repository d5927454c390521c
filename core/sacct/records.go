package sacct

import (
	"errors"
	"io"
	"slices"
)

// Records are all jobs of a log.
type Records struct {
	Jobs  []Record // in the order of the log
	Names Names
	// Counts are how often each rule was applied, those of Rules and then
	// "malformed" (rows that could not be read) and "repeated" (see Read).
	Counts []Count
	// First is about the first row that could not be read, or nil.
	First *ParseError
}

// Read reads all jobs. file is what errors call the log. In several outputs
// behind one another, as of one month each, a job that runs across the border is
// in both: of several jobs with the same number (Record.Job and Task) the one
// submitted last is kept, the last of these if there are several.
//
// Rows that cannot be read are left out and counted; the error is about what
// ended the log early, or about a log of which no row can be read.
func Read(file string, src io.Reader) (*Records, error) {
	r := NewReader(src)
	r.File = file
	all := &Records{}
	malformed := 0
	for {
		all.Jobs = append(all.Jobs, Record{})
		err := r.Read(&all.Jobs[len(all.Jobs)-1])
		if err == nil {
			continue
		}
		all.Jobs = all.Jobs[:len(all.Jobs)-1]
		if err == io.EOF {
			break
		}
		if r.Fatal(err) {
			return nil, err
		}
		malformed++
		if all.First == nil && !errors.As(err, &all.First) {
			return nil, err
		}
	}
	if len(all.Jobs) == 0 && malformed > 0 {
		return nil, all.First
	}
	repeated := all.unrepeat()
	all.Names = r.Names()
	all.Counts = r.Counts()
	if malformed > 0 {
		all.Counts = append(all.Counts, Count{"malformed", malformed})
	}
	if repeated > 0 {
		all.Counts = append(all.Counts, Count{"repeated", repeated})
	}
	return all, nil
}

// unrepeat keeps one of the jobs of each number and returns how many it took
// away.
func (all *Records) unrepeat() (repeated int) {
	type key struct{ job, task int64 }
	best := make(map[key]int32, len(all.Jobs))
	for i := range all.Jobs {
		j := &all.Jobs[i]
		k := key{j.Job, j.Task}
		if j.Waiting > 0 {
			k.task = -2 // beside the task that has the number of the array
		}
		if other, seen := best[k]; !seen || all.Jobs[other].Submit <= j.Submit {
			best[k] = int32(i)
		}
	}
	if repeated = len(all.Jobs) - len(best); repeated == 0 {
		return 0
	}
	keep := make([]bool, len(all.Jobs))
	for _, i := range best {
		keep[i] = true
	}
	i := -1
	all.Jobs = slices.DeleteFunc(all.Jobs, func(Record) bool { i++; return !keep[i] })
	return repeated
}
