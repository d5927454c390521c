package workload

import (
	"encoding/binary"
	"math/bits"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/job"
)

// A ScratchFile is where a Tape puts jobs that its memory does not hold.
type ScratchFile = spool.File

// tapeMemory is the number of bytes of a Tape that stay in memory: about two million jobs.
const tapeMemory = 32 << 20

// A Tape holds the jobs of a Workload by (Submit, ID) in about 15 bytes each. It keeps 32 MiB in memory
// and the rest in a temporary file, so the memory that it takes does not grow with the log.
type Tape struct {
	spool  *spool.Spool
	jobs   int
	before int64     // submission of the last one
	lower  int64     // what is added to numbers above maxID, which are put on it before the highest is known
	known  [14]int64 // its fields
}

// NewTape returns an empty Tape. create makes its file; nil keeps all jobs in memory.
func NewTape(create func() (ScratchFile, error)) *Tape {
	return &Tape{spool: spool.New(tapeMemory, create)}
}

// Len returns the number of jobs.
func (t *Tape) Len() int { return t.jobs }

// Close gives the temporary file back.
func (t *Tape) Close() error { return t.spool.Close() }

// A record of a Tape is a set of bits, the seconds since the submission before, the run time, and those fields whose
// bits are set: the number and the row if they are not the next ones, others if they differ from those of the job before.
//
// taped returns them by the place of their bits.
func taped(j *job.Job) [14]int64 {
	return [...]int64{
		j.ID, j.Estimate, int64(j.Procs), int64(j.User), int64(j.Queue), j.Wait, int64(j.Group), int64(j.App),
		j.MemoryKiB, j.RequestedMemoryKiB, int64(j.Status), int64(j.Partition), int64(j.Traits), int64(j.Row),
	}
}

// Add adds a job, the next by (Submit, ID).
func (t *Tape) Add(j *job.Job) error {
	b, fresh := t.spool.Begin()
	if fresh {
		t.before, t.known = 0, taped(&job.Unknown)
	}
	t.known[0]++ // the next number
	if t.known[13] != job.None {
		t.known[13]++
	}
	now, mask := taped(j), uint64(0)
	for i := range now {
		if now[i] != t.known[i] {
			mask |= 1 << i
		}
	}
	b = binary.AppendUvarint(b, mask)
	b = binary.AppendUvarint(b, uint64(j.Submit-t.before))
	b = binary.AppendUvarint(b, uint64(j.Run))
	for i := 0; mask>>i != 0; i++ {
		if mask>>i&1 != 0 {
			b = binary.AppendVarint(b, now[i])
		}
	}
	t.before, t.known, t.jobs = j.Submit, now, t.jobs+1
	return t.spool.End(b)
}

// A TapeReader reads a Tape from the front. It is a sim.Feed.
type TapeReader struct {
	records *spool.Reader
	lower   int64 // of the Tape
	now     job.Job
}

// Read returns a TapeReader at the first job. Several may read at once.
func (t *Tape) Read() *TapeReader { return &TapeReader{records: t.spool.Read(), lower: t.lower} }

// Next sets *j to the next job. After the last one ok is false.
func (t *TapeReader) Next(j *job.Job) (ok bool, err error) {
	r, now := t.records, &t.now
	fresh, ok, err := r.Next()
	if !ok || err != nil {
		return false, err
	}
	if fresh {
		*now = job.Unknown
	}
	mask := r.Uint()
	now.Submit += int64(r.Uint())
	now.Run = int64(r.Uint())
	now.ID++
	if now.Row != job.None {
		now.Row++
	}
	for m := mask; m != 0; m &= m - 1 {
		switch x := r.Int(); bits.TrailingZeros64(m) {
		case 0:
			now.ID = x
		case 1:
			now.Estimate = x
		case 2:
			now.Procs = int32(x)
		case 3:
			now.User = int32(x)
		case 4:
			now.Queue = int32(x)
		case 5:
			now.Wait = x
		case 6:
			now.Group = int32(x)
		case 7:
			now.App = int32(x)
		case 8:
			now.MemoryKiB = x
		case 9:
			now.RequestedMemoryKiB = x
		case 10:
			now.Status = int8(x)
		case 11:
			now.Partition = int32(x)
		case 12:
			now.Traits = job.Traits(x)
		case 13:
			now.Row = int32(x)
		}
	}
	if *j = *now; j.ID > maxID {
		j.ID += t.lower
	}
	return true, r.Err()
}

// Done says that all jobs have been added. Call it before Read.
func (t *Tape) Done() error { return t.spool.Done() }
