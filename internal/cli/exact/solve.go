package exact

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// solved is an instance with its answers: the JSON of backfill exact.
type solved struct {
	Name string `json:"name"`
	program.Size
	Procs int   `json:"procs"`
	Now   int64 `json:"now_s"`

	Program    *programJSON `json:"program"`  // null if nothing needs it
	Policies   []policyJSON `json:"policies"` // in the order fcfs, sjf, ljf
	BestPolicy string       `json:"best_policy"`
	Answers    []answerJSON `json:"answers"`

	Refuted *string `json:"refuted_instance"` // the file that keeps it if an answer is refuted, else null

	in   *exact.Instance
	lost error // why that file could not be written
}

type programJSON struct {
	Scale     int64 `json:"scale_s"`
	Slots     int64 `json:"slots"`
	Variables int64 `json:"variables"`
	Entries   int64 `json:"entries"`
}

type policyJSON struct {
	Policy string       `json:"policy"`
	Cost   int64        `json:"cost"` // processor seconds: responses times widths
	ARTwW  numeral.JSON `json:"artww_s"`
	SLDwA  numeral.JSON `json:"sldwa"`
	Starts []int64      `json:"starts"`
}

// answerJSON is an answer and equation 7 on its schedule.
type answerJSON struct {
	*solvers.Answer
	ARTwW   numeral.JSON            `json:"artww_s"`
	SLDwA   numeral.JSON            `json:"sldwa"`
	Quality map[string]numeral.JSON `json:"quality"`      // by policy, below 1 if the solver's schedule is better
	Loss    map[string]numeral.JSON `json:"loss_percent"` // by policy
	Best    numeral.JSON            `json:"best_policy_loss_percent"`
}

func (x *exactRun) solve(in *exact.Instance) (*solved, error) {
	s := &solved{Name: in.Name, Size: program.SizeOf(in), Procs: in.Procs, Now: in.Now, Answers: []answerJSON{}, in: in}
	for _, p := range exact.Policies {
		starts := in.List(p.Order(in))
		cost := in.Cost(starts)
		s.Policies = append(s.Policies, policyJSON{p.Name, cost, numeral.JSON(in.ARTwW(cost)), numeral.JSON(program.SLDwA(in, cost)), starts})
	}
	_, _, s.BestPolicy = in.Best()
	task := &solvers.Task{Instance: in, Limits: solvers.Limits{
		Seconds: x.f.time.Seconds(), MemoryMiB: x.f.memoryMiB, Workers: x.f.workers}}
	if x.needsProgram() {
		if err := x.addProgram(task); err != nil {
			return nil, err
		}
		if p := task.Program; p != nil {
			s.Program = &programJSON{p.Scale(), p.Slots(), p.Variables(), p.Entries()}
		}
	}
	answers, err := x.ask(task)
	if err != nil || x.app.Context.Err() != nil {
		return s, err
	}
	solvers.Confront(task, answers)
	for _, a := range answers {
		s.add(a)
	}
	x.keepRefuted(s)
	return s, nil
}

// ask returns the solvers' answers and the one in a file. It ends early if x's context does.
func (x *exactRun) ask(task *solvers.Task) (answers []*solvers.Answer, err error) {
	for _, solver := range x.asked {
		answers = append(answers, solver.Solve(x.app.Context, x.env, task))
		if x.app.Context.Err() != nil {
			return answers, nil
		}
	}
	if x.solution.file != "" {
		a, err := console.ReadFile(x.solution.file, func(r io.Reader) (*solvers.Answer, error) {
			return solvers.Read(task, x.solution.format, r), nil
		})
		return append(answers, a), err
	}
	return answers, nil
}

// addProgram gives the task its programs and writes them to files. An instance without a
// program is an error if a file needs one, otherwise solvers of programs are unfit for it.
func (x *exactRun) addProgram(task *solvers.Task) error {
	p, err := program.New(task.Instance, x.options)
	if err != nil {
		if x.filesNeedProgram() {
			return err
		}
		task.Unfit = err
		return nil
	}
	task.Program = p
	if x.f.relaxed {
		o := x.options
		o.Scale, o.Relaxed = p.Scale(), true
		if task.Relaxed, err = program.New(task.Instance, o); err != nil {
			task.Relaxed, task.Unfit = nil, err
		}
	}
	return x.writeFiles(p)
}

// writeFiles writes the program and its start to the files that the flags name.
func (x *exactRun) writeFiles(p *program.Program) error {
	slots, _ := p.Start()
	for _, file := range []struct {
		name string
		fill func(io.Writer) error
	}{
		{x.f.lp, p.WriteLP},
		{x.f.mps, p.WriteMPS},
		{x.start.file, func(w io.Writer) error { return p.WriteStart(w, x.start.format, slots) }},
	} {
		if file.name != "" {
			if err := x.app.Save(file.name, file.fill); err != nil {
				return err
			}
		}
	}
	return nil
}

// needsProgram reports whether a solver or a file needs the integer program.
func (x *exactRun) needsProgram() bool {
	return x.filesNeedProgram() || slices.ContainsFunc(x.asked, func(s *solvers.Solver) bool { return s.Scaled })
}

func (x *exactRun) filesNeedProgram() bool {
	return x.f.lp != "" || x.f.mps != "" || x.start.file != "" || x.solution.file != ""
}

// part returns a/b, and 0 if a is 0: costs are 0 without jobs.
func part(a, b int64) float64 {
	if a == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func (s *solved) add(a *solvers.Answer) {
	j := answerJSON{Answer: a}
	if a.Starts != nil {
		j.ARTwW, j.SLDwA = numeral.JSON(s.in.ARTwW(a.Cost)), numeral.JSON(program.SLDwA(s.in, a.Cost))
		j.Quality, j.Loss = map[string]numeral.JSON{}, map[string]numeral.JSON{}
		for _, p := range s.Policies {
			j.Quality[p.Policy], j.Loss[p.Policy] = 1, 0
			if a.Cost != p.Cost { // both are 0 without jobs
				j.Quality[p.Policy], j.Loss[p.Policy] = numeral.JSON(program.Quality(a.Cost, p.Cost)), numeral.JSON(program.Loss(a.Cost, p.Cost))
			}
		}
		j.Best = j.Loss[s.BestPolicy]
	}
	s.Answers = append(s.Answers, j)
}

// best returns the answer with the cheapest schedule, nil if no answer has one.
func (s *solved) best() *solvers.Answer {
	var best *solvers.Answer
	for _, a := range s.Answers {
		if a.Starts != nil && (best == nil || a.Cost < best.Cost) {
			best = a.Answer
		}
	}
	return best
}

func (s *solved) bound() (most int64) {
	for _, a := range s.Answers {
		most = max(most, a.Below)
	}
	return most
}

func (s *solved) policy() policyJSON {
	return s.Policies[slices.IndexFunc(s.Policies, func(p policyJSON) bool { return p.Policy == s.BestPolicy })]
}

// errNoSolver is the error of a call without a schedule, after the table is printed.
var errNoSolver = errors.New("no solver found a schedule; the table says why")

// keepRefuted saves the instance in the current folder if an answer is refuted, as a file
// that backfill exact reads.
func (x *exactRun) keepRefuted(s *solved) {
	if len(s.refuted()) == 0 {
		return
	}
	var text bytes.Buffer
	if s.lost = s.in.Write(&text); s.lost != nil {
		return
	}
	name := refutedFile(s.in, text.Bytes())
	if s.lost = atomicfile.WriteBytes(name, text.Bytes()); s.lost == nil {
		s.Refuted = &name
	}
}

// refutedFile names an instance's file by its name and a digest of its text, so that
// instances of the same name do not replace each other.
func refutedFile(in *exact.Instance, text []byte) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("@._-", r)) {
			return r
		}
		return '-'
	}, nameOf(in))
	return fmt.Sprintf("refuted-%.100s-%.4x.json", name, sha256.Sum256(text))
}

// refuted returns the refuted answers.
func (s *solved) refuted() (list []*solvers.Answer) {
	for _, a := range s.Answers {
		if a.Status == solvers.Refuted {
			list = append(list, a.Answer)
		}
	}
	return list
}

// refutations returns a sentence for each refuted answer.
func refutations(all []*solved) (list []string) {
	for _, s := range all {
		for _, a := range s.refuted() {
			where := fmt.Sprintf("could not be saved: %v", s.lost)
			if s.Refuted != nil {
				where = "is saved in " + *s.Refuted
			}
			list = append(list, fmt.Sprintf("%s is refuted on %s: %s; the instance %s", a.Solver, nameOf(s.in), a.Says, where))
		}
	}
	return list
}

// errRefuted is the error of a call with refuted answers, after the table is printed; nil
// without one.
func errRefuted(all []*solved) error {
	switch list := refutations(all); len(list) {
	case 0:
		return nil
	case 1:
		return errors.New(list[0])
	default:
		return fmt.Errorf("%d answers are refuted; the first: %s", len(list), list[0])
	}
}
