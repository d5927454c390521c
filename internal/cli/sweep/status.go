package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func statusCommand(a *console.App) *cobra.Command {
	return a.WithJSON(usage.New("sweep status", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		p, store, err := results.OpenSweep(a, args[0])
		if err != nil {
			return err
		}
		return showStatus(a, p, store)
	}))
}

// minute is how times of files are printed.
const minute = "2006-01-02 15:04"

// mostFailures bounds the failures that are printed.
const mostFailures = 20

func showStatus(a *console.App, p *sweep.Plan, store *sweep.Store) error {
	s, err := sweep.StatusOf(p, store)
	if err != nil {
		return err
	}
	size, oldest, newest := store.Size()
	tasks := allTasks(a, p)
	type status struct {
		Dir     string          `json:"dir"`
		Runs    int             `json:"runs"`
		Done    int             `json:"done"`
		Failed  int             `json:"failed"`
		Missing int             `json:"missing"`
		Seconds numeral.JSON    `json:"seconds"`        // of computing, of those done
		Left    numeral.JSON    `json:"left_seconds"`   // of computing, of those missing
		Here    int             `json:"processes_here"` // of this machine, that work on it
		Running int             `json:"running_tasks"`  // of Slurm's array jobs that were submitted
		Waiting int             `json:"waiting_tasks"`
		Bytes   int64           `json:"bytes"`
		Errors  []sweep.Failure `json:"errors"`
	}
	v := status{p.Dir, s.Runs, s.Done, len(s.Failed), len(s.Missing), numeral.JSON(s.Seconds), numeral.JSON(s.Left),
		atWorkHere(p.Dir), tasks[true], tasks[false], size, append([]sweep.Failure{}, s.Failed...)}
	return a.Show(v, func() {
		fmt.Fprintf(a, "%s: %s\n", p.Dir, numeral.Plural(s.Runs, "run"))
		var rows console.Cells
		rows.Add("done", console.Share(s.Done, float64(s.Runs)))
		rows.Add("failed", console.Share(len(s.Failed), float64(s.Runs)))
		rows.Add("missing", console.Share(len(s.Missing), float64(s.Runs)))
		rows.Add("computed", numeral.Duration(s.Seconds)+" of one core")
		if len(s.Missing) > 0 && s.Left == s.Left {
			rows.Add("left", numeral.Duration(s.Left)+" of one core")
		}
		if v.Here > 0 {
			rows.Add("running", "processes of this machine: "+numeral.Whole(v.Here))
		}
		if tasks[true]+tasks[false] > 0 {
			rows.Add("Slurm", fmt.Sprintf("%s running, %s waiting", numeral.Plural(tasks[true], "task"), numeral.Whole(tasks[false])))
		}
		if size > 0 {
			rows.Add("results", fmt.Sprintf("%.1f MB, from %s to %s", float64(size)/1e6, oldest.Format(minute), newest.Format(minute)))
		}
		console.Table(a, "lr", rows)
		for k, f := range s.Failed {
			if k == mostFailures {
				fmt.Fprintf(a, "and %s more; --json has them all\n", numeral.Whole(len(s.Failed)-k))
				break
			}
			fmt.Fprintf(a, "run %d (%s) failed: %s\n", f.Index+1, f.Where(), f.Error)
		}
	})
}

// workersFolder has a file for each process that works on a sweep, named by its machine and number:
// HOST-PID. Only sweep status reads it, so what a killed process leaves there does no harm.
const workersFolder = "workers"

// atWork notes that this process works on the sweep in dir; done takes that back. What cannot be
// noted is not shown.
func atWork(dir string) (done func()) {
	folder := filepath.Join(dir, workersFolder)
	host, err := os.Hostname()
	if err != nil || atomicfile.MakeFolder(folder) != nil {
		return func() {}
	}
	name := filepath.Join(folder, host+"-"+strconv.Itoa(os.Getpid()))
	if os.WriteFile(name, nil, 0o666) != nil {
		return func() {}
	}
	return func() { os.Remove(name) }
}

// atWorkHere counts the processes of this machine that work on a sweep, and removes the files of
// those that were killed. Those of other machines cannot be asked.
func atWorkHere(dir string) (running int) {
	host, err := os.Hostname()
	if err != nil {
		return 0
	}
	folder := filepath.Join(dir, workersFolder)
	entries, _ := os.ReadDir(folder) // none if no process has worked on it
	for _, e := range entries {
		number, is := strings.CutPrefix(e.Name(), host+"-")
		pid, err := strconv.Atoi(number)
		if !is || err != nil {
			continue
		}
		if p, err := os.FindProcess(pid); err == nil && p.Signal(syscall.Signal(0)) == nil {
			running++
			continue
		}
		os.Remove(filepath.Join(folder, e.Name()))
	}
	return running
}
