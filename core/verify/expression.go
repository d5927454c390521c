package verify

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// expressed begins the name of an order that is an expression.
const expressed = "order("

// expression reads the order in a policy's name that is an expression, as results spell it: without spaces. It returns the
// rest of the name with the word order in its place, and nil if there is none.
func expression(policy string, first int64) (rest string, key Key, err error) {
	from, to := strings.Index(policy, expressed), strings.LastIndexByte(policy, ')')
	if from < 0 || to < from {
		return policy, nil, nil
	}
	e := &evaluator{rest: policy[from+len(expressed) : to], first: first}
	value := e.binary(0)
	if e.err == nil && e.rest != "" {
		e.err = fmt.Errorf("%q behind an expression", e.rest)
	}
	return policy[:from] + "order" + policy[to+1:], func(now int64, j *job.Job) float64 {
		x := value(now, j)
		if math.IsNaN(x) { // comes last
			return math.Inf(1)
		}
		return x
	}, e.err
}

// An evaluator turns the text of an expression into functions.
type evaluator struct {
	rest  string
	first int64 // submission of the workload
	err   error
}

// levels are the operators, those that bind less first.
var levels = [][]string{{"<=", ">=", "==", "!=", "<", ">"}, {"+", "-"}, {"*", "/"}}

func (e *evaluator) took(token string) bool {
	rest, is := strings.CutPrefix(e.rest, token)
	e.rest = rest
	return is
}

func (e *evaluator) binary(level int) Key {
	if level == len(levels) {
		return e.unary()
	}
	left := e.binary(level + 1)
	for i := 0; i < len(levels[level]); {
		sign := levels[level][i]
		if i++; !e.took(sign) {
			continue
		}
		x, y := left, e.binary(level+1)
		left = func(now int64, j *job.Job) float64 { return apply(sign, x(now, j), y(now, j)) }
		i = 0
	}
	return left
}

func apply(sign string, x, y float64) float64 {
	holds := false
	switch sign {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return float64(x * y)
	case "/":
		return x / y
	case "<":
		holds = x < y
	case "<=":
		holds = x <= y
	case ">":
		holds = x > y
	case ">=":
		holds = x >= y
	case "==":
		holds = x == y
	case "!=":
		holds = x != y
	}
	if holds {
		return 1
	}
	return 0
}

func (e *evaluator) unary() Key {
	if e.took("-") {
		x := e.unary()
		return func(now int64, j *job.Job) float64 { return -x(now, j) }
	}
	x := e.operand()
	if !e.took("^") || e.rest == "" {
		return x
	}
	n := int(e.rest[0] - '0')
	e.rest = e.rest[1:]
	return func(now int64, j *job.Job) float64 {
		of, y := x(now, j), 1.0
		for range n {
			y = float64(y * of)
		}
		return y
	}
}

func (e *evaluator) operand() Key {
	if e.took("(") {
		x := e.binary(0)
		e.took(")")
		return x
	}
	word := e.rest[:len(e.rest)-len(strings.TrimLeft(e.rest, "abcdefghijklmnopqrstuvwxyz0123456789."))]
	if n := len(word); n > 0 && word[0] <= '9' && strings.HasSuffix(word, "e") && strings.HasPrefix(e.rest[n:], "-") { // 1e-9
		word = e.rest[:n+1+len(e.rest[n+1:])-len(strings.TrimLeft(e.rest[n+1:], "0123456789"))]
	}
	e.rest = e.rest[len(word):]
	switch word {
	case "estimate":
		return func(_ int64, j *job.Job) float64 { return float64(j.Estimate) }
	case "procs":
		return func(_ int64, j *job.Job) float64 { return float64(j.Procs) }
	case "submit":
		return func(_ int64, j *job.Job) float64 { return float64(max(j.Submit-e.first, 1)) }
	case "wait":
		return func(now int64, j *job.Job) float64 { return float64(now - j.Submit) }
	}
	if e.took("(") {
		return e.function(word)
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil && e.err == nil {
		e.err = fmt.Errorf("%q in an expression is not known", word)
	}
	return func(int64, *job.Job) float64 { return x }
}

// mathematics are the functions of one operand.
var mathematics = map[string]func(float64) float64{"log10": math.Log10, "log2": math.Log2, "ln": math.Log,
	"sqrt": math.Sqrt, "abs": math.Abs}

func (e *evaluator) function(name string) Key {
	parts := []Key{e.binary(0)}
	for e.took(",") {
		parts = append(parts, e.binary(0))
	}
	e.took(")")
	f := mathematics[name]
	if f == nil && name != "min" && name != "max" && name != "if" && e.err == nil {
		e.err = fmt.Errorf("the function %q in an expression is not known", name)
	}
	return func(now int64, j *job.Job) float64 {
		x := parts[0](now, j)
		switch {
		case f != nil:
			return f(x)
		case name == "if" && x != 0:
			return parts[1](now, j)
		case name == "if":
			return parts[2](now, j)
		}
		for _, p := range parts[1:] {
			if y := p(now, j); name == "min" {
				x = math.Min(x, y)
			} else {
				x = math.Max(x, y)
			}
		}
		return x
	}
}
