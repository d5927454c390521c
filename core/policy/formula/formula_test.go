package formula

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, canonical string }{
		{"estimate*procs + 6860000*log10(submit)", "estimate*procs+6860000*log10(submit)"},
		{" ( estimate ) ", "estimate"}, {"run*Procs", "estimate*procs"},
		{"((estimate-procs)-wait)-(wait-1)", "estimate-procs-wait-(wait-1)"},
		{"estimate/(procs*2)/(3/wait)", "estimate/(procs*2)/(3/wait)"},
		{"(estimate+procs)*-(wait)", "(estimate+procs)*-wait"},
		{"-(-estimate)^2 - -2", "-(-estimate)^2--2"},
		{"(-estimate)*procs", "-estimate*procs"},
		{"-(estimate*procs)", "-(estimate*procs)"},
		{"(estimate^2)^3", "(estimate^2)^3"},
		{"MAX(1, Wait, .5e1)", "max(1,wait,5)"},
		{"if(wait >= 3600*24, -1e20, if((procs) != 1.50, 1e-9, ln(2)))", "if(wait>=3600*24,-1e20,if(procs!=1.5,1e-09,ln(2)))"},
		{"1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20+21+22+23+24+25+26+27", ""},
	} {
		f, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		want := c.canonical
		if want == "" {
			want = c.text
		}
		if got := f.String(); got != want {
			t.Errorf("%s is spelled %s, want %s", c.text, got, want)
		}
	}
}

func TestMistakesHaveAColumn(t *testing.T) {
	deep := strings.Repeat("(estimate+1)*(1+", 30) + "1" + strings.Repeat(")", 30)
	for _, c := range [][2]string{
		{"", "column 1: the expression ends where a number, a variable or a function is expected"},
		{"estimate +", "column 11: the expression ends where a number, a variable or a function is expected"},
		{"estimate procs", `column 10: "procs" where an operator is expected`},
		{"2estimate", `column 2: "estimate" where an operator is expected`},
		{"estimat*2", `column 1: unknown name "estimat"; did you mean estimate?`},
		{"1 + user", `column 5: unknown name "user": the variables are estimate, procs, submit, wait`},
		{"log10 + 1", "column 1: log10 is a function: write its operands in parentheses"},
		{"procs(2)", "column 6: procs is no function: write procs*( to multiply"},
		{"sqrt(1, 2)", "column 1: sqrt takes 1 operand, not 2"},
		{"max(1)", "column 1: max takes 2 operands or more, not 1"},
		{"1 + (2 * (3 + 4)", "column 5: the parenthesis is not closed"},
		{"min(1, 2", "column 4: the parenthesis is not closed"},
		{"1)", `column 2: ")" where an operator is expected`},
		{"é+1", `column 1: "é" where a number, a variable or a function is expected`},
		{"log2(2)*é", `column 9: "é" where a number, a variable or a function is expected`},
		{"1..2", `column 1: "1..2" is no number`},
		{"1e999", `column 1: "1e999" is no number`},
		{"wait^10", `column 6: the exponent is "10", expected a whole number from 2 to 9`},
		{"wait^2^2", "column 7: two exponents: put the inner power into parentheses"},
		{"wait > 5", "column 6: > stands in the comparison of if alone, as in if(wait > 3600, -procs, procs)"},
		{"if(wait, 1, 2)", `column 8: "," where a comparison such as < is expected`},
		{"if(wait = 1, 1, 2)", "column 9: write == to compare"},
		{"if(wait > 1, 1)", "column 1: if takes 3 operands, not 2"},
		{deep, "the expression is nested too deeply: it keeps more than 24 values at a time"},
		{strings.Repeat("-", 2000) + "1", "an expression has at most 1000 characters"},
	} {
		if _, err := Parse(c[0]); err == nil || err.Error() != c[1] {
			t.Errorf("%q:\n got %v\nwant %s", c[0], err, c[1])
		}
	}
}

// compute is the value of a node for a job, from the node and nothing else.
func compute(n *node, now int64, j *sim.Job) float64 {
	x := make([]float64, len(n.parts))
	for i, p := range n.parts {
		x[i] = compute(p, now, j)
	}
	switch n.op {
	case opNumber:
		return n.value
	case opEstimate:
		return float64(j.Estimate)
	case opProcs:
		return float64(j.Procs)
	case opSubmit:
		return float64(max(j.Since, 1))
	case opWait:
		return float64(now - j.Submit)
	case opNegate:
		return -x[0]
	case opPower:
		y := x[0]
		for range int(n.value) - 1 {
			y = float64(y * x[0])
		}
		return y
	case opLog10, opLog2, opLn:
		return map[op]func(float64) float64{opLog10: det.Log10, opLog2: det.Log2, opLn: det.Log}[n.op](x[0])
	case opSqrt:
		return math.Sqrt(x[0])
	case opAbs:
		return math.Abs(x[0])
	case opAdd:
		return x[0] + x[1]
	case opSubtract:
		return x[0] - x[1]
	case opMultiply:
		return float64(x[0] * x[1])
	case opDivide:
		return float64(x[0] / x[1])
	case opIf:
		if x[0] == 1 {
			return x[1]
		}
		return x[2]
	case opMin, opMax:
		y := x[0]
		for _, z := range x {
			if n.op == opMin {
				y = min(y, z)
			} else {
				y = max(y, z)
			}
		}
		return y
	}
	is := map[op]bool{opLess: x[0] < x[1], opAtMost: x[0] <= x[1], opMore: x[0] > x[1], opAtLeast: x[0] >= x[1],
		opEqual: x[0] == x[1], opUnequal: x[0] != x[1]}[n.op]
	return map[bool]float64{true: 1}[is]
}

// draw writes a random expression.
func draw(r *rand.Rand, deep int) string {
	part := func() string { return draw(r, deep-1) }
	kind := r.IntN(10)
	if deep == 0 {
		kind %= 2
	}
	switch kind {
	case 0:
		return Variables[r.IntN(len(Variables))].Name
	case 1:
		return []string{"0", "1", "2.5", "3600", "1e20"}[r.IntN(5)]
	case 2, 3:
		return part() + string("+-*/"[r.IntN(4)]) + part()
	case 4:
		return "(" + part() + ")"
	case 5:
		return "-" + part()
	case 6:
		return fmt.Sprintf("(%s)^%d", part(), 2+r.IntN(3))
	case 7:
		return []string{"log10", "log2", "ln", "sqrt", "abs"}[r.IntN(5)] + "(" + part() + ")"
	case 8:
		return []string{"min", "max"}[r.IntN(2)] + "(" + part() + "," + part() + strings.Repeat(", wait", r.IntN(3)) + ")"
	}
	compare := []string{"<", "<=", ">", ">=", "==", "!="}[r.IntN(6)]
	return "if(" + part() + compare + part() + "," + part() + "," + part() + ")"
}

func drawJobs(r *rand.Rand, n int) (jobs []*sim.Job) {
	for range n {
		j := &sim.Job{Since: r.Int64N(1 << r.IntN(20)), Estimate: 1 + r.Int64N(1<<r.IntN(20)), Procs: 1 + r.Int32N(1<<r.IntN(9))}
		j.Submit = j.Since + 100
		jobs = append(jobs, j)
	}
	return jobs
}

// check compares the keys of a formula, of single jobs and of many, with those of its nodes, and it with its own spelling.
func check(f *Formula, r *rand.Rand) error {
	again, err := Parse(f.String())
	if err != nil || again.String() != f.String() {
		return fmt.Errorf("the spelling %s becomes %v, %v", f, again, err)
	}
	var room Room
	now := int64(3 << 20)
	jobs := drawJobs(r, 1+r.IntN(Most))
	keys := f.Keys(&room, now, jobs)
	for i, j := range jobs {
		want := compute(f.root, now, j)
		if math.IsNaN(want) {
			want = math.Inf(1)
		}
		for _, got := range []float64{keys[i], f.Key(now, j), again.Key(now, j)} {
			if math.Float64bits(got) != math.Float64bits(want) {
				return fmt.Errorf("%s of %+v is %v, want %v", f, *j, got, want)
			}
		}
	}
	return nil
}

func TestKeysAreThoseOfTheExpression(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 17))
	for range 3000 {
		text := draw(r, 1+r.IntN(4))
		f, err := Parse(text)
		if err == nil {
			err = check(f, r)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"estimate*procs + 6860000*log10(submit)", "if(procs==1, -1/0, -(wait/(log2(procs)*estimate)))",
		"min(1,2,max(ln(3),4e-5))^9", "((", "1 + é", "if(1<2,3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n") {
				t.Errorf("the error has several lines: %q", err)
			}
			return
		}
		if err := check(e, rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Error(err)
		}
	})
}

func TestScaleFree(t *testing.T) {
	for text, want := range map[string]bool{
		"estimate": true, "estimate*procs": true, "-(wait/estimate)^3*procs": true, "log10(estimate)": true, "sqrt(estimate)": true,
		"log2(estimate)*2 + procs": true, "if(wait > 0, -1/0, sqrt(estimate)*sqrt(wait))": true, "max(0, wait-estimate)": true,
		"if(procs==1, -1/0, -(wait/(log2(procs)*estimate)))": true, "ln(wait/estimate)*procs": true, "min(wait, estimate)": true,
		"estimate + 1": false, "estimate + procs": false, "log10(estimate)*procs": false, "submit": false, "if(wait > 60, 1, 2)": false,
		"max(10, estimate)": false, "log10(log10(estimate))": false, "estimate*procs + 6860000*log10(submit)": false,
		"max(ln(wait), ln(estimate))": false, "sqrt(ln(estimate))": false, "1/ln(estimate)": false, "if(1 < 2, estimate, procs)": false,
	} {
		f, err := Parse(text)
		if err != nil || f.ScaleFree() != want {
			t.Errorf("%s: scale-free is not %v, %v", text, want, err)
		}
	}
}

// Multiplied by a power of two, products and roots stay exact, so the order does, too.
func TestScaleFreeFormulaeKeepTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	free := 0
	for range 20_000 {
		f, err := Parse(draw(r, 1+r.IntN(3)))
		if err != nil || !f.ScaleFree() {
			continue
		}
		free++
		const factor, now = 1 << 16, int64(3 << 20)
		jobs := drawJobs(r, 2)
		difference := func(k int64) float64 {
			var x [2]float64
			for i, j := range jobs {
				x[i] = f.Key(k*now, &sim.Job{Submit: k * j.Submit, Estimate: k * j.Estimate, Procs: j.Procs})
			}
			if d := x[0] - x[1]; math.Abs(d) > 1e-9*max(math.Abs(x[0]), math.Abs(x[1])) { // logarithms are rounded
				return d
			}
			return 0
		}
		if a, b := difference(1), difference(factor); a != 0 && b != 0 && (a < 0) != (b < 0) {
			t.Fatalf("%s: the keys of %+v and %+v differ by %v, and by %v on other scales", f, *jobs[0], *jobs[1], a, b)
		}
	}
	if free < 1000 {
		t.Errorf("only %d formulae are scale-free", free)
	}
}

func TestSubmissionsAreCountedFromTheFirstOrTheLog(t *testing.T) {
	f, err := Parse("submit*2")
	if err != nil {
		t.Fatal(err)
	}
	j := &sim.Job{Submit: 700, Since: 30}
	if first, log := f.Key(900, j), f.FromLog().Key(900, j); first != 60 || log != 1400 || f.Moves() || !f.CountsSubmissions() {
		t.Errorf("the keys are %v and %v", first, log)
	}
	if got := f.Key(900, new(sim.Job)); got != 2 {
		t.Errorf("the key of the first job is %v, want 2", got)
	}
}

func TestKeysNeedNoMemory(t *testing.T) {
	f, err := Parse("if(procs==1, -1/0, -(wait/(log2(procs)*estimate))) + sqrt(submit)")
	if err != nil {
		t.Fatal(err)
	}
	jobs, room := drawJobs(rand.New(rand.NewPCG(1, 1)), Most), new(Room)
	if n := testing.AllocsPerRun(100, func() {
		f.Key(1<<22, jobs[0])
		f.Keys(room, 1<<22, jobs)
	}); n != 0 {
		t.Errorf("it allocates %v times", n)
	}
}
