package sacct

import (
	"cmp"
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
	Local  bool        // times are local to the cluster, not Unix times
	First  *ParseError // about the first row that could not be read, or nil
}

// Read reads all jobs, as Reader.All does; errors call the log file.
func Read(file string, src io.Reader) (*Records, error) {
	r := NewReader(src)
	r.File = file
	return r.All()
}

// All reads all jobs. In concatenated outputs, as of one month each, a job that runs from
// one into the next is in both. Therefore, of several records with the same number
// (Record.Job and Task) and submission, All keeps the last. Several with the same number and
// other submissions are the runs of a job that was requeued: see Record.Earlier.
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
		var bad *ParseError
		if !errors.As(err, &bad) {
			return nil, err
		}
		malformed++
		all.First = cmp.Or(all.First, bad)
		if r.Malformed != nil {
			r.Malformed(bad)
		}
	}
	if len(all.Jobs) == 0 && malformed > 0 {
		return nil, all.First
	}
	repeated := all.unrepeat()
	r.counts[ruleEarlier], r.counts[ruleResized] = all.order()
	all.Names, all.Local = r.Names(), r.local
	all.Counts = r.Counts()
	if malformed > 0 {
		all.Counts = append(all.Counts, Count{"malformed", malformed})
	}
	if repeated > 0 {
		all.Counts = append(all.Counts, Count{"repeated", repeated})
	}
	return all, nil
}

// A jobNumber is what the runs of one job have in common.
type jobNumber struct{ job, task int64 }

func (r *Record) number() jobNumber {
	if r.Waiting > 0 {
		return jobNumber{r.Job, -2} // unlike the task that has the number of the array
	}
	return jobNumber{r.Job, r.Task}
}

// unrepeat keeps one record of each run and returns how many records it removed.
func (all *Records) unrepeat() (repeated int) {
	type run struct {
		jobNumber
		submit int64
	}
	last := make(map[run]int32, len(all.Jobs))
	for i := range all.Jobs {
		j := &all.Jobs[i]
		last[run{j.number(), j.Submit}] = int32(i)
	}
	if repeated = len(all.Jobs) - len(last); repeated > 0 {
		i := int32(-1)
		all.Jobs = slices.DeleteFunc(all.Jobs, func(j Record) bool { i++; return last[run{j.number(), j.Submit}] != i })
	}
	return repeated
}

// order numbers the earlier runs of each job, and makes one record of the rows of a job that
// was resized: the last, submitted when the first was. It returns how many earlier runs there
// are, and how many rows it joined.
func (all *Records) order() (earlier, resized int) {
	runs := map[jobNumber][]int32{} // of jobs with several
	first := make(map[jobNumber]int32, len(all.Jobs))
	for i := range all.Jobs {
		n := all.Jobs[i].number()
		if k, seen := first[n]; !seen {
			first[n] = int32(i)
		} else if runs[n] == nil {
			runs[n] = []int32{k, int32(i)}
		} else {
			runs[n] = append(runs[n], int32(i))
		}
	}
	joined := map[int32]bool{}
	for _, of := range runs {
		slices.SortFunc(of, func(a, b int32) int { return cmp.Compare(all.Jobs[a].Submit, all.Jobs[b].Submit) })
		number := 0
		for k, i := range of[:len(of)-1] {
			run, next := &all.Jobs[i], &all.Jobs[of[k+1]]
			if run.State == StateResizing && run.Start == next.Start && run.Start != None {
				next.Submit, next.Eligible = run.Submit, run.Eligible
				joined[i] = true
				continue
			}
			number++
			run.Earlier = number
		}
		earlier += number
	}
	if len(joined) > 0 {
		i := int32(-1)
		all.Jobs = slices.DeleteFunc(all.Jobs, func(Record) bool { i++; return joined[i] })
	}
	return earlier, len(joined)
}
