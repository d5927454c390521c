package sweep

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// A Submission is a set of chunks that another program does, such as a cluster's scheduler. It has a folder of
// its own: DIR/submitted/N.
type Submission struct {
	Dir     string  // its folder, absolute
	Sweep   string  // the sweep's folder, absolute
	Program string  // the command that does a chunk: see Task
	SHA256  string  // of Program
	Starts  bool    // programs that play policies
	Runs    []int   // ascending
	Chunks  [][]int // of Runs
	Longest float64 // seconds that the longest chunk is expected to take, NaN if no run has been timed
}

// The names of a submission's files.
const (
	submittedFolder = "submitted"
	chunksFile      = "chunks"
	jobFile         = "job" // has Slurm's number
)

// NewSubmission divides runs into at most most chunks of about seconds each, makes the submission's folder and writes
// the chunks to it.
func NewSubmission(p *Plan, store *Store, runs []int, seconds float64, most int) (*Submission, error) {
	s := &Submission{Runs: runs}
	var err error
	if s.Chunks, s.Longest, err = Chunks(p, store, runs, seconds, most); err != nil {
		return nil, err
	}
	if s.Sweep, err = filepath.Abs(p.Dir); err != nil {
		return nil, err
	}
	if s.Dir, err = nextFolder(filepath.Join(s.Sweep, submittedFolder)); err != nil {
		return nil, err
	}
	return s, WriteChunks(p, s.ChunksFile(), s.Chunks)
}

// nextFolder makes the folder of the next number.
func nextFolder(in string) (string, error) {
	if err := atomicfile.MakeFolder(in); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		dir := filepath.Join(in, strconv.Itoa(n))
		err := os.Mkdir(dir, 0o777)
		if err == nil || !errors.Is(err, fs.ErrExist) {
			return dir, err
		}
	}
}

// Has reports whether a run is in the submission.
func (s *Submission) Has(run int) bool {
	_, is := slices.BinarySearch(s.Runs, run)
	return is
}

// ChunksFile returns the name of the file with the chunks.
func (s *Submission) ChunksFile() string { return filepath.Join(s.Dir, chunksFile) }

// Log returns the name of the file for what the program says of the k-th chunk.
func (s *Submission) Log(k int) string { return filepath.Join(s.Dir, strconv.Itoa(k)+".log") }

// Task returns the arguments with which Program does the chunk of a number.
func (s *Submission) Task(chunk string) []string {
	words := []string{"sweep", "run", s.Sweep}
	if s.Starts {
		words = append(words, "--allow-programs")
	}
	return append(words, "--chunks", s.ChunksFile(), "--chunk", chunk)
}
