//go:build !page

package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/drawn"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
)

// drawnLog writes a log of n jobs with odd rows of many kinds. Some stand below their place.
func drawnLog(r *rand.Rand, n int, header string) string {
	var b strings.Builder
	b.WriteString(header)
	now := int64(r.IntN(100))
	for i := range n {
		now += r.Int64N(60)
		submit := max(0, now-int64(r.IntN(8)/7*r.IntN(500)))
		run := r.Int64N(90) - 1
		procs := 1 + r.IntN(8)*r.IntN(3)
		estimate := run + r.Int64N(100) - 20
		opt := func(n int) int { return r.IntN(n+1) - 1 }
		fmt.Fprintf(&b, "%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d -1\n", i+1+i/7, submit, opt(50), run, procs,
			opt(9), opt(3)*1000, opt(20), estimate, opt(2)*500, opt(6), opt(12), opt(3), opt(4), opt(3), opt(3), opt(5)*r.IntN(2))
		if r.IntN(40) == 0 {
			b.WriteString("; a comment\nodd row\n1 2 3\n")
		}
	}
	return b.String()
}

// opener opens the text under any name.
func opener(text string) Opener {
	return func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
}

func scratchIn(t testing.TB) func() (trace.ScratchFile, error) {
	dir, n := t.TempDir(), 0
	return func() (trace.ScratchFile, error) {
		n++
		return os.Create(filepath.Join(dir, fmt.Sprint(n)))
	}
}

// playedOn plays the Spec on w and returns the digests of its tables and its metrics.
func playedOn(t *testing.T, s Spec, w *trace.Workload) string {
	t.Helper()
	jobs, runs := result.NewDigest(result.Jobs), result.NewDigest(result.Runs)
	steps, instances, decisions := result.NewDigest(result.Steps), result.NewDigest(result.Instances), result.NewDigest(result.Decisions)
	outcomes, err := Execute(context.Background(), s, w, Options{Parallel: 2, Scratch: scratchIn(t),
		Tables: result.Set{result.Jobs: jobs, result.Runs: runs, result.Steps: steps, result.Instances: instances, result.Decisions: decisions}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, o := range outcomes {
		fmt.Fprintln(&b, o.Run, o.Policy, o.LeftOut)
		for _, v := range o.Metrics {
			fmt.Fprintf(&b, "%x ", math.Float64bits(v))
		}
	}
	return fmt.Sprint(jobs.Sum(), runs.Sum(), steps.Sum(), instances.Sum(), decisions.Sum(), b.String())
}

func TestSpooledIsHeld(t *testing.T) {
	var policies []string
	for _, p := range Builtin.List() {
		if e, err := Builtin.Find(p.Name); err == nil && spools(e) && p.Name != policy.Recorded {
			policies = append(policies, p.Name)
		}
	}
	if len(policies) < 50 {
		t.Fatalf("%d policies run on spooled jobs", len(policies))
	}
	r := rand.New(rand.NewPCG(18, 18))
	for n := range 12 {
		header := "; MaxProcs: 12\n; UnixStartTime: 1000000000\n; TimeZoneString: Europe/Berlin\n"
		if n%3 == 0 {
			header = ""
		}
		text := drawnLog(r, 10+n*n*20, header)
		s := Spec{Workload: Source{File: "drawn.swf"}, Policies: policies}
		if n > 2 { // all of them on small logs, some on larger ones
			s.Policies = []string{"easy", "cons", policies[r.IntN(len(policies))], "plan-sjf", "dynp-advanced"}
			slices.Sort(s.Policies)
			s.Policies = slices.Compact(s.Policies)
		}
		s.Overrun, s.Width = []string{"", "extend"}[n%2], []string{"", "requested"}[n/2%2]
		if n%4 == 1 {
			s.Procs = 10
		}
		s.Shrink = []float64{0, 1, 0.001, 0.37, 5e5}[n%5]
		s.Estimates = []string{"", "model:2", "factor:0.5", "exact"}[n%4]
		if n%3 == 2 {
			s.Shake = &Shake{WithinS: []int64{5, 500, 604800}[n/3%3], Seed: uint64(n)}
		}
		if !s.Spools() {
			t.Fatal("the Spec cannot be spooled")
		}
		spooledIsHeld(t, s, text)
	}
}

// spooledIsHeld plays a Spec on spooled jobs of a log, and on the same held.
func spooledIsHeld(t *testing.T, s Spec, text string) {
	t.Helper()
	held, err := s.Load(opener(text), trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spooled, err := s.Load(opener(text), trace.Options{Scratch: &trace.Scratch{Create: scratchIn(t)}})
	if err != nil {
		t.Fatal(err)
	}
	if !spooled.Jobs.Spooled() || spooled.Len() != held.Len() {
		t.Fatalf("%d jobs spooled, %d of the log", spooled.Len(), held.Len())
	}
	digest, err := spooled.Digest()
	if err != nil || digest != held.SHA256() {
		t.Fatalf("other jobs spooled: %v", err)
	}
	if a, b := s.Meta(held, digest, ""), s.Meta(spooled, digest, ""); !slices.Equal(a, b) {
		t.Errorf("the metadata differ: %v, %v", a, b)
	}
	if !slices.Equal(held.Counts, spooled.Counts) || held.Procs != spooled.Procs || held.Source != spooled.Source ||
		!slices.Equal(held.Doubts(), spooled.Doubts()) {
		t.Error("the workloads differ")
	}
	if a, b := playedOn(t, s, held), playedOn(t, s, spooled); a != b {
		t.Errorf("%+v: spooled\n%s\nheld\n%s", s, b, a)
	}
	if err := spooled.Close(); err != nil {
		t.Error(err)
	}
}

// recordedLog writes a log of n jobs that all have waits, on a machine of procs processors, or of a size that it does not tell.
func recordedLog(r *rand.Rand, n, procs int) string {
	var b strings.Builder
	if procs > 0 {
		fmt.Fprintf(&b, "; MaxProcs: %d\n", procs)
	}
	now := int64(0)
	for i := range n {
		now += r.Int64N(30)
		fmt.Fprintf(&b, "%d %d %d %d %d -1 -1 -1 %d -1 1 %d -1 -1 -1 -1 -1 -1\n", i+1, now, r.Int64N(300)*r.Int64N(2), r.Int64N(90)*r.Int64N(3),
			1+r.IntN(8), 1+r.Int64N(120), r.IntN(5))
	}
	return b.String()
}

func TestASpooledRecordedScheduleIsHeld(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 10 {
		s := Spec{Workload: Source{File: "drawn.swf"}, Policies: []string{"recorded", "easy"}, Overrun: []string{"", "extend"}[n%2],
			Estimates: []string{"", "model:2", "factor:0.5"}[n%3]}
		spooledIsHeld(t, s, recordedLog(r, 1+n*n*50, 8))
	}
	for name, text := range map[string]string{
		"too small": recordedLog(r, 300, 0),
		"no wait":   recordedLog(r, 30, 8) + "31 9000 -1 5 1 -1 -1 -1 9 -1 1 -1 -1 -1 -1 -1 -1 -1\n",
	} {
		s := Spec{Workload: Source{File: "drawn.swf"}, Policies: []string{"recorded"}}
		held, err := s.Load(opener(text), trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		spooled, err := s.Load(opener(text), trace.Options{Scratch: &trace.Scratch{Create: scratchIn(t)}})
		if err != nil {
			t.Fatal(err)
		}
		_, want := Execute(t.Context(), s, held, Options{})
		if _, err := Execute(t.Context(), s, spooled, Options{}); err == nil || want == nil || err.Error() != want.Error() {
			t.Errorf("%s: error %v, and as a whole %v", name, err, want)
		}
	}
}

// asTable writes the jobs of a log as a table with dates, or with some numbers that are none.
func asTable(w *trace.Workload, dates bool) string {
	var b strings.Builder
	b.WriteString("job,submit,run,wait,cores,limit,user,queue\n")
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		id, submit := fmt.Sprint(j.ID), fmt.Sprint(j.Submit)
		if dates {
			submit = time.Unix(1_700_000_000+j.Submit, 0).UTC().Format(time.DateTime)
		} else if i%9 == 4 {
			id += "_1"
		}
		fmt.Fprintf(&b, "%s,%s,%d,%d,%d,%d,%s,%s\n", id, submit, j.Run, j.Wait, j.Procs, j.Estimate,
			w.Users.Name(j.User), w.Queues.Name(j.Queue))
	}
	return b.String()
}

func TestASpooledTableIsHeld(t *testing.T) {
	for i, b := range builtin.All {
		w, err := builtin.Load(b.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, dates := range []bool{false, true} {
			s := Spec{Workload: Source{File: "drawn.csv"}, Policies: []string{"easy", "cons"}, Shrink: []float64{0, 0.3}[i%2]}
			spooledIsHeld(t, s, asTable(w.Head(3000), dates))
		}
	}
}

func TestASpooledModelIsTheModel(t *testing.T) {
	m := &Model{Name: "lublin", Jobs: 3000, Procs: 64, Load: 0.9, Users: 30, Seed: 2, Estimates: "round", Factor: 2}
	s := Spec{Workload: Source{Model: m}, Policies: []string{"easy", "cons"}}
	if !s.Spools() {
		t.Fatal("the Spec cannot be spooled")
	}
	for _, s.Shrink = range []float64{0, 0.5} {
		held, err := s.Load(nil, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		spooled, err := s.Load(nil, trace.Options{Scratch: &trace.Scratch{Create: scratchIn(t)}})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := playedOn(t, s, held), playedOn(t, s, spooled); a != b {
			t.Errorf("spooled\n%s\nheld\n%s", b, a)
		}
	}
	for change, ok := range map[*Spec]bool{
		{Procs: 64}: true, {Procs: 32}: true, {Shrink: 1}: true, {Shrink: 0.5}: true, {Estimates: "exact"}: true,
		{Policies: []string{"easy", "recorded"}}: true, {Shake: &Shake{WithinS: 9}}: true, {Policies: []string{"dynp-simple"}}: true,
		{Policies: []string{"rules:narrow-easy"}}: true, {Platforms: Platforms{Shared: &shared.Nodes{Nodes: 4}}}: false,
	} {
		c := s
		c.Procs, c.Shrink, c.Estimates, c.Shared, c.Shake = change.Procs, change.Shrink, change.Estimates, change.Shared, change.Shake
		if change.Policies != nil {
			c.Policies = change.Policies
		}
		if c.Spools() != ok {
			t.Errorf("%+v spools: %t", *change, !ok)
		}
	}
}

func TestASpooledSacctLogIsHeld(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 11))
	for n, a := range []drawn.Accounting{
		{Jobs: 400, Tidy: true}, {Jobs: 3000}, {Jobs: 3000, JSON: true}, {Jobs: 2000, NoRaw: true}, {Jobs: 40_000},
	} {
		s := Spec{Workload: Source{File: "drawn.txt"}, Policies: []string{"cons", "dynp-simple", "easy"}, Shrink: []float64{0, 0.3}[n%2]}
		if n == 4 {
			s.Policies = []string{"easy", policy.Recorded}
		}
		if n == 2 {
			s.Estimates = "factor:2"
		}
		if n >= 3 {
			s.Arrival = "eligible"
		}
		spooledIsHeld(t, s, a.Draw(r))
	}
}

func TestALogWithLateRowsIsSpooled(t *testing.T) {
	var b strings.Builder
	for i := range 12_000 {
		fmt.Fprintf(&b, "%d %d 0 5 1 -1 -1 1 5 -1 1 1 1 1 1 1 -1 -1\n", i+1, []int{50_000 + i, 50_000 - i, i}[i%3])
	}
	spooledIsHeld(t, Spec{Workload: Source{File: "late.swf"}, Policies: []string{"easy"}}, b.String())
}

func TestLogsThatCannotBeSpooled(t *testing.T) {
	scattered := "job,submit,run,procs\n"
	for i := range 3000 {
		scattered += fmt.Sprintf("%d,%d,1,1\n", (i+2)<<20, 10+i)
	}
	s := Spec{Workload: Source{File: "x"}, Policies: []string{"easy"}}
	_, err := s.Load(opener(scattered+"5,5,1,1\n"), trace.Options{Scratch: &trace.Scratch{Create: scratchIn(t)}})
	if !errors.Is(err, trace.ErrWhole) {
		t.Errorf("scattered numbers: error %v", err)
	}
	if _, err := s.Load(opener(scattered+"5,5,1,1\n"), trace.Options{}); err != nil {
		t.Errorf("scattered numbers, as a whole: %v", err)
	}
	const late = "JobID|Submit|Start|End|State|NCPUS\n1|5|6|9|COMPLETED|1\n"
	for text, arrival := range map[string]string{
		"": "", "; only a comment\n": "", "1 2 3\n": "", "JobID|Submit\n": "", "JobID|Submit\n1|x\n": "",
		late: "eligible", "1 1 1 1 1\n": "eligible",
	} {
		s.Arrival = arrival
		_, held := s.Load(opener(text), trace.Options{})
		_, err := s.Load(opener(text), trace.Options{Scratch: &trace.Scratch{Create: scratchIn(t)}})
		if err == nil || err.Error() != held.Error() {
			t.Errorf("%q: error %v, and as a whole %v", text, err, held)
		}
	}
}
