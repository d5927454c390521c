package solvers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/internal/cli/internal/process"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// A command is a solver program that reads the model from a file and writes its
// solution to another.
type command struct {
	name    string // of the solver, and of its format of solutions
	program string
	hint    string // another way to get it
	// args are its arguments. It works in a folder with the model and start.sol, a
	// solution to begin with, and writes the file solution.sol.
	args  func(model string, limits *Limits) []string
	start string                          // name of the start file, if not start.sol
	files func(*Limits) map[string]string // nil, or the texts of more files that it reads, by name

	// Facts from its output, each the last match of a regular expression; status unless the solution file has it. They are
	// compiled when they are needed, because most programs call no solver.
	version, bound, nodes, status string

	optimal []string // statuses that claim optimality
	nothing string   // output without a schedule
}

const (
	startFile    = "start.sol"
	solutionFile = "solution.sol"
)

func (c *command) solver() *Solver {
	find := func(env *Environment) error {
		_, err := env.command(c.program, c.hint)
		return err
	}
	return &Solver{Name: c.name, Scaled: true, find: find, solve: c.solve}
}

func (c *command) solve(ctx context.Context, env *Environment, t *Task) (*claim, error) {
	at, err := env.command(c.program, c.hint)
	if err != nil {
		return nil, err
	}
	dir, err := scratch.Temp("exact")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := c.write(dir, t); err != nil {
		return nil, err
	}
	p := &call{argv: append([]string{at.Path}, c.args(t.model(), &t.Limits)...), dir: dir, limits: t.Limits}
	if p.argv[0], err = filepath.Abs(at.Path); err != nil {
		return nil, err
	}
	if at.Library != "" {
		p.env = append(os.Environ(), libraryPath()+"="+at.Library+string(os.PathListSeparator)+os.Getenv(libraryPath()))
	}
	out, err := p.run(ctx)
	said := &claim{version: lastMatch(c.version, out), objective: math.NaN(), bound: math.NaN()}
	if err != nil {
		return said, err
	}
	if said.bound, err = strconv.ParseFloat(lastMatch(c.bound, out), 64); err != nil {
		said.bound = math.NaN()
	}
	said.nodes, _ = strconv.ParseInt(lastMatch(c.nodes, out), 10, 64)
	return said, c.read(dir, t.Program, out, said)
}

func (t *Task) model() string {
	if t.MPS {
		return "model.mps"
	}
	return "model.lp"
}

// write writes the files that the command reads.
func (c *command) write(dir string, t *Task) error {
	slots, _ := t.Program.Start()
	files := map[string]func(io.Writer) error{
		t.model():                  t.Program.WriteLP,
		cmp.Or(c.start, startFile): func(w io.Writer) error { return t.Program.WriteStart(w, program.Format(c.name), slots) },
	}
	if t.MPS {
		files[t.model()] = t.Program.WriteMPS
	}
	if c.files != nil {
		for name, text := range c.files(&t.Limits) {
			files[name] = func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
		}
	}
	for name, fill := range files {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := errors.Join(fill(f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// read adds the content of the solution file to said.
func (c *command) read(dir string, p *program.Program, out string, said *claim) error {
	f, err := os.Open(filepath.Join(dir, solutionFile))
	if errors.Is(err, fs.ErrNotExist) {
		if found := c.without(out); found != "" {
			said.says, said.nothing = found, true
			return nil
		}
		var t process.Tail
		t.Write([]byte(out))
		return fmt.Errorf("it wrote no solution%s", t.Last())
	} else if err != nil {
		return err
	}
	defer f.Close()
	s, err := p.ReadSolution(f, program.Format(c.name))
	if err != nil {
		return fmt.Errorf("its solution cannot be read: %w", err)
	}
	said.says, said.objective = cmp.Or(s.Status, lastMatch(c.status, out)), s.Objective
	said.optimal = c.proves(said.says)
	if s.Slots == nil {
		said.nothing = c.without(said.says+"\n"+out) != ""
		return nil
	}
	said.starts = p.Seconds(s.Slots)
	return nil
}

// proves reports whether a status claims that the solution is optimal.
func (c *command) proves(status string) bool {
	return slices.ContainsFunc(c.optimal, func(o string) bool { return strings.EqualFold(o, status) })
}

// without returns what says that there is no schedule, or "".
func (c *command) without(out string) string {
	if c.nothing == "" {
		return ""
	}
	return regexp.MustCompile(c.nothing).FindString(out)
}

// lastMatch returns the first group of the last match; "" if there is no pattern.
func lastMatch(pattern, text string) string {
	if pattern == "" {
		return ""
	}
	last := ""
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		last = match[1]
	}
	return last
}

func libraryPath() string {
	if runtime.GOOS == "darwin" {
		return "DYLD_LIBRARY_PATH"
	}
	return "LD_LIBRARY_PATH"
}

// Read checks a solution that a solver found elsewhere.
func Read(t *Task, f program.Format, r io.Reader) *Answer {
	a := &Answer{Solver: string(f), Scale: t.Program.Scale(), Gap: 1, scaled: true}
	s, err := t.Program.ReadSolution(r, f)
	if err != nil {
		a.Status, a.Says = Failed, err.Error()
		return a
	}
	c := &claim{says: s.Status, objective: s.Objective, bound: math.NaN(), nothing: s.Slots == nil}
	for i := range commands {
		c.optimal = c.optimal || commands[i].name == string(f) && commands[i].proves(s.Status)
	}
	if s.Slots != nil {
		c.starts = t.Program.Seconds(s.Slots)
	}
	a.Says = c.says
	a.check(t, c)
	return a
}
