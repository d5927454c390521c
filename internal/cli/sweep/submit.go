package sweep

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// submitFlags say how a sweep is submitted.
type submitFlags struct {
	engine   string
	seconds  float64
	most     int
	attempts int
	wait     bool
	dry      bool
	parallel int
	programs programFlags
	slurm    sweep.ArrayJob
	cluster  sweep.IndexedJob
}

func submitCommand(a *console.App) *cobra.Command {
	var f submitFlags
	c := usage.New("sweep submit", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error { return submit(a, args[0], &f) })
	fl := usage.Ordered(c)
	fl.StringVar(&f.engine, "engine", "", "slurm, local or kubernetes")
	fl.Float64Var(&f.seconds, "seconds", 600, "computing time of a chunk")
	fl.IntVar(&f.most, "chunks", 1000, "most chunks: Slurm's MaxArraySize allows one less than it says")
	fl.BoolVar(&f.wait, "wait", false, "slurm: wait for the tasks, and submit what is then missing again")
	fl.IntVar(&f.attempts, "attempts", 3, "how often what is missing is submitted, with --wait and by local")
	fl.IntVar(&f.parallel, "parallel", 0, "local, kubernetes: chunks at once (default: one per core)")
	fl.BoolVar(&f.dry, "dry-run", false, "write chunks and script, and submit nothing")
	f.programs.addAllow(fl)
	addSlurm(fl, &f.slurm)
	fl.StringVar(&f.cluster.Image, "image", "", "kubernetes: a container image; it needs no program of its own")
	fl.StringVar(&f.cluster.Claim, "claim", "", "kubernetes: the PersistentVolumeClaim that is the sweep's folder")
	fl.StringVar(&f.cluster.CPU, "cpu", "1", "kubernetes: CPU of a task")
	fl.StringVar(&f.cluster.Memory, "memory", "1Gi", "kubernetes: memory of a task")
	return a.WithJSON(c)
}

func (f *submitFlags) check() error {
	switch f.engine {
	case "slurm", "local":
	case "kubernetes":
		if f.cluster.Image == "" || f.cluster.Claim == "" {
			return usage.Errorf("--engine kubernetes needs --image and --claim: " +
				"a container image and the volume claim of the folder that has the sweep")
		}
	case "":
		return usage.Errorf("--engine is missing: give slurm, local or kubernetes")
	default:
		return usage.Unknown("engine", f.engine, []string{"slurm", "local", "kubernetes"}, "backfill sweep submit --help")
	}
	switch {
	case !(f.seconds > 0):
		return usage.Errorf("--seconds %v: give a chunk a positive time", f.seconds)
	case f.most < 1 || f.attempts < 1 || f.parallel < 0:
		return usage.Errorf("--chunks, --attempts and --parallel are at least 1")
	}
	return checkSlurm(&f.slurm)
}

// A submission is what sweep submit prints.
type submission struct {
	Dir     string       `json:"dir"`
	Runs    int          `json:"runs"`
	Chunks  int          `json:"chunks"`
	Longest numeral.JSON `json:"longest_seconds"` // the time that the longest chunk is expected to take
	Script  string       `json:"script,omitempty"`
	Job     string       `json:"job,omitempty"` // Slurm's number
	Later   int          `json:"later"`         // runs that come after those, and are submitted when these are done
	Missing int          `json:"missing"`       // after waiting, else the runs submitted and the later ones
	Failed  int          `json:"failed"`        // of all runs of the sweep, where it was waited for
	by      string       // the command that submits the script
	to      *sweep.Submission
}

func submit(a *console.App, dir string, f *submitFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	var s *submission
	waits := f.engine == "local" || f.engine == "slurm" && f.wait
	runs, chunks := 0, 0 // of the levels before: runs come after others
	p, store, err := results.OpenSweep(a, dir)
	if err != nil {
		return err
	}
	if err := f.programs.check(p); err != nil {
		return err
	}
	if f.engine == "kubernetes" && f.programs.allowed {
		return usage.Errorf("--allow-programs: a container of Kubernetes has no program but this one: give --engine slurm or local")
	}
	for attempt := 1; ; attempt++ {
		if s, err = newSubmission(a, p, store, f); err != nil {
			return err
		}
		if s != nil {
			if err := start(a, p, s, f); err != nil {
				return err
			}
		}
		if !waits || f.dry {
			return showSubmission(a, dir, s, f)
		}
		if p, store, err = results.OpenSweep(a, dir); err != nil {
			return err
		}
		status, err := sweep.StatusOf(p, store)
		if err != nil {
			return err
		}
		if s == nil {
			return cmp.Or(showSubmission(a, dir, nil, f), noFailures(p, len(status.Failed)))
		}
		s.Missing, s.Failed = len(status.Missing), len(status.Failed)
		if s.Missing == 0 {
			s.Runs, s.Chunks = s.Runs+runs, s.Chunks+chunks
			return cmp.Or(showSubmission(a, dir, s, f), noFailures(p, s.Failed))
		}
		if !slices.ContainsFunc(status.Missing, s.to.Has) { // those that come after them are next
			runs, chunks, attempt = runs+s.Runs, chunks+s.Chunks, 0
			continue
		}
		fmt.Fprintf(a.Err, "backfill: %s of %s are missing after attempt %d; %s may say why\n",
			numeral.Whole(s.Missing), numeral.Plural(s.Runs, "run"), attempt, filepath.Join(s.Dir, "*.log"))
		if attempt == f.attempts {
			return fmt.Errorf("%s: %s are missing after %s: look at %s, then submit again", dir, numeral.Plural(s.Missing, "run"),
				numeral.Plural(attempt, "attempt"), filepath.Join(s.Dir, "*.log"))
		}
	}
}

// newSubmission divides what is missing into chunks and writes them; nil if nothing is missing.
func newSubmission(a *console.App, p *sweep.Plan, store *sweep.Store, f *submitFlags) (*submission, error) {
	status, err := sweep.StatusOf(p, store)
	if err != nil {
		return nil, err
	}
	missing := status.Missing
	if f.engine == "slurm" && !f.dry {
		if missing, err = withoutQueued(a, p, missing); err != nil {
			return nil, err
		}
	}
	missing, later := p.Ready(store, missing), len(missing)
	later -= len(missing)
	if len(missing) > 0 && p.Experiments == nil && status.Done+len(status.Failed) == 0 {
		if missing, err = timeSome(a, p, store, missing, &f.programs); err != nil {
			return nil, err
		}
	}
	if len(missing) == 0 {
		return nil, nil
	}
	to, err := sweep.NewSubmission(p, store, missing, f.seconds, f.most)
	if err != nil {
		return nil, err
	}
	to.Starts = f.programs.allowed
	if to.Program, to.SHA256, err = copyProgram(to.Sweep); err != nil {
		return nil, err
	}
	return &submission{Dir: to.Dir, Runs: len(missing), Chunks: len(to.Chunks), Longest: numeral.JSON(to.Longest), Later: later,
		Missing: len(missing) + later, to: to}, nil
}

// timeSome does one run of each kind here, and returns what is missing then.
func timeSome(a *console.App, p *sweep.Plan, store *sweep.Store, missing []int, f *programFlags) ([]int, error) {
	const most = 16
	sample := sweep.Sample(p, missing, most)
	fmt.Fprintf(a.Err, "backfill: timing %s here, so that chunks can be sized\n", numeral.Plural(len(sample), "run"))
	if _, err := doRuns(a, p, store, sample, 0, f); err != nil {
		return nil, err
	}
	status, err := sweep.StatusOf(p, store)
	return status.Missing, err
}

// copyProgram puts this program into the sweep's folder, in one named by its content, so that
// tasks run just it, whatever becomes of this one, and returns its SHA-256. Another file that lies there is replaced: the folder
// may be one that others write to.
func copyProgram(folder string) (path, sum string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	f, err := console.Open(self)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	sum, err = experiment.SHA256Of(f)
	if err != nil {
		return "", "", console.ReadError(self, err)
	}
	path = filepath.Join(folder, "program", sum[:12], "backfill")
	if isProgram(path, sum) {
		return path, sum, nil
	}
	if err := atomicfile.MakeFolder(filepath.Dir(path)); err != nil {
		return "", "", err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", "", err
	}
	to, err := scratch.Create(filepath.Split(path))
	if err != nil {
		return "", "", console.ReadError(path, err)
	}
	_, err = io.Copy(to, f)
	if err = cmp.Or(err, to.Chmod(0o755)); err == nil {
		err = atomicfile.Publish(to, path)
	}
	if err != nil {
		to.Close()
		os.Remove(to.Name())
	}
	return path, sum, err
}

// isProgram tells whether path is a program, not a link to one, whose SHA-256 is sum.
func isProgram(path, sum string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	got, err := experiment.SHA256Of(f)
	return err == nil && got == sum
}

// start submits chunks, and waits for them if the engine is to be waited for.
func start(a *console.App, p *sweep.Plan, s *submission, f *submitFlags) error {
	switch f.engine {
	case "slurm":
		return submitSlurm(a, s, f)
	case "kubernetes":
		return s.writeManifest(f)
	}
	if f.dry {
		return nil
	}
	return runChunks(a, s, f)
}

func showSubmission(a *console.App, dir string, s *submission, f *submitFlags) error {
	if s == nil {
		return a.Show(submission{}, func() {
			fmt.Fprintf(a, "%s: nothing to submit: every run is done, or a task that waits or runs has it or one that it comes after\n", dir)
		})
	}
	return a.Show(s, func() {
		longest := ""
		if t := float64(s.Longest); t == t {
			longest = ", the longest about " + numeral.Duration(t)
		}
		fmt.Fprintf(a, "%s: %s in %s%s\n", dir, numeral.Plural(s.Runs, "run"), numeral.Plural(s.Chunks, "chunk"), longest)
		if s.Missing > 0 && s.Later > 0 {
			fmt.Fprintf(a, "%s come after these: submit again when these are done\n", numeral.Plural(s.Later, "run"))
		}
		switch {
		case s.Job != "":
			fmt.Fprintf(a, "Slurm's job %s, by %s\n", s.Job, s.Script)
		case s.Script != "":
			fmt.Fprintf(a, "%s is written, and not submitted: %s does that\n", s.Script, s.by)
		}
	})
}

// writeManifest writes a Job of Kubernetes, which the user submits.
func (s *submission) writeManifest(f *submitFlags) error {
	job := f.cluster
	job.Parallel, job.Attempts = cmp.Or(f.parallel, runtime.GOMAXPROCS(0)), f.attempts
	text, err := job.Manifest(s.to)
	if err != nil {
		return err
	}
	s.Script, s.by = filepath.Join(s.Dir, "job.json"), "kubectl create -f"
	return atomicfile.WriteBytes(s.Script, text)
}
