package trace

import (
	"encoding/binary"
	"math/bits"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A ScratchFile is where a Spool puts jobs that its memory does not hold.
type ScratchFile = spool.File

// spoolMemory is the number of bytes of a Spool that stay in memory: about two million jobs.
const spoolMemory = 32 << 20

// A Spool takes jobs by (Submit, ID). A job takes about 15 bytes of it, and as many for what Slurm's accounting says of the job. A Spool
// keeps 32 MiB in memory and the rest in a temporary file, so the memory that it takes does not grow with the log.
type Spool struct {
	records *spool.Spool
	create  func() (ScratchFile, error)
	count   int
	first   int64     // submissions of the first job and the last
	last    int64     //
	known   jobFields // of the last one
	slurm   jobFields // of its Slurm

	// What readers add to submissions, and to numbers above maxID: jobs are spooled before the first submission and the
	// highest number are known.
	shift, lower int64
	accounts     bool // its jobs have a Slurm

	ignored *ignoredCounter // of its jobs, if a spoolWriter has made it
	doubts  *doubtCounter
}

// NewSpool returns an empty Spool. create makes its file; nil keeps all jobs in memory.
func NewSpool(create func() (ScratchFile, error)) *Spool { return newSpool(spoolMemory, create) }

func newSpool(memory int, create func() (ScratchFile, error)) *Spool {
	return &Spool{records: spool.New(memory, create), create: create}
}

// Len returns the number of jobs.
func (s *Spool) Len() int { return s.count }

// Close gives the temporary file back.
func (s *Spool) Close() error { return s.records.Close() }

// Jobs returns the jobs when all have been added.
func (s *Spool) Jobs() (Jobs, error) { return Jobs{spool: s}, s.records.Done() }

// span returns the submissions of the first job and the last, 0, 0 without jobs.
func (s *Spool) span() (first, last int64) {
	if s.count == 0 {
		return 0, 0
	}
	return s.first + s.shift, s.last + s.shift
}

// A record of a Spool is a set of bits, the seconds since the submission before, the run time, and those fields whose
// bits are set: the number and the row if they are not the next ones, others if they differ from those of the job before.
// A second set and its fields follow for a Slurm.
//
// jobFields are the fields of a job but Submit and Run, or of a Slurm, by the place of their bits.
type jobFields [15]int64

// Places of the fields that count up from job to job.
const (
	numberField = 0
	lineField   = 1
	rowField    = 14
)

func (f *jobFields) setJob(j *job.Job) {
	*f = jobFields{
		j.ID, int64(j.Line), j.Estimate, int64(j.Procs), int64(j.User), int64(j.Queue), j.Wait, int64(j.Group), int64(j.App),
		j.MemoryKiB, j.RequestedMemoryKiB, int64(j.Status), int64(j.Partition), int64(j.Traits), int64(j.Row),
	}
}

func (f *jobFields) job(j *job.Job) {
	j.ID, j.Line, j.Estimate, j.Procs, j.User, j.Queue, j.Wait = f[0], int32(f[1]), f[2], int32(f[3]), int32(f[4]), int32(f[5]), f[6]
	j.Group, j.App, j.MemoryKiB, j.RequestedMemoryKiB = int32(f[7]), int32(f[8]), f[9], f[10]
	j.Status, j.Partition, j.Traits, j.Row = int8(f[11]), int32(f[12]), job.Traits(f[13]), int32(f[14])
}

// setSlurm takes the first number as the difference to that of the job.
func (f *jobFields) setSlurm(s *job.Slurm, id int64) {
	*f = jobFields{
		s.Priority, int64(s.NodeList), int64(s.Nodes), int64(s.Account), int64(s.State), s.Task, s.Base - id, s.Held,
		int64(s.QOS), int64(s.GPUs), int64(s.GPUType), int64(s.Parts), int64(s.Earlier), int64(s.Reservation),
	}
}

func (f *jobFields) account(s *job.Slurm, id int64) {
	*s = job.Slurm{
		Priority: f[0], NodeList: int32(f[1]), Nodes: int32(f[2]), Account: int32(f[3]), State: int32(f[4]), Task: f[5], Base: f[6] + id,
		Held: f[7], QOS: int32(f[8]), GPUs: int32(f[9]), GPUType: int32(f[10]), Parts: int32(f[11]), Earlier: int32(f[12]),
		Reservation: int32(f[13]),
	}
}

// next counts up to the next job.
func (f *jobFields) next() {
	f[numberField]++
	f[lineField]++
	if f[rowField] != job.None {
		f[rowField]++
	}
}

// append appends the fields whose bits are set.
func (f *jobFields) append(b []byte, mask uint64) []byte {
	for i := 0; mask>>i != 0; i++ {
		if mask>>i&1 != 0 {
			b = binary.AppendVarint(b, f[i])
		}
	}
	return b
}

// read reads the fields whose bits are set.
func (f *jobFields) read(r *spool.Reader, mask uint64) {
	for ; mask != 0; mask &= mask - 1 {
		x := r.Int()
		if i := bits.TrailingZeros64(mask); i < len(f) {
			f[i] = x
		}
	}
}

// Add adds a job, the next by (Submit, ID), and what Slurm's accounting says of it: of all jobs, or nil.
func (s *Spool) Add(j *job.Job, account *job.Slurm) error {
	b, fresh := s.records.Begin()
	if s.count == 0 {
		s.first = j.Submit
	}
	if fresh {
		s.last, s.slurm = 0, jobFields{}
		s.known.setJob(&job.Unknown)
	}
	s.known.next()
	var now jobFields
	now.setJob(j)
	mask := spool.Changed(now[:], s.known[:])
	b = binary.AppendUvarint(b, mask)
	b = binary.AppendUvarint(b, uint64(j.Submit-s.last))
	b = binary.AppendUvarint(b, uint64(j.Run))
	b = now.append(b, mask)
	s.last, s.known, s.count = j.Submit, now, s.count+1
	if account != nil {
		s.accounts = true
		now.setSlurm(account, j.ID)
		mask = spool.Changed(now[:], s.slurm[:])
		b = now.append(binary.AppendUvarint(b, mask), mask)
		s.slurm = now
	}
	return s.records.End(b)
}

// A spoolReader reads a Spool from the front.
type spoolReader struct {
	spool   *Spool
	records *spool.Reader
	submit  int64
	fields  jobFields // of the job
	slurm   jobFields // of its Slurm
	said    job.Slurm
}

func (s *Spool) read() *spoolReader { return &spoolReader{spool: s, records: s.records.Read()} }

// drain is read for the last time.
func (s *Spool) drain() *spoolReader { return &spoolReader{spool: s, records: s.records.Drain()} }

// account returns what Slurm's accounting says of the job last read; nil if it is not of sacct output.
func (r *spoolReader) account() *job.Slurm {
	if !r.spool.accounts {
		return nil
	}
	r.slurm.account(&r.said, r.fields[numberField])
	return &r.said
}

// next sets *j to the next job. After the last one ok is false.
func (r *spoolReader) next(j *job.Job) (ok bool, err error) {
	fresh, ok, err := r.records.Next()
	if !ok || err != nil {
		return false, err
	}
	if fresh {
		r.submit, r.slurm = 0, jobFields{}
		r.fields.setJob(&job.Unknown)
	}
	mask := r.records.Uint()
	r.submit += int64(r.records.Uint())
	j.Submit, j.Run = r.submit+r.spool.shift, int64(r.records.Uint())
	r.fields.next()
	r.fields.read(r.records, mask)
	if r.spool.accounts {
		r.slurm.read(r.records, r.records.Uint())
	}
	if r.fields.job(j); j.ID > maxID {
		j.ID += r.spool.lower
	}
	return true, r.records.Err()
}
