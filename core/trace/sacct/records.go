package sacct

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/backfill-lab/backfill/internal/doubt"
)

// A Summary is what a log says beside its jobs.
type Summary struct {
	Names Names
	// Counts says how often each rule was applied: first those of Rules, then
	// "malformed" (rows that could not be read) and "repeated" (see Reader.All).
	Counts []Count
	Local  bool        // times are local to the cluster, not Unix times
	First  *ParseError // about the first row that could not be read, or nil
	Start  int64       // the first submission since 1970, or None

	Doubts  []doubt.Doubt
	Columns []string // their names; nil of JSON, which has all
	Release string   // of the Slurm that wrote it, such as 25.11.7, which JSON has; or ""
}

// HasColumn tells whether one of Columns is that of a name of sacct's, however a program writes it.
func (s *Summary) HasColumn(name string) bool {
	name = squeeze([]byte(name))
	return slices.ContainsFunc(s.Columns, func(c string) bool { return squeeze([]byte(c)) == name })
}

// Records are all jobs of a log.
type Records struct {
	Jobs []Record // in the order of the log
	Summary
}

// All yields the jobs.
func (all *Records) All() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for i := range all.Jobs {
			if !yield(&all.Jobs[i], nil) {
				return
			}
		}
	}
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
// other submissions are the runs of a job that was requeued: see Record.Earlier. Those of another user or cluster, and those submitted
// long after the one before ended, are other jobs: see Record.Recycled.
//
// All counts rows that cannot be read and leaves them out. It returns an error if the log
// ends early or if none of its rows can be read.
func (r *Reader) All() (*Records, error) {
	all := new(Records)
	var fates fates
	var err error
	all.Summary, err = r.each(&fates, func(rec *Record) error {
		all.Jobs = append(all.Jobs, *rec)
		return nil
	}, func() error {
		entries, order := make([]entry, len(all.Jobs)), make([]int32, len(all.Jobs))
		for i := range all.Jobs {
			entries[i], order[i] = entryOf(&all.Jobs[i], i), int32(i)
		}
		slices.SortFunc(order, func(a, b int32) int { return entries[a].compare(&entries[b]) })
		for _, i := range order {
			fates.add(&entries[i])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all.Jobs = fates.apply(all.Jobs)
	return all, nil
}

// each reads all jobs. It hands the record of each to put, and counts rows that cannot be read. decide then has to find
// out the fates of those records whose number others have.
func (r *Reader) each(fates *fates, put func(*Record) error, decide func() error) (Summary, error) {
	about := Summary{Start: None}
	jobs, malformed := 0, 0
	var rec Record
	for {
		err := r.Read(&rec)
		if err == nil {
			jobs++
			if rec.Submit >= 0 && (about.Start == None || rec.Submit < about.Start) {
				about.Start = rec.Submit
			}
			if err := put(&rec); err != nil {
				return about, err
			}
			continue
		}
		if err == io.EOF {
			break
		}
		if r.Fatal(err) {
			return about, err
		}
		var bad *ParseError
		if !errors.As(err, &bad) {
			return about, err
		}
		malformed++
		about.First = cmp.Or(about.First, bad)
		if r.Malformed != nil {
			r.Malformed(bad)
		}
	}
	if jobs == 0 && malformed > 0 {
		return about, about.First
	}
	if err := decide(); err != nil {
		return about, err
	}
	fates.settle()
	r.counts[ruleEarlier], r.counts[ruleRecycled], r.counts[ruleResized] = fates.earlier, fates.recycled, fates.resized
	about.Names, about.Local, about.Counts, about.Doubts = r.Names(), r.local, r.Counts(), r.ran.doubts()
	switch {
	case r.list != nil:
		about.Release = r.list.release
	case r.layout != nil:
		about.Columns = r.layout.names
	}
	if malformed > 0 {
		about.Counts = append(about.Counts, Count{"malformed", malformed})
	}
	if fates.repeated > 0 {
		about.Counts = append(about.Counts, Count{"repeated", fates.repeated})
	}
	return about, nil
}
