package arrowio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// A stranger is a log with its reading: see README.md in its folder.
type stranger struct {
	name    string
	log     string
	opt     trace.Options
	plain   bool
	without []string

	fails  string // what the error says, or ""
	doubts []string
	left   map[string]int // rows by rule
	noted  map[string]int
	names  []string // of the columns of jobs
	jobs   []string // sorted
}

// strangers returns all of them.
func strangers(t *testing.T) (all []*stranger) {
	t.Helper()
	files, err := filepath.Glob("../core/trace/testdata/strangers/*.txt")
	if err != nil || len(files) < 20 {
		t.Fatalf("only %d strangers (%v)", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := &stranger{name: strings.TrimSuffix(filepath.Base(file), ".txt"), left: map[string]int{}, noted: map[string]int{}}
		reading, log, found := strings.Cut(string(data), "----\n")
		if s.log = log; !found {
			t.Fatalf("%s: no line ----", s.name)
		}
		for line := range strings.Lines(reading) {
			if err := s.take(strings.TrimSuffix(line, "\n")); err != nil {
				t.Fatalf("%s: %q: %v", s.name, line, err)
			}
		}
		slices.Sort(s.jobs)
		all = append(all, s)
	}
	return all
}

// take takes a line of the reading.
func (s *stranger) take(line string) error {
	key, value, _ := strings.Cut(line, ": ")
	switch {
	case line == "" || line[0] == '#':
	case s.names != nil:
		cells := strings.Fields(line)
		if len(cells) != len(s.names) {
			return errors.New("another number of cells")
		}
		s.jobs = append(s.jobs, strings.Join(cells, " "))
	case line == "plain":
		s.plain = true
	case key == "jobs":
		s.names = strings.Fields(value)
	case key == "without":
		s.without = strings.Fields(value)
	case key == "error":
		s.fails = value
	case key == "doubt":
		s.doubts = append(s.doubts, value)
	case key == "left", key == "noted":
		rule, rows, _ := strings.Cut(value, " ")
		n, err := strconv.Atoi(rows)
		if !slices.ContainsFunc(trace.Rules, func(r trace.Rule) bool { return r.Key == rule }) {
			return errors.New("unknown rule")
		}
		map[string]map[string]int{"left": s.left, "noted": s.noted}[key][rule] = n
		return err
	default:
		option := map[string]*string{"map": &s.opt.Map, "columns": &s.opt.Columns, "width": &s.opt.Width, "zone": &s.opt.TimeZone}[key]
		if option == nil {
			return errors.New("unknown key")
		}
		*option = value
	}
	return nil
}

// read reads a log from a file.
func read(t *testing.T, name, log string, opt trace.Options) (*trace.Workload, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(log), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return trace.ReadFrom(name, f, opt)
}

// check asks for the reading of what was read.
func (s *stranger) check(w *trace.Workload, err error) error {
	switch {
	case s.fails != "" && err == nil:
		return fmt.Errorf("no error %q but %d jobs: %v", s.fails, w.Len(), s.seen(w))
	case s.fails != "" && (!strings.Contains(err.Error(), s.fails) || strings.Contains(err.Error(), "\n")):
		return fmt.Errorf("the error is not %q in one line: %w", s.fails, err)
	case s.fails != "":
		return nil
	case err != nil:
		return err
	}
	if d := cmp.Diff(s.jobs, s.seen(w)); d != "" {
		return fmt.Errorf("jobs (%s):\n%s(%v)", strings.Join(s.names, " "), d, w.Reading)
	}
	left := map[string]int{}
	for _, r := range trace.Rules {
		n := w.Count(r.Key)
		if n > 0 && r.Effect == trace.LeavesOut {
			left[r.Key] = n
		}
		if want, is := s.noted[r.Key]; is && want != n {
			return fmt.Errorf("%s: %d rows, not %d", r.Key, n, want)
		}
	}
	if d := cmp.Diff(s.left, left); d != "" {
		return fmt.Errorf("rows left out:\n%s(%v)", d, w.Causes)
	}
	return s.checkDoubts(w.Doubts())
}

// checkDoubts asks for the doubts, but for those that follow from what is not given or is checked above: the machine's size, and
// rows that are left out.
func (s *stranger) checkDoubts(all []trace.Doubt) error {
	var doubts []string
	for _, d := range all {
		if d.Key != "machine-size" && d.Key != "rows-left-out" {
			doubts = append(doubts, d.String())
		}
	}
	for _, want := range s.doubts {
		i := slices.IndexFunc(doubts, func(d string) bool { return strings.Contains(d, want) })
		if i < 0 {
			return fmt.Errorf("no doubt %q but %q", want, doubts)
		}
		doubts = slices.Delete(slices.Clone(doubts), i, i+1)
	}
	if len(doubts) > 0 {
		return fmt.Errorf("other doubts: %q", doubts)
	}
	return nil
}

// seen returns the jobs of a workload as readings have them.
func (s *stranger) seen(w *trace.Workload) (all []string) {
	for _, j := range w.Jobs.Held() {
		var cells []string
		for _, name := range s.names {
			cells = append(cells, cellOf(w, &j, name))
		}
		all = append(all, strings.Join(cells, " "))
	}
	slices.Sort(all)
	return all
}

// cellOf returns a cell of a job's line.
func cellOf(w *trace.Workload, j *job.Job, name string) string {
	number := func(n int64) string {
		if n == job.None {
			return "-"
		}
		return strconv.FormatInt(n, 10)
	}
	switch name {
	case "job":
		return w.Label(j)
	case "submit":
		if w.UnixStart == 0 {
			return number(j.Submit)
		}
		return time.Unix(w.UnixStart+j.Submit, 0).UTC().Format("2006-01-02T15:04:05")
	case "wait":
		return number(j.Wait)
	case "run":
		return number(j.Run)
	case "limit":
		if j.Estimate == max(j.Run, 1) && w.Count("run-as-estimate") > 0 {
			return "-"
		}
		return number(j.Estimate)
	case "procs":
		return number(int64(j.Procs))
	case "state":
		switch j.Status {
		case job.Completed:
			return "completed"
		case 0:
			return "failed"
		case 5:
			return "cancelled"
		}
		return "-"
	case "user":
		if user := w.Users.Name(j.User); user != "" {
			return user
		}
		return "-"
	case "gpus":
		if w.Slurm != nil {
			return number(int64(w.Slurm[j.Row].GPUs))
		}
		return "-"
	case "mem":
		return number(j.RequestedMemoryKiB)
	}
	return "unknown column " + name
}

// Whatever holds the rows of a log, they are the jobs that a careful person reads.
func TestStrangersAreReadInEveryContainer(t *testing.T) {
	for _, s := range strangers(t) {
		t.Run(s.name, func(t *testing.T) {
			w, err := read(t, "log", s.log, s.opt)
			if err := s.check(w, err); err != nil {
				t.Fatalf("as it is: %v", err)
			}
			for _, c := range containers {
				log, ok := c.pack(s)
				if !ok || slices.Contains(s.without, c.name) {
					continue
				}
				w, err := read(t, "log", log, s.opt)
				if err := s.check(w, err); err != nil {
					t.Errorf("%s: %v\n%.600s", c.name, err, strconv.QuoteToASCII(log))
				}
			}
		})
	}
}
