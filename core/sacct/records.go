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
	// Counts says how often each rule was applied: first those of Rules, then
	// "malformed" (rows that could not be read) and "repeated" (see Read).
	Counts []Count
	First  *ParseError // about the first row that could not be read, or nil
}

// Read reads all jobs; errors call the log file. In concatenated outputs, as of one
// month each, a job that runs from one into the next is in both. Therefore, of several
// jobs with the same number (Record.Job and Task), Read keeps the one submitted
// last, or the last of these.
//
// Read counts rows that cannot be read and leaves them out. It returns an error if
// the log ends early or if none of its rows can be read.
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

// unrepeat keeps one job of each number and returns how many jobs it removed.
func (all *Records) unrepeat() (repeated int) {
	type key struct{ job, task int64 }
	best := make(map[key]int32, len(all.Jobs))
	for i := range all.Jobs {
		j := &all.Jobs[i]
		k := key{j.Job, j.Task}
		if j.Waiting > 0 {
			k.task = -2 // unlike the task that has the number of the array
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
