package program

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// seven is the instance of the solution files in testdata.
func seven(t testing.TB) *Program {
	f, err := os.Open(filepath.Join("testdata", "seven.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := exact.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The files are what the solvers wrote when they solved the program of seven.json:
// HiGHS 1.15.1, CBC 2.10.3, SCIP as a library (without the line of the status), CPLEX
// 22.2 and Gurobi.
func TestSolversFilesAreRead(t *testing.T) {
	p := seven(t)
	statuses := map[Format]string{HiGHS: "Optimal", CBC: "Optimal", SCIP: "", CPLEX: "integer optimal solution", Gurobi: ""}
	for _, f := range Formats {
		text, err := os.Open(filepath.Join("testdata", string(f)+".sol"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.ReadSolution(text, f)
		text.Close()
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if s.Status != statuses[f] || math.Abs(s.Objective-66982) > 1e-3 || p.Cost(s.Slots) != 66982 || !legal(p.in, p.Seconds(s.Slots)) {
			t.Errorf("%s: %+v, which costs %d", f, s, p.Cost(s.Slots))
		}
	}
}

func TestStartsAreReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 40 {
		in := random(r, 1+r.IntN(5))
		p, err := New(in, Options{Scale: 1 + r.Int64N(4)})
		if err != nil {
			t.Fatal(err)
		}
		slots, _ := p.Start()
		for _, f := range Formats {
			var b bytes.Buffer
			if err := p.WriteStart(&b, f, slots); err != nil {
				t.Fatal(err)
			}
			s, err := p.ReadSolution(&b, f)
			if err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			if !slices.Equal(s.Slots, slots) || f != CPLEX && f != Gurobi && s.Objective != float64(p.Cost(slots)) {
				t.Fatalf("%s: %v came back as %+v", f, slots, s)
			}
		}
		if err := p.WriteStart(new(bytes.Buffer), "glpk", slots); err == nil || !strings.Contains(err.Error(), "no solution format") {
			t.Fatalf("the format glpk: %v", err)
		}
		far := slices.Clone(slots)
		far[0] = p.Slots()
		if err := p.WriteStart(new(bytes.Buffer), CBC, far); err == nil || !strings.Contains(err.Error(), "cannot start in slot") {
			t.Fatalf("a start after the last slot: %v", err)
		}
	}
}

func TestOddSolutionsAreRefusedWithOneLine(t *testing.T) {
	p := seven(t)
	start, _ := p.Start()
	var b bytes.Buffer
	if err := p.WriteStart(&b, Gurobi, start); err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	first := strings.Fields(whole)[3]
	for _, c := range []struct{ text, want string }{
		{strings.Replace(whole, first+" 1", first+" 0.5", 1), "neither 0 nor 1"},
		{strings.Replace(whole, first+" 1", first+" NaN", 1), "neither 0 nor 1"},
		{strings.Replace(whole, first+" 1", first+" one", 1), "not a number"},
		{strings.Replace(whole, first+" 1", first, 1), "not the name and value"},
		{strings.Replace(whole, first+" 1", "", 1), "1 of 7 jobs never start"},
		{strings.Replace(whole, first, "y0_3", 1), "not a variable"},
		{strings.Replace(whole, first, "x0_99999", 1), "not a variable"},
		{strings.Replace(whole, first, "x7_3", 1), "not a variable"},
		{strings.Replace(whole, first, "x-1_3", 1), "not a variable"},
		{strings.Replace(whole, first, "x", 1), "not a variable"},
		{whole + first + " 1\n", "starts in slot"},
		{"# Objective value = much\n", "not a number"},
		{strings.Repeat("x", longestLine+1), "too long"},
	} {
		_, err := p.ReadSolution(strings.NewReader(c.text), Gurobi)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
			t.Errorf("%.60q: %v; expected one line with %q", c.text, err, c.want)
		}
	}
	for f, text := range map[Format]string{
		HiGHS:  "Model status\nTime limit reached\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS v1\nNone\n",
		CBC:    "Stopped on time (no integer solution - continuous used) - objective value 12.5\n 3 x0_5 0.25 7\n",
		SCIP:   "solution status: time limit reached\nno solution available\n",
		Gurobi: "",
	} {
		if s, err := p.ReadSolution(strings.NewReader(text), f); err != nil || s.Slots != nil {
			t.Errorf("%s: a file without a solution is read as %+v, %v", f, s, err)
		}
	}
	s, err := p.ReadSolution(strings.NewReader("solution status: optimal solution found\n"), SCIP)
	if err != nil || s.Status != "optimal solution found" {
		t.Errorf("SCIP's status is %+v, %v", s, err)
	}
	if _, err := p.ReadSolution(strings.NewReader("<a><b></a>"), CPLEX); err == nil {
		t.Error("a file that is not XML is accepted")
	}
	if _, err := p.ReadSolution(strings.NewReader(""), "glpk"); err == nil {
		t.Error("an unknown format is accepted")
	}
	if f, err := FormatNamed("HiGHS"); f != HiGHS || err != nil {
		t.Errorf("HiGHS is %q, %v", f, err)
	}
}

func FuzzReadSolution(f *testing.F) {
	for _, format := range Formats {
		text, err := os.ReadFile(filepath.Join("testdata", string(format)+".sol"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(slices.Index(Formats, format)))
	}
	p := seven(f)
	f.Fuzz(func(t *testing.T, text []byte, which uint8) {
		s, err := p.ReadSolution(bytes.NewReader(text), Formats[int(which)%len(Formats)])
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("the error has several lines: %q", err)
			}
			return
		}
		for i, at := range s.Slots {
			if at < p.first[i] || at > p.last(i) {
				t.Fatalf("job %d starts in slot %d", i, at)
			}
		}
	})
}
