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
	// "malformed" (rows that could not be read) and "repeated" (see Reader.All).
	Counts []Count
	First  *ParseError // about the first row that could not be read, or nil
}

// Read reads all jobs, as Reader.All does; errors call the log file.
func Read(file string, src io.Reader) (*Records, error) {
	r := NewReader(src)
	r.File = file
	return r.All()
}

// All reads all jobs. In concatenated outputs, as of one month each, a job that runs from
// one into the next is in both. Therefore, of several jobs with the same number
// (Record.Job and Task), All keeps the one submitted last, or the last of these.
//
// All counts rows that cannot be read and leaves them out. It returns an error if the log
// ends early or if none of its rows can be read.
func (r *Reader) All() (*Records, error) {
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
	type number struct{ job, task int64 }
	of := func(j *Record) number {
		if j.Waiting > 0 {
			return number{j.Job, -2} // unlike the task that has the number of the array
		}
		return number{j.Job, j.Task}
	}
	best := make(map[number]int32, len(all.Jobs))
	for i := range all.Jobs {
		j := &all.Jobs[i]
		if other, seen := best[of(j)]; !seen || all.Jobs[other].Submit <= j.Submit {
			best[of(j)] = int32(i)
		}
	}
	if repeated = len(all.Jobs) - len(best); repeated > 0 {
		i := int32(-1)
		all.Jobs = slices.DeleteFunc(all.Jobs, func(j Record) bool { i++; return best[of(&j)] != i })
	}
	return repeated
}
