package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// addSlurm adds the flags of --engine slurm.
func addSlurm(fl *pflag.FlagSet, j *sweep.ArrayJob) {
	fl.StringVar(&j.Time, "time", "", "slurm: the tasks' time limit (default: three times the longest chunk and 5 minutes, "+
		"or the partition's if no run has been timed)")
	fl.StringVar(&j.Partition, "partition", "", "slurm: the partition")
	fl.StringVar(&j.Account, "account", "", "slurm: the account")
	fl.StringArrayVar(&j.Options, "sbatch", nil, "slurm: any further `option` of sbatch, such as --mem=2G (may be repeated)")
}

func checkSlurm(j *sweep.ArrayJob) error {
	for _, text := range append([]string{j.Time, j.Partition, j.Account}, j.Options...) {
		if strings.ContainsAny(text, "\n\r") {
			return usage.Errorf("%q: an option of sbatch is one line", text)
		}
	}
	for _, line := range j.Options {
		if !strings.HasPrefix(line, "-") {
			return usage.Errorf("--sbatch %q: give an option of sbatch, such as --mem=2G", line)
		}
	}
	return nil
}

func submitSlurm(a *console.App, s *submission, f *submitFlags) error {
	script, err := f.slurm.Script(s.to)
	if err != nil {
		return err
	}
	s.Script, s.by = filepath.Join(s.Dir, "job.sh"), "sbatch"
	if err := atomicfile.WriteBytes(s.Script, []byte(script)); err != nil || f.dry {
		return err
	}
	out, err := slurm(a, "sbatch", "--parsable", s.Script)
	if err != nil {
		return err
	}
	s.Job, _, _ = strings.Cut(strings.TrimSpace(out), ";") // ; and the cluster's name may follow
	if err := s.to.KeepJob(s.Job); err != nil {
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
		return "", fmt.Errorf("%s: no such program: submit where Slurm's commands are, "+
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
	return sweep.ParseTasks(out), nil
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

// allTasks counts the array tasks of all submissions that run (true) and wait; none where Slurm
// cannot be asked.
func allTasks(a *console.App, p *sweep.Plan) map[bool]int {
	count := map[bool]int{}
	jobs, _ := p.SlurmJobs()
	for _, j := range jobs {
		tasks, _ := queued(a, j.ID)
		for _, running := range tasks {
			count[running]++
		}
	}
	return count
}

// withoutQueued returns the runs without those of tasks of earlier submissions that still wait
// or run.
func withoutQueued(a *console.App, p *sweep.Plan, runs []int) ([]int, error) {
	jobs, err := p.SlurmJobs()
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		tasks, err := queued(a, j.ID)
		if err != nil {
			return nil, err
		}
		runs = p.Without(runs, j, tasks)
	}
	return runs, nil
}

// runChunks does chunks by processes of this machine, a few at a time. What a process leaves
// undone is missing afterwards; only the user's stop is an error.
func runChunks(a *console.App, s *submission, f *submitFlags) error {
	parallel := f.parallel
	if parallel == 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(parallel, len(s.to.Chunks)) {
		workers.Go(func() {
			for k := range next {
				if err := runChunk(a, s, k); err != nil && a.Context.Err() == nil {
					fmt.Fprintf(a.Err, "backfill: chunk %d: %v; %s says more\n", k, err, s.to.Log(k))
				}
			}
		})
	}
	for k := range s.to.Chunks {
		if a.Context.Err() != nil {
			break
		}
		next <- k
	}
	close(next)
	workers.Wait()
	if a.Context.Err() != nil {
		return fmt.Errorf("stopped: what is done is kept, and the same command continues from there")
	}
	return nil
}

func runChunk(a *console.App, s *submission, k int) error {
	if !isProgram(s.to.Program, s.to.SHA256) { // another has the sweep's folder, too
		return fmt.Errorf("%s: this is not the program that was submitted: submit again", s.to.Program)
	}
	log, err := os.Create(s.to.Log(k))
	if err != nil {
		return console.ReadError(s.to.Log(k), err)
	}
	defer log.Close()
	c := exec.CommandContext(a.Context, s.to.Program, append(s.to.Task(strconv.Itoa(k)), "--parallel", "1")...)
	c.Stdout, c.Stderr = log, log
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	return c.Run()
}
