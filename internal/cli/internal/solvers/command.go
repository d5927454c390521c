package solvers

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
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
	"sync"

	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/cli/internal/process"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// A command is a solver program that reads the model from a file and writes its
// solution to another. It works in a folder with the model and start.sol, a
// solution to begin with, and writes the file solution.sol.
//
// Its arguments, and its file options, have names in braces: {model} is the model's file; {seconds}, {workers}, {parallel}
// (on or off), {MiB} and {GB} are the limits. The argument {memory} stands for those in Memory, if memory is limited.
type command struct {
	Name    string   // of the solver, and of its format of solutions
	Program string   // to call
	Hint    string   // another way to get it
	Args    []string // as above
	Memory  []string
	Options string // "", or the text of a file that it reads
	Start   string // name of the start file, if not start.sol: some solvers know formats by file names

	// Facts from its output, each the last match of a regular expression; Status unless the solution file has it. They are
	// compiled when they are needed, because most programs call no solver.
	Version, Bound, Nodes, Status string

	Optimal []string // statuses that claim optimality
	Nothing string   // output without a schedule
}

// commandsJSON are the commands. A relative gap of 0 and an absolute one of 0.5 are allowed: costs are integers, so a
// schedule within it of the bound is optimal.
//
//go:embed commands.json
var commandsJSON []byte

var commands = sync.OnceValue(func() (all []command) {
	if err := json.Unmarshal(commandsJSON, &all); err != nil {
		panic(err)
	}
	return all
})

const (
	startFile    = "start.sol"
	solutionFile = "solution.sol"
)

// values returns what stands for the names in arguments and options.
func (t *Task) values() *strings.Replacer {
	l, parallel := &t.Limits, "off"
	if l.workers() > 1 {
		parallel = "on"
	}
	return strings.NewReplacer("{model}", t.model(), "{seconds}", strconv.FormatFloat(l.Seconds, 'f', -1, 64),
		"{workers}", strconv.Itoa(l.workers()), "{parallel}", parallel,
		"{MiB}", strconv.Itoa(l.MemoryMiB), "{GB}", strconv.FormatFloat(float64(l.MemoryMiB)/1000, 'g', -1, 64))
}

// args returns its arguments for a task.
func (c *command) args(t *Task) (args []string) {
	values := t.values()
	for _, a := range c.Args {
		list := []string{a}
		if a == "{memory}" {
			if list = c.Memory; t.Limits.MemoryMiB == 0 {
				continue
			}
		}
		for _, a := range list {
			args = append(args, values.Replace(a))
		}
	}
	return args
}

func (c *command) solver() *Solver {
	find := func(env *Environment) error {
		_, err := env.command(c.Program, c.Hint)
		return err
	}
	return &Solver{Name: c.Name, Scaled: true, find: find, solve: c.solve}
}

func (c *command) solve(ctx context.Context, env *Environment, t *Task) (*claim, error) {
	at, err := env.command(c.Program, c.Hint)
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
	p := &call{argv: append([]string{at.Path}, c.args(t)...), dir: dir, limits: t.Limits}
	if p.argv[0], err = filepath.Abs(at.Path); err != nil {
		return nil, err
	}
	if at.Library != "" {
		p.env = append(os.Environ(), libraryPath()+"="+at.Library+string(os.PathListSeparator)+os.Getenv(libraryPath()))
	}
	out, err := p.run(ctx)
	said := &claim{version: lastMatch(c.Version, out), objective: math.NaN(), bound: math.NaN()}
	if err != nil {
		return said, err
	}
	if said.bound, err = strconv.ParseFloat(lastMatch(c.Bound, out), 64); err != nil {
		said.bound = math.NaN()
	}
	said.nodes, _ = strconv.ParseInt(lastMatch(c.Nodes, out), 10, 64)
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
		cmp.Or(c.Start, startFile): func(w io.Writer) error { return t.Program.WriteStart(w, program.Format(c.Name), slots) },
	}
	if t.MPS {
		files[t.model()] = t.Program.WriteMPS
	}
	if c.Options != "" {
		files["options"] = func(w io.Writer) error { _, err := t.values().WriteString(w, c.Options); return err }
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
	f, err := bounded.Open(filepath.Join(dir, solutionFile))
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
	s, err := p.ReadSolution(f, program.Format(c.Name))
	if err != nil {
		return fmt.Errorf("its solution cannot be read: %w", err)
	}
	said.says, said.objective = cmp.Or(s.Status, lastMatch(c.Status, out)), s.Objective
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
	return slices.ContainsFunc(c.Optimal, func(o string) bool { return strings.EqualFold(o, status) })
}

// without returns what says that there is no schedule, or "".
func (c *command) without(out string) string {
	if c.Nothing == "" {
		return ""
	}
	return regexp.MustCompile(c.Nothing).FindString(out)
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
	for i := range commands() {
		one := &commands()[i]
		c.optimal = c.optimal || one.Name == string(f) && one.proves(s.Status)
	}
	if s.Slots != nil {
		c.starts = t.Program.Seconds(s.Slots)
	}
	a.Says = c.says
	a.check(t, c)
	return a
}
