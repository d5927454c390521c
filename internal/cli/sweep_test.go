package cli

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// manyRuns is a study of many short runs.
const manyRuns = `{"workload": {"model": {"name": "lublin", "jobs": 100, "procs": 64, "seed": {"from": 1, "to": %d}}},
	"shrink": [1, 0.7, 0.5], "policies": ["fcfs", "easy", "cons"]}`

// sweepIn plans a study in dir and returns what calls the command there.
func sweepIn(t *testing.T, dir, study string) func(args ...string) string {
	t.Helper()
	needSignals(t)
	call := func(args ...string) string {
		t.Helper()
		c := exec.Command("backfill", append([]string{"sweep"}, args...)...)
		c.Dir = dir
		var fault strings.Builder
		c.Stderr = &fault
		out, err := c.Output()
		if err != nil {
			t.Fatalf("backfill sweep %s: %v\n%s%s", strings.Join(args, " "), err, out, fault.String())
		}
		return string(out)
	}
	if err := os.WriteFile(filepath.Join(dir, "study.json"), []byte(study), 0o666); err != nil {
		t.Fatal(err)
	}
	call("plan", "study.json")
	return call
}

// digestOf collects the sweep in a folder and returns the digest of its values.
func digestOf(t *testing.T, call func(...string) string, dir string) string {
	t.Helper()
	var v struct {
		Digest          string
		Missing, Failed int
	}
	if err := json.Unmarshal([]byte(call("collect", dir, "--json")), &v); err != nil || len(v.Digest) != 64 || v.Missing+v.Failed > 0 {
		t.Fatalf("%+v, %v", v, err)
	}
	return v.Digest
}

// TestWorkersKilledAtRandomMomentsChangeNothing: two processes at a time work on a sweep, and
// each is killed at a moment drawn between its start and its end, a hundred of them. Then the
// sweep is done as if nothing had been, with the same digest, and nothing half done is left.
func TestWorkersKilledAtRandomMomentsChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	study := fmt.Sprintf(manyRuns, 800)
	alone := sweepIn(t, t.TempDir(), study)
	alone("run", "study")
	want := digestOf(t, alone, "study")

	dir := t.TempDir()
	call := sweepIn(t, dir, study)
	r := rand.New(rand.NewPCG(18, 100))
	killed := make(chan int, 2) // runs that are missing after each kill
	progress, last := 0, 0
	limit := 80 // ms: the kills come sooner or later, until some leave results
	for n := 0; n < 100; n += 2 {
		for range 2 {
			wait := time.Duration(r.IntN(limit)) * time.Millisecond
			c := exec.Command("backfill", "sweep", "run", "study")
			c.Dir = dir
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			go func() {
				time.Sleep(wait)
				c.Process.Kill()
				c.Wait()
				killed <- 1
			}()
		}
		<-killed
		<-killed
		if n%20 == 0 {
			var s struct{ Done, Failed, Missing int }
			if err := json.Unmarshal([]byte(call("status", "study", "--json")), &s); err != nil || s.Failed > 0 || s.Done < last {
				t.Fatalf("after %d kills: %+v, %v; before %d were done", n, s, err, last)
			}
			if s.Done > last {
				progress++
			} else if s.Missing > 0 {
				limit *= 2
			}
			last = s.Done
		}
	}
	t.Logf("%d of 7200 runs were done by killed workers, seen at %d moments", last, progress)
	call("run", "study")
	if got := digestOf(t, call, "study"); got != want {
		t.Errorf("the digest is %s, undisturbed %s", got, want)
	}
	call("clean", "study")
	for _, name := range folder(t, filepath.Join(dir, "study")) {
		if strings.Contains(name, ".backfill-") {
			t.Errorf("a killed worker left %s", name)
		}
	}
}

// The engine local does the same chunks as the others, each in a process of its own.
// A process that works on a sweep is counted until it ends, however it does.
func TestStatusCountsTheProcessesAtWork(t *testing.T) {
	dir := t.TempDir()
	call := sweepIn(t, dir, fmt.Sprintf(manyRuns, 100_000))
	here := func() (n int) {
		var v struct {
			Here int `json:"processes_here"`
		}
		if err := json.Unmarshal([]byte(call("status", "study", "--json")), &v); err != nil {
			t.Fatal(err)
		}
		return v.Here
	}
	if n := here(); n != 0 {
		t.Errorf("%d processes are at work before any was started", n)
	}
	for _, end := range []os.Signal{os.Interrupt, os.Kill} {
		c := exec.Command("backfill", "sweep", "run", "study")
		c.Dir = dir
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for tries := 0; here() != 1; tries++ {
			if tries == 6000 {
				t.Fatal("the process is never counted")
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := c.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		c.Wait() // its error is the signal
		if n := here(); n != 0 {
			t.Errorf("after %v %d processes are at work", end, n)
		}
		if files, _ := os.ReadDir(filepath.Join(dir, "study", "workers")); len(files) != 0 {
			t.Errorf("after %v there are files of %d processes", end, len(files))
		}
	}
}

func TestChunksDoneByProcessesGiveTheSameDigest(t *testing.T) {
	study := fmt.Sprintf(manyRuns, 4)
	alone := sweepIn(t, t.TempDir(), study)
	alone("run", "study")
	want := digestOf(t, alone, "study")

	dir := t.TempDir()
	call := sweepIn(t, dir, study)
	var s submitted
	said := call("submit", "study", "--engine", "local", "--seconds", "0.001", "--chunks", "5", "--json")
	if err := json.Unmarshal([]byte(said), &s); err != nil ||
		s.Chunks < 2 || s.Chunks > 5 || s.Runs != 27 || s.Missing != 0 { // 9 of 36 were timed before
		t.Fatalf("%+v, %v", s, err)
	}
	if got := digestOf(t, call, "study"); got != want {
		t.Errorf("the digest is %s, alone %s", got, want)
	}
	if out := call("submit", "study", "--engine", "local"); !strings.Contains(out, "nothing to submit") {
		t.Errorf("again: %s", out)
	}
}

// A submitted is what the tests read of sweep submit --json.
type submitted struct {
	Runs, Chunks, Missing int
	Job                   string
}

// fakeSlurm stands in for Slurm: sbatch keeps what it is given, squeue says that the
// tasks in $FAKE_QUEUE wait.
const fakeSlurm = `#!/bin/sh
case $0 in
*sbatch) cp "$2" submitted.sh; echo "4711;lab" ;;
*squeue) [ -n "$FAKE_QUEUE" ] || { echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1; }
	printf '%s RUNNING\n' $FAKE_QUEUE ;;
esac
`

// What sbatch gets, and that runs of tasks that still wait are not submitted again.
func TestAnArrayJobHasTheOptionsThatWereGiven(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"sbatch", "squeue"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(fakeSlurm), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	call := sweepIn(t, dir, fmt.Sprintf(manyRuns, 4))
	var s submitted
	first := call("submit", "study", "--engine", "slurm", "--chunks", "4", "--seconds", "0.001", "--time", "1:00:00", "--partition", "batch",
		"--account", "lab", "--sbatch", "--mem=2G", "--sbatch", "--qos=low", "--json")
	if err := json.Unmarshal([]byte(first), &s); err != nil || s.Job != "4711" || s.Chunks != 4 || s.Runs != 27 {
		t.Fatalf("%s: %v", first, err)
	}
	script, err := os.ReadFile(filepath.Join(dir, "submitted.sh"))
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, "study")
	want := "#!/bin/sh\n#SBATCH --job-name=backfill-sweep\n#SBATCH --array=0-3\n#SBATCH --time=1:00:00\n#SBATCH --requeue\n" +
		"#SBATCH --open-mode=append\n#SBATCH --chdir=" + at + "/submitted/1\n#SBATCH --output=%a.log\n#SBATCH --partition=batch\n" +
		"#SBATCH --account=lab\n#SBATCH --mem=2G\n#SBATCH --qos=low\n[ \"$(sha256sum <'" + at + "/program/"
	if got := string(script); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "/backfill' 'sweep' 'run' '"+at+"' '--chunks' '"+at+
		"/submitted/1/chunks' '--chunk' \"$SLURM_ARRAY_TASK_ID\" --parallel \"${SLURM_CPUS_PER_TASK:-1}\"\n") {
		t.Errorf("the script is\n%s\nwant\n%s...", got, want)
	}
	checks, _, _ := strings.Cut(string(script), "\nexec ")
	if out, err := exec.Command("sh", "-c", checks).CombinedOutput(); err != nil {
		t.Errorf("the program that was submitted: %s, %v", out, err)
	}
	programs, _ := filepath.Glob(filepath.Join(at, "program", "*", "backfill"))
	must(t, os.WriteFile(programs[0], []byte("#!/bin/sh\n"), 0o755))
	out, err := exec.Command("sh", "-c", checks).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "is not the program that was submitted") {
		t.Errorf("another program: %s, %v", out, err)
	}
	t.Setenv("FAKE_QUEUE", "0 2")
	var again submitted
	second := call("submit", "study", "--engine", "slurm", "--json")
	if err := json.Unmarshal([]byte(second), &again); err != nil || again.Runs == 0 || again.Runs >= 27 {
		t.Fatalf("while two of four tasks wait: %s, %v", second, err)
	}
	if out := call("status", "study"); !strings.Contains(out, " 4 tasks running, 0 waiting\n") { // two of each job
		t.Errorf("status says %s", out)
	}
	t.Setenv("FAKE_QUEUE", "0 1 2 3")
	if out := call("submit", "study", "--engine", "slurm"); !strings.Contains(out, "nothing to submit") {
		t.Errorf("while all tasks wait: %s", out)
	}
}
