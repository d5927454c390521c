package trace

import (
	"encoding/binary"
	"math/bits"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A ScratchFile is where a Tape puts jobs that its memory does not hold.
type ScratchFile = spool.File

// tapeMemory is the number of bytes of a Tape that stay in memory: about two million jobs.
const tapeMemory = 32 << 20

// A Tape holds the jobs of a Workload by (Submit, ID) in about 15 bytes each, and as many for what Slurm's accounting says
// of them. It keeps 32 MiB in memory and the rest in a temporary file, so the memory that it takes does not grow with
// the log.
type Tape struct {
	spool  *spool.Spool
	jobs   int
	before int64     // submission of the last one
	known  [14]int64 // its fields
	slurm  [14]int64 // those of its Slurm

	// What readers add to submissions, and to numbers above maxID: jobs are put on it before the first submission and the
	// highest number are known.
	shift, lower int64
	accounts     bool // its jobs have a Slurm
}

// NewTape returns an empty Tape. create makes its file; nil keeps all jobs in memory.
func NewTape(create func() (ScratchFile, error)) *Tape { return newTape(tapeMemory, create) }

func newTape(memory int, create func() (ScratchFile, error)) *Tape {
	return &Tape{spool: spool.New(memory, create)}
}

// Len returns the number of jobs.
func (t *Tape) Len() int { return t.jobs }

// Close gives the temporary file back.
func (t *Tape) Close() error { return t.spool.Close() }

// A record of a Tape is a set of bits, the seconds since the submission before, the run time, and those fields whose
// bits are set: the number and the row if they are not the next ones, others if they differ from those of the job before.
// A second set and its fields follow for a Slurm.
//
// taped returns them by the place of their bits.
func taped(j *job.Job) [14]int64 {
	return [...]int64{
		j.ID, j.Estimate, int64(j.Procs), int64(j.User), int64(j.Queue), j.Wait, int64(j.Group), int64(j.App),
		j.MemoryKiB, j.RequestedMemoryKiB, int64(j.Status), int64(j.Partition), int64(j.Traits), int64(j.Row),
	}
}

// tapedSlurm does so for the fields of a Slurm, with the first number as the difference to the job's.
func tapedSlurm(s *job.Slurm, id int64) [14]int64 {
	return [...]int64{
		s.Priority, int64(s.NodeList), int64(s.Nodes), int64(s.Account), int64(s.State), s.Task, s.Base - id, s.Held,
		int64(s.QOS), int64(s.GPUs), int64(s.GPUType), int64(s.Parts), int64(s.Earlier), int64(s.Reservation),
	}
}

// Add adds a job, the next by (Submit, ID), and what Slurm's accounting says of it: of all jobs, or nil.
func (t *Tape) Add(j *job.Job, s *job.Slurm) error {
	b, fresh := t.spool.Begin()
	if fresh {
		t.before, t.known, t.slurm = 0, taped(&job.Unknown), [14]int64{}
	}
	t.known[0]++ // the next number
	if t.known[13] != job.None {
		t.known[13]++
	}
	now := taped(j)
	mask := spool.Changed(now[:], t.known[:])
	b = binary.AppendUvarint(b, mask)
	b = binary.AppendUvarint(b, uint64(j.Submit-t.before))
	b = binary.AppendUvarint(b, uint64(j.Run))
	b = appendFields(b, &now, mask)
	t.before, t.known, t.jobs = j.Submit, now, t.jobs+1
	if s != nil {
		t.accounts = true
		now = tapedSlurm(s, j.ID)
		mask = spool.Changed(now[:], t.slurm[:])
		b = appendFields(binary.AppendUvarint(b, mask), &now, mask)
		t.slurm = now
	}
	return t.spool.End(b)
}

// appendFields appends the fields whose bits are set.
func appendFields(b []byte, now *[14]int64, mask uint64) []byte {
	for i := 0; mask>>i != 0; i++ {
		if mask>>i&1 != 0 {
			b = binary.AppendVarint(b, now[i])
		}
	}
	return b
}

// A TapeReader reads a Tape from the front. It is a sim.Feed.
type TapeReader struct {
	tape    *Tape
	records *spool.Reader
	now     job.Job
	fields  [14]int64 // of its Slurm
	slurm   job.Slurm
}

// Read returns a TapeReader at the first job. Several may read at once.
func (t *Tape) Read() *TapeReader { return &TapeReader{tape: t, records: t.spool.Read()} }

// drain is Read for the last time.
func (t *Tape) drain() *TapeReader { return &TapeReader{tape: t, records: t.spool.Drain()} }

// Slurm returns what Slurm's accounting says of the job last read, until the next is read; nil if it is not of sacct output.
func (r *TapeReader) Slurm() *job.Slurm {
	if !r.tape.accounts {
		return nil
	}
	f := &r.fields
	r.slurm = job.Slurm{
		Priority: f[0], NodeList: int32(f[1]), Nodes: int32(f[2]), Account: int32(f[3]), State: int32(f[4]), Task: f[5], Base: f[6] + r.now.ID,
		Held: f[7], QOS: int32(f[8]), GPUs: int32(f[9]), GPUType: int32(f[10]), Parts: int32(f[11]), Earlier: int32(f[12]),
		Reservation: int32(f[13]),
	}
	return &r.slurm
}

// Next sets *j to the next job. After the last one ok is false.
func (t *TapeReader) Next(j *job.Job) (ok bool, err error) {
	r, now := t.records, &t.now
	fresh, ok, err := r.Next()
	if !ok || err != nil {
		return false, err
	}
	if fresh {
		*now, t.fields = job.Unknown, [14]int64{}
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
	if t.tape.accounts {
		for m := r.Uint(); m != 0; m &= m - 1 {
			x := r.Int()
			if i := bits.TrailingZeros64(m); i < len(t.fields) {
				t.fields[i] = x
			}
		}
	}
	*j = *now
	if j.Submit += t.tape.shift; j.ID > maxID {
		j.ID += t.tape.lower
	}
	return true, r.Err()
}

// Done says that all jobs have been added. Call it before Read.
func (t *Tape) Done() error { return t.spool.Done() }
