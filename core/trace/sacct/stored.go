package sacct

import (
	"cmp"
	"encoding/binary"
	"errors"
	"iter"

	"github.com/backfill-lab/backfill/core/internal/order"
	"github.com/backfill-lab/backfill/core/internal/spool"
)

// storeMemory is the number of bytes that Store keeps in memory of the records, and as many of what decides over them; the
// others are in temporary files.
const storeMemory = 8 << 20

// Stored are the jobs of a log that nobody holds.
type Stored struct {
	Summary
	records *spool.Spool // in the order of the log
	fates   fates
}

// Store is All without the jobs in memory: it reads the log once, and which of its records are jobs, and of which number, is
// known at the end. It holds the names, a bit for each record, and what it knows of those whose number others have. create
// makes temporary files; nil keeps all in memory. Close what it returns.
func (r *Reader) Store(create func() (spool.File, error)) (*Stored, error) {
	return r.store(storeMemory, create)
}

func (r *Reader) store(memory int, create func() (spool.File, error)) (*Stored, error) {
	all := &Stored{records: spool.New(memory, create)}
	first := &entryRun{spool: spool.New(memory, create)}
	sorter := order.New[entry](first.Add, func() order.Run[entry] { return &entryRun{spool: spool.New(0, create)} })
	var before packed
	var e entry
	index := 0
	var err error
	all.Summary, err = r.each(&all.fates, func(rec *Record) error {
		b, fresh := all.records.Begin()
		if fresh {
			before = packed{}
		}
		b, before = rec.pack(b, &before)
		e = entryOf(rec, index)
		index++
		return cmp.Or(all.records.End(b), sorter.Add(&e))
	}, func() error {
		return cmp.Or(all.records.Done(), decide(sorter, first, func(e *entry) error { all.fates.add(e); return nil }))
	})
	if err = errors.Join(err, first.Close(), sorter.Close()); err != nil {
		return nil, errors.Join(err, all.Close())
	}
	return all, nil
}

// decide hands all entries of a sorter, whose first run is first, to put in their order.
func decide(sorter *order.Sorter[entry, *entry], first *entryRun, put func(*entry) error) error {
	if _, err := sorter.Done(); err != nil {
		return err
	}
	if err := first.Done(); err != nil {
		return err
	}
	return sorter.Merge(first, put)
}

// All yields the jobs, once. An error, of the temporary file, is the last.
func (all *Stored) All() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		r := all.records.Drain()
		var rec Record
		var now packed
		for index := 0; ; index++ {
			fresh, ok, err := r.Next()
			if err == nil && !ok {
				return
			}
			if err == nil {
				if fresh {
					now = packed{}
				}
				err = now.next(r)
			}
			if err == nil {
				err = rec.unpack(&now, &all.Names)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if all.fates.of(index, &rec) && !yield(&rec, nil) {
				return
			}
		}
	}
}

// Close gives back the temporary file.
func (all *Stored) Close() error { return all.records.Close() }

// An entryRun holds entries in order: the differences to the entry before.
type entryRun struct {
	spool *spool.Spool
	last  entry
	read  *spool.Reader
}

func (r *entryRun) Add(e *entry) error {
	b, fresh := r.spool.Begin()
	if fresh {
		r.last = entry{}
	}
	for _, n := range [...]int64{
		e.job - r.last.job, e.task - r.last.task, e.submit - r.last.submit, e.eligible - e.submit, e.start - e.submit,
		int64(e.index - r.last.index), int64(e.state), e.end - e.submit, int64(e.user), int64(e.name), int64(e.cluster),
	} {
		b = binary.AppendVarint(b, n)
	}
	r.last = *e
	return r.spool.End(b)
}

func (r *entryRun) Done() error { return r.spool.Done() }

func (r *entryRun) Next(e *entry) (ok bool, err error) {
	if r.read == nil {
		r.read = r.spool.Drain()
	}
	fresh, ok, err := r.read.Next()
	if !ok || err != nil {
		return false, err
	}
	if fresh {
		r.last = entry{}
	}
	l := &r.last
	l.job += r.read.Int()
	l.task += r.read.Int()
	l.submit += r.read.Int()
	l.eligible = l.submit + r.read.Int()
	l.start = l.submit + r.read.Int()
	l.index += int(r.read.Int())
	l.state = State(r.read.Int())
	l.end = l.submit + r.read.Int()
	l.user, l.name, l.cluster = int32(r.read.Int()), int32(r.read.Int()), int32(r.read.Int())
	*e = *l
	return true, r.read.Err()
}

func (r *entryRun) Close() error { return r.spool.Close() }
