package slurm

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/truth"
	"github.com/backfill-lab/backfill/core/system"
)

// truths has what real Slurms did.
const truths = "../../twin/testdata/truth"

// A forced Twin starts jobs at the seconds at which they were recorded to start, so that its
// priorities can be held against those of the record. In the noted seconds it calls look.
type forced struct {
	*Twin
	starts []int64
	noted  map[int64]bool
	look   func(e *system.Engine)
}

func (f *forced) Pass(e *system.Engine) int64 {
	f.calculate(e, e.NowUs)
	f.admit(e)
	for _, n := range f.entries {
		if f.starts[n.job] <= e.NowUs && e.Placed[n.job].Start == system.None {
			if a, ok := e.Free.Place(&e.Jobs[n.job], n.part, f.sys.Partitions[n.part].Bits); ok {
				f.start(e, n.job, n.part, a)
			}
		}
	}
	f.drop(e)
	if f.noted[e.Now] && e.NowUs > e.Now*system.Second {
		delete(f.noted, e.Now)
		f.look(e)
	}
	wake := min((e.Now+1)*system.Second, f.nextCalc*system.Second+f.CalcUs)
	for _, n := range f.entries {
		if at := f.starts[n.job]; at > e.NowUs {
			wake = min(wake, at)
		}
	}
	return wake
}

func TestPrioritiesAreThoseOfSprio(t *testing.T) {
	for _, name := range []string{"priority", "classic"} {
		t.Run(name, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, name))
			if err != nil {
				t.Fatal(err)
			}
			s, l := r.System, r.Log
			p, err := os.Open(filepath.Join(truths, name, "data/sprio.txt"))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			said := map[int64]map[int64][]string{}
			noted := map[int64]bool{}
			for in := bufio.NewScanner(p); in.Scan(); {
				words := strings.Fields(in.Text())
				at, err := strconv.ParseInt(words[0], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				at -= l.UnixStart
				id, _ := strconv.ParseInt(words[1], 10, 64)
				if said[at] == nil {
					said[at] = map[int64][]string{}
				}
				said[at][id] = words
				noted[at] = true
			}
			w := &forced{Twin: New(s), starts: r.Starts, noted: noted}
			w.CalcUs = r.CalcUs
			w.look = func(e *system.Engine) {
				for u := range s.Users {
					t.Logf("usage %d %s %.2f %.5f", e.Now, s.Users[u].Name, w.fair.usage[u], w.fair.factors[u])
				}
				for _, n := range w.entries {
					j := &e.Jobs[n.job]
					t.Logf("%d: job %d of %s: %d (fair %v), sprio: %v", e.Now, j.ID, s.Users[j.User].Name, n.priority, w.fair.factors[j.User], said[e.Now][j.ID])
				}
			}
			e, err := system.NewEngine(system.Config{System: s, Jobs: l.Jobs, Scheduler: w, UnixStart: l.UnixStart, Exact: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
		})
	}
}
