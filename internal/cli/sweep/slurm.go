package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/disk"
	"github.com/backfill-lab/backfill/internal/cli/internal/sweeps"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// slurmFlags are what an array job asks for.
type slurmFlags struct {
	time, partition, account string
	lines                    []string
}

func (f *slurmFlags) add(fl *pflag.FlagSet) {
	fl.StringVar(&f.time, "time", "", "slurm: the tasks' time limit (default: three times the longest chunk and 5 minutes, "+
		"or the partition's if no run has been timed)")
	fl.StringVar(&f.partition, "partition", "", "slurm: the partition")
	fl.StringVar(&f.account, "account", "", "slurm: the account")
	fl.StringArrayVar(&f.lines, "sbatch", nil, "slurm: any further `option` of sbatch, such as --mem=2G (may be repeated)")
}

func (f *slurmFlags) check() error {
	for _, text := range append([]string{f.time, f.partition, f.account}, f.lines...) {
		if strings.ContainsAny(text, "\n\r") {
			return usage.Errorf("%q: an option of sbatch is one line", text)
		}
	}
	for _, line := range f.lines {
		if !strings.HasPrefix(line, "-") {
			return usage.Errorf("--sbatch %q: give an option as sbatch has it, such as --mem=2G", line)
		}
	}
	return nil
}

// script returns the array job.
func (f *slurmFlags) script(s *submission) string {
	limit := f.time
	if limit == "" && float64(s.Longest) == float64(s.Longest) {
		limit = strconv.Itoa(int(math.Ceil(3*float64(s.Longest)/60)) + 5) // minutes
	}
	var b strings.Builder
	b.WriteString("#!/bin/sh\n")
	option := func(line string) { fmt.Fprintf(&b, "#SBATCH %s\n", line) }
	option("--job-name=backfill-sweep")
	option(fmt.Sprintf("--array=0-%d", len(s.chunks)-1))
	if limit != "" {
		option("--time=" + limit)
	}
	option("--requeue")
	option("--open-mode=append")
	option("--chdir=" + slurmQuote(s.Dir))
	option("--output=%a.log")
	if f.partition != "" {
		option("--partition=" + f.partition)
	}
	if f.account != "" {
		option("--account=" + f.account)
	}
	for _, line := range f.lines {
		option(line)
	}
	var words []string
	for _, word := range append([]string{s.program}, s.task("")...) {
		words = append(words, sweeps.ShellQuote(word))
	}
	words[len(words)-1] = `"$SLURM_ARRAY_TASK_ID"`
	fmt.Fprintf(&b, "exec %s --parallel \"${SLURM_CPUS_PER_TASK:-1}\"\n", strings.Join(words, " "))
	return b.String()
}

// slurmQuote quotes a path in a line of #SBATCH.
func slurmQuote(path string) string {
	if strings.ContainsAny(path, " \t'") {
		return `"` + path + `"`
	}
	return path
}

// jobFile has Slurm's number of a submission.
const jobFile = "job"

func submitSlurm(a *console.App, p *sweep.Plan, s *submission, f *submitFlags) error {
	if strings.ContainsAny(s.Dir, "\"\n\\") {
		return fmt.Errorf("%s: sbatch cannot be given a folder of this name: move the sweep", s.Dir)
	}
	s.Script, s.by = filepath.Join(s.Dir, "job.sh"), "sbatch"
	if err := atomicfile.WriteBytes(s.Script, []byte(f.slurm.script(s))); err != nil || f.dry {
		return err
	}
	out, err := slurm(a, "sbatch", "--parsable", s.Script)
	if err != nil {
		return err
	}
	s.Job, _, _ = strings.Cut(strings.TrimSpace(out), ";") // ; and the cluster's name may follow
	if err := atomicfile.WriteBytes(filepath.Join(s.Dir, jobFile), []byte(s.Job+"\n")); err != nil {
		return fmt.Errorf("%w; job %s is submitted all the same", err, s.Job)
	}
	if !f.wait {
		return nil
	}
	return awaitSlurm(a, s.Job)
}

// slurm calls one of Slurm's commands and returns what it prints.
func slurm(a *console.App, name string, args ...string) (string, error) {
	c := exec.CommandContext(a.Context, name, args...)
	var out, fault bytes.Buffer
	c.Stdout, c.Stderr = &out, &fault
	err := c.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("%s: there is no such program: submit where Slurm's commands are, "+
			"or give --dry-run and submit the script there", name)
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, console.OneLine(fault.String()))
	}
	return out.String(), nil
}

// queued returns the array tasks of a job that wait or run, and whether they run.
func queued(a *console.App, job string) (map[int]bool, error) {
	out, err := slurm(a, "squeue", "--noheader", "--array", "--jobs", job, "--format", "%K %T")
	if err != nil {
		if strings.Contains(err.Error(), "Invalid job id") { // it ended a while ago
			return nil, nil
		}
		return nil, err
	}
	tasks := map[int]bool{}
	for line := range strings.Lines(out) {
		number, state, _ := strings.Cut(strings.TrimSpace(line), " ")
		if k, err := strconv.Atoi(number); err == nil {
			tasks[k] = state != "PENDING"
		}
	}
	return tasks, nil
}

// pollEvery is how often Slurm is asked whether a job is over.
const pollEvery = 2 * time.Second

// awaitSlurm waits until no task of a job waits or runs.
func awaitSlurm(a *console.App, job string) error {
	for {
		tasks, err := queued(a, job)
		switch {
		case a.Context.Err() != nil:
			return fmt.Errorf("stopped waiting: job %s goes on", job)
		case err != nil:
			return err
		case len(tasks) == 0:
			return nil
		}
		select {
		case <-time.After(pollEvery):
		case <-a.Context.Done():
		}
	}
}

// jobFiles returns the files with the jobs of a sweep's submissions.
func jobFiles(p *sweep.Plan) []string {
	files, _ := filepath.Glob(filepath.Join(p.Dir, submittedFolder, "*", jobFile)) // the pattern is a good one
	return files
}

func tasksOf(a *console.App, file string) (map[int]bool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, disk.Error(file, err)
	}
	return queued(a, strings.TrimSpace(string(text)))
}

// allTasks counts the array tasks of all submissions that run (true) and wait; none where Slurm
// cannot be asked.
func allTasks(a *console.App, p *sweep.Plan) map[bool]int {
	count := map[bool]int{}
	for _, file := range jobFiles(p) {
		tasks, _ := tasksOf(a, file)
		for _, running := range tasks {
			count[running]++
		}
	}
	return count
}

// withoutQueued returns the runs without those of tasks of earlier submissions that still wait
// or run.
func withoutQueued(a *console.App, p *sweep.Plan, runs []int) ([]int, error) {
	for _, file := range jobFiles(p) {
		tasks, err := tasksOf(a, file)
		if err != nil {
			return nil, err
		}
		for k := range tasks {
			chunk, err := sweep.ReadChunk(p, filepath.Join(filepath.Dir(file), chunksFile), k)
			if err != nil {
				continue // of an earlier plan: its task will say so and end
			}
			runs = slices.DeleteFunc(runs, func(i int) bool {
				_, is := slices.BinarySearch(chunk, i)
				return is
			})
		}
	}
	return runs, nil
}
