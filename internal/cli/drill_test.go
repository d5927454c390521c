//go:build unix

package cli

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A drill plays faults against a sweep of short runs whose rows are kept.
type drill struct {
	*testing.T
	*rand.Rand
	dir  string
	want string // digest of the sweep if nothing disturbs it
}

// start starts a command of the sweep, as words of sh.
func (d *drill) start(words string) *exec.Cmd {
	c := exec.Command("sh", "-c", words)
	c.Dir = d.dir
	if err := c.Start(); err != nil {
		d.Fatal(err)
	}
	return c
}

// moment waits until some moment of a run of the sweep.
func (d *drill) moment() { time.Sleep(time.Duration(d.IntN(300)) * time.Millisecond) }

const drilled = "exec backfill sweep run study"

// kill kills two processes that work on the sweep at once.
func (d *drill) kill() {
	a, b := d.start(drilled), d.start(drilled)
	d.moment()
	a.Process.Kill()
	d.moment()
	b.Process.Kill()
	a.Wait()
	b.Wait()
}

// stop stops one process while another works, and lets it go on.
func (d *drill) stop() {
	a := d.start(drilled)
	d.moment()
	a.Process.Signal(syscall.SIGSTOP)
	d.start(drilled).Wait()
	a.Process.Signal(syscall.SIGCONT)
	a.Wait()
}

// full lets no file become larger than some blocks, as a full disk does.
func (d *drill) full() { d.start(fmt.Sprintf("ulimit -f %d; %s", d.IntN(12), drilled)).Wait() }

// clean removes what is not needed while another process works.
func (d *drill) clean() {
	a := d.start(drilled)
	d.moment()
	d.start("exec backfill sweep clean study --rows").Wait()
	a.Process.Kill()
	a.Wait()
}

// readOnly takes the permission to write; root has it all the same.
func (d *drill) readOnly() {
	folders := []string{"study", "study/results", "study/rows"}
	for _, folder := range folders {
		os.Chmod(filepath.Join(d.dir, folder), 0o555) // that is not there, is not there
	}
	d.start(drilled).Wait()
	for _, folder := range folders {
		os.Chmod(filepath.Join(d.dir, folder), 0o777)
	}
}

// flip changes a bit of a file of the sweep, or cuts the file.
func (d *drill) flip() {
	var files []string
	filepath.WalkDir(filepath.Join(d.dir, "study"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && !strings.HasSuffix(path, ".damaged") {
			files = append(files, path)
		}
		return nil
	})
	name := files[d.IntN(len(files))]
	data, err := os.ReadFile(name)
	if err != nil || len(data) == 0 {
		return
	}
	what := "cut"
	if at := d.IntN(len(data)); d.IntN(4) == 0 {
		data = data[:at]
	} else {
		what = "flipped"
		data[at] ^= 1 << d.IntN(8)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		d.Fatal(err)
	}
	d.Logf("%s %s", what, name)
}

// look collects: the values are those of the undisturbed sweep, or it says what is not there. What it says to do
// mends it.
func (d *drill) look() {
	var said []byte
	for range 4 {
		c := exec.Command("sh", "-c", `backfill sweep collect study --out collected --json || {
			backfill sweep plan study.json --tables jobs >&2 && backfill sweep run study >&2; exit 9; }`)
		c.Dir = d.dir
		var fault strings.Builder
		c.Stderr = &fault
		out, err := c.Output()
		if err == nil {
			if !strings.Contains(string(out), d.want) {
				d.Fatalf("silently wrong: %s, want %s", out, d.want)
			}
			return
		}
		if !strings.Contains(fault.String(), "missing") && !strings.Contains(fault.String(), "damaged") {
			d.Fatalf("the fault is not named: %s", fault.String())
		}
		said = append(said, fault.String()...)
	}
	d.Fatalf("nothing mends the sweep: %s", said)
}

// TestDrill plays faults in a random order for as long as BACKFILL_DRILL says, such as 2m; BACKFILL_DRILL_SEED repeats an
// order. make drill does.
func TestDrill(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("BACKFILL_DRILL"))
	if err != nil {
		t.Skip("BACKFILL_DRILL does not say how long: make drill does")
	}
	seed, err := strconv.ParseUint(os.Getenv("BACKFILL_DRILL_SEED"), 10, 64)
	if err != nil {
		seed = rand.Uint64()
	}
	t.Logf("BACKFILL_DRILL_SEED=%d", seed)
	study := fmt.Sprintf(manyRuns, 8)
	planned := func(dir string) func(...string) string {
		call := sweepIn(t, dir, study)
		call("plan", "study.json", "--tables", "jobs")
		return call
	}
	alone := planned(t.TempDir())
	alone("run", "study")
	d := &drill{T: t, Rand: rand.New(rand.NewPCG(seed, 0)), dir: t.TempDir(), want: digestOf(t, alone, "study")}
	planned(d.dir)
	faults := []func(){d.kill, d.stop, d.full, d.clean, d.readOnly, d.flip, d.flip, d.flip}
	rounds := 0
	for begin := time.Now(); time.Since(begin) < length; rounds++ {
		if rounds%12 == 11 { // all runs again
			for _, name := range []string{"results", "rows"} {
				if err := os.RemoveAll(filepath.Join(d.dir, "study", name)); err != nil {
					t.Fatal(err)
				}
			}
		}
		faults[d.IntN(len(faults))]()
		if d.IntN(2) == 0 {
			d.look()
		}
	}
	d.look()
	t.Logf("%d faults", rounds)
}
