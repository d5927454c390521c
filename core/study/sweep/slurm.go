package sweep

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// An ArrayJob is a job array of Slurm whose k-th task does the k-th chunk of a submission.
type ArrayJob struct {
	Time      string // limit of a task; "" is three times the longest chunk and 5 minutes, or the partition's limit if no run has been timed
	Partition string
	Account   string
	Options   []string // of sbatch, a line each
}

// Script returns the script for sbatch. Slurm keeps it, so that a task can look at whether the program is still the
// one that was submitted.
func (j *ArrayJob) Script(s *Submission) (string, error) {
	if strings.ContainsAny(s.Dir, "\"\n\\") {
		return "", fmt.Errorf("%s: sbatch cannot be given a folder of this name: move the sweep", s.Dir)
	}
	limit := j.Time
	if limit == "" && !math.IsNaN(s.Longest) {
		limit = strconv.Itoa(int(math.Ceil(3*s.Longest/60)) + 5) // minutes
	}
	var b strings.Builder
	b.WriteString("#!/bin/sh\n")
	option := func(line string) { fmt.Fprintf(&b, "#SBATCH %s\n", line) }
	option("--job-name=backfill-sweep")
	option(fmt.Sprintf("--array=0-%d", len(s.Chunks)-1))
	if limit != "" {
		option("--time=" + limit)
	}
	option("--requeue")
	option("--open-mode=append")
	option("--chdir=" + slurmQuote(s.Dir))
	option("--output=%a.log")
	if j.Partition != "" {
		option("--partition=" + j.Partition)
	}
	if j.Account != "" {
		option("--account=" + j.Account)
	}
	for _, line := range j.Options {
		option(line)
	}
	var words []string
	for _, word := range append([]string{s.Program}, s.Task("")...) {
		words = append(words, shellQuote(word))
	}
	words[len(words)-1] = `"$SLURM_ARRAY_TASK_ID"`
	program := words[0]
	const check = "[ \"$(sha256sum <%s)\" = '%s  -' ] || { echo 'backfill: this is not the program that was submitted: '%s >&2; exit 1; }\n"
	fmt.Fprintf(&b, check, program, s.SHA256, program)
	fmt.Fprintf(&b, "exec %s --parallel \"${SLURM_CPUS_PER_TASK:-1}\"\n", strings.Join(words, " "))
	return b.String(), nil
}

// slurmQuote quotes a path in a line of #SBATCH.
func slurmQuote(path string) string {
	if strings.ContainsAny(path, " \t'") {
		return `"` + path + `"`
	}
	return path
}

// ShellWord returns a path as a command line of sh has it: in quotes if it needs them.
func ShellWord(path string) string {
	if strings.ContainsAny(path, " \t\n'\"\\$&;|<>()*?[]{}~#!`") {
		return shellQuote(path)
	}
	return path
}

func shellQuote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// A SlurmJob is a submission that Slurm has accepted.
type SlurmJob struct {
	ID     string // Slurm's number
	chunks string // the file of the chunks
}

// KeepJob notes Slurm's number of the submission.
func (s *Submission) KeepJob(id string) error {
	return atomicfile.WriteBytes(filepath.Join(s.Dir, jobFile), []byte(id+"\n"))
}

// SlurmJobs returns the submissions of a sweep that Slurm has accepted, also those that are over.
func (p *Plan) SlurmJobs() (jobs []SlurmJob, err error) {
	files, _ := filepath.Glob(filepath.Join(p.Dir, submittedFolder, "*", jobFile)) // the pattern is a good one
	for _, file := range files {
		text, err := bounded.ReadFile(file, bounded.Most)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be read: %w", file, atomicfile.Cause(err))
		}
		jobs = append(jobs, SlurmJob{strings.TrimSpace(string(text)), filepath.Join(filepath.Dir(file), chunksFile)})
	}
	return jobs, nil
}

// Without returns the runs, which ascend, without those of some tasks of a job. It changes the slice.
func (p *Plan) Without(runs []int, j SlurmJob, tasks map[int]bool) []int {
	for k := range tasks {
		chunk, err := ReadChunk(p, j.chunks, k)
		if err != nil {
			continue // of an earlier plan: its task will say so and end
		}
		runs = slices.DeleteFunc(runs, func(run int) bool {
			_, is := slices.BinarySearch(chunk, run)
			return is
		})
	}
	return runs
}

// ParseTasks reads the array tasks that wait or run, and whether they run, from squeue --noheader --array --format "%K %T".
func ParseTasks(squeue string) map[int]bool {
	tasks := map[int]bool{}
	for line := range strings.Lines(squeue) {
		number, state, _ := strings.Cut(strings.TrimSpace(line), " ")
		if k, err := strconv.Atoi(number); err == nil {
			tasks[k] = state != "PENDING"
		}
	}
	return tasks
}
