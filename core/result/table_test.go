package result

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// nullSaid finds what a column's sentence says of null: a value that means it, or the only runs that set it.
var nullSaid = regexp.MustCompile(`(?i)\bnull\b|\bset (on|for|by)\b`)

// sampleTable returns n rows of every kind of value that s allows, different
// for different seeds.
func sampleTable(s *Schema, n, seed int) *Table {
	t := NewTable(s, n)
	for i, c := range s.Columns {
		v := &t.Cols[i]
		for row := range n {
			x := (row*7 + i*13 + seed*31) % 97
			switch c.Type {
			case Float:
				v.Float[row] = float64(x) * 1.25
				if c.Nullable && x%5 == 0 {
					v.Float[row] = math.NaN()
				}
			case Int:
				v.Int[row] = int64(x) - 40
			case Bool:
				v.Bool[row] = x%3 == 0
			case Text:
				if !c.Nullable || x%5 != 0 {
					v.SetText(row, strings.Repeat("x", x%4)+string(rune('a'+x%26)))
				}
			}
		}
	}
	return t
}

func TestSchemasKeepTheirOwnRules(t *testing.T) {
	for _, s := range All {
		seen := map[string]bool{}
		for _, c := range s.Columns {
			at := s.Name + "." + c.Name
			if seen[c.Name] {
				t.Errorf("%s is there twice", at)
			}
			seen[c.Name] = true
			if c.Name != strings.ToLower(c.Name) || strings.ContainsAny(c.Name, " -.") {
				t.Errorf("%s is not snake_case", at)
			}
			if (c.Unit == "s") != strings.HasSuffix(c.Name, "_s") {
				t.Errorf("%s has unit %q: columns in seconds, and only they, end in _s", at, c.Unit)
			}
			if c.Unit == "s" && c.Type != Float {
				t.Errorf("%s is %s: seconds are float64", at, c.Type)
			}
			if !strings.HasSuffix(c.Doc, ".") || len(c.Doc) < 4 {
				t.Errorf("%s is not documented by a sentence: %q", at, c.Doc)
			}
			if c.Nullable != nullSaid.MatchString(c.Doc) {
				t.Errorf("%s: nullable is %t, but its doc says %q", at, c.Nullable, c.Doc)
			}
			if c.Nullable && c.Type != Float && c.Type != Text {
				t.Errorf("%s is nullable and %s", at, c.Type)
			}
		}
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	for name, tc := range map[string]struct {
		break_ func(*Table)
		want   string
	}{
		"short column":   {func(t *Table) { t.Col("submit_s").Float = make([]float64, 2) }, "jobs.submit_s has 2 values for 10 rows"},
		"long column":    {func(t *Table) { t.Col("killed").Bool = make([]bool, 11) }, "jobs.killed has 11 values"},
		"null time":      {func(t *Table) { t.Col("start_s").Float[3] = math.NaN() }, "jobs.start_s, row 3: null"},
		"null run":       {func(t *Table) { t.Col("run").Code[9] = -1 }, "jobs.run, row 9: null"},
		"unknown code":   {func(t *Table) { t.Col("user").Code[1] = 1 << 20 }, "jobs.user, row 1: code 1048576"},
		"negative code":  {func(t *Table) { t.Col("user").Code[1] = -2 }, "jobs.user, row 1"},
		"no dictionary":  {func(t *Table) { t.Col("site").Dict = nil }, "jobs.site"},
		"missing column": {func(t *Table) { t.Cols = t.Cols[1:] }, "37 columns, its schema 38"},
	} {
		table := sampleTable(Jobs, 10, 0)
		if err := table.Check(); err != nil {
			t.Fatal(err)
		}
		tc.break_(table)
		if err := table.Check(); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: got %v, want %q in it", name, err, tc.want)
		}
	}
}

func TestHeadSharesTheFirstRows(t *testing.T) {
	table := sampleTable(Jobs, 10, 0)
	h := table.Head(4)
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
	h.Col("procs").Int[3] = 77
	if table.Col("procs").Int[3] != 77 {
		t.Error("Head copied the rows")
	}
}

func TestDictGivesOneCodePerText(t *testing.T) {
	d := NewDict()
	if a, b, c := d.Code("x"), d.Code("y"), d.Code("x"); a != 0 || b != 1 || c != 0 {
		t.Errorf("codes %d, %d, %d", a, b, c)
	}
	if d.Code("") != -1 || d.Text(-1) != "" || d.Text(1) != "y" {
		t.Error("the empty text is not null, or 1 is not y")
	}
}

// TestJobRowsKeepTheFormulas recomputes every formula of the schema from the
// other columns of rows that JobRows made.
func TestJobRowsKeepTheFormulas(t *testing.T) {
	jobs, placed := schedule(1000)
	names := sampleNames()
	for i := range jobs {
		jobs[i].Row = int32(i)
		names.Slurm = append(names.Slurm, job.Slurm{Base: jobs[i].ID, Task: job.None, Held: int64(i%9) - 1, Parts: 1})
	}
	kept := NewCollect(Jobs)
	if err := NewJobRows(names).Write(kept, "w/easy", "easy", jobs, placed, Notes{}); err != nil {
		t.Fatal(err)
	}
	table := kept.Table()
	checked := 0
	for i, c := range Jobs.Columns {
		if c.Formula == "" {
			continue
		}
		f := strings.Fields(c.Formula) // a op b
		if len(f) != 3 {
			t.Fatalf("%s: this test cannot compute %q", c.Name, c.Formula)
		}
		a, b := table.Col(f[0]).Float, table.Col(f[2]).Float
		for row, got := range table.Cols[i].Float {
			want := a[row] - b[row]
			if f[1] == "+" {
				want = a[row] + b[row]
			}
			if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Fatalf("%s is %v in row %d, %s is %v", c.Name, got, row, c.Formula, want)
			}
		}
		checked++
	}
	if checked == 0 {
		t.Fatal("no column has a formula")
	}
}

func jobsTable(t testing.TB, n int) *Table {
	t.Helper()
	jobs, placed := schedule(n)
	c := NewCollect(Jobs)
	if err := NewJobRows(sampleNames()).Write(c, "w/easy", "easy", jobs, placed, Notes{}); err != nil {
		t.Fatal(err)
	}
	return c.Table()
}

func sampleNames() Names {
	return Names{Users: []string{"u0", "u1", ""}, Groups: []string{"g0"}, Queues: []string{"q0", "q1"}}
}

// schedule returns n jobs and where a machine without limits would put them.
func schedule(n int) ([]job.Job, []job.Placement) {
	jobs, placed := make([]job.Job, n), make([]job.Placement, n)
	for i := range jobs {
		k := int64(i)
		jobs[i] = job.Job{ID: k + 1, Submit: 10 * k, Run: k % 77, Estimate: 1 + k%50, Procs: int32(1 + k%16),
			User: int32(i%4) - 1, Group: int32(i%2) - 1, Queue: int32(i % 3)}
		start := jobs[i].Submit + k%33
		placed[i] = job.Placement{Start: start, End: start + jobs[i].Length(true), Killed: jobs[i].Run > jobs[i].Estimate}
	}
	return jobs, placed
}

func TestJobRowsAreTheSchedule(t *testing.T) {
	const n = BatchRows + 5 // crosses a batch
	jobs, placed := schedule(n)
	table := jobsTable(t, n)
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	if table.Rows != n {
		t.Fatalf("%d rows for %d jobs", table.Rows, n)
	}
	names := sampleNames()
	name := func(list []string, i int32) string {
		if i < 0 || int(i) >= len(list) {
			return ""
		}
		return list[i]
	}
	for i := range jobs {
		j, p := &jobs[i], &placed[i]
		switch {
		case table.Col("job").Int[i] != j.ID, table.Col("procs").Int[i] != int64(j.Procs),
			table.Col("submit_s").Float[i] != float64(j.Submit), table.Col("estimate_s").Float[i] != float64(j.Estimate),
			table.Col("start_s").Float[i] != float64(p.Start), table.Col("end_s").Float[i] != float64(p.End),
			table.Col("killed").Bool[i] != p.Killed,
			table.Col("run").GetText(i) != "w/easy", table.Col("policy").GetText(i) != "easy", table.Col("site").GetText(i) != "",
			table.Col("user").GetText(i) != name(names.Users, j.User),
			table.Col("group").GetText(i) != name(names.Groups, j.Group),
			table.Col("queue").GetText(i) != name(names.Queues, j.Queue):
			t.Fatalf("row %d is not job %+v at %+v", i, *j, *p)
		}
	}
}

func TestJobRowsRefuseAnUnfinishedSchedule(t *testing.T) {
	jobs, placed := schedule(3)
	placed[1].End = job.None
	err := NewJobRows(Names{}).Write(NewCollect(Jobs), "r", "p", jobs, placed, Notes{})
	if err == nil || !strings.Contains(err.Error(), "job 2 of run r has not ended") {
		t.Errorf("got %v", err)
	}
	if NewJobRows(Names{}).Write(NewCollect(Jobs), "r", "p", jobs, placed[:2], Notes{}) == nil {
		t.Error("two placements for three jobs are accepted")
	}
}

func BenchmarkJobRows(b *testing.B) {
	jobs, placed := schedule(BatchRows)
	rows := NewJobRows(sampleNames())
	b.ReportAllocs()
	for b.Loop() {
		if err := rows.Write(Tee(), "w/easy", "easy", jobs, placed, Notes{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(BatchRows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
