// Package sbatch reads what a job asks for from the command line of Slurm's sbatch, and the
// events files of the Slurm simulator, whose lines are such command lines with a time.
package sbatch

import (
	"errors"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// Errors of an option, wrapped with its name and value.
var (
	ErrNoValue = errors.New("the option needs a value")
	ErrNodes   = errors.New("not a number of nodes: write -N 2 or -N 2-4, at most 1,000,000,000")
	ErrCount   = errors.New("not a whole number from 1 to 1,000,000,000")
	ErrNice    = errors.New("not a whole number from -2,147,483,645 to 2,147,483,645")
	ErrGPUs    = errors.New("not a number of GPUs: write 2 or a100:2")
	ErrGres    = errors.New("not a generic resource: write shard:2 or fpga:u250:1")
	ErrQuote   = errors.New("a quote is missing at its end")
)

// Unlimited is Request.TimeS of a job that asks for no limit.
const Unlimited = amount.Unlimited

// A Per says what an amount of memory is for.
type Per string

// What memory may be for.
const (
	PerNone Per = ""     // no memory is asked for
	PerNode Per = "node" // --mem; 0 MiB is all memory of the node
	PerCore Per = "core" // --mem-per-cpu
	PerGPU  Per = "gpu"  // --mem-per-gpu
)

// GPUs is how many GPUs a job asks for, of a type or "" for any.
type GPUs struct {
	Type  string
	Count int
}

// Gres is how much of a generic resource other than GPUs a job asks for on each node, of a type or "" for any.
type Gres struct {
	Name, Type string
	Count      int64
}

// A Request is what a job asks for. A number is 0, a text "" and a list nil if it is not
// given; of an option given twice the last counts.
type Request struct {
	Name       string
	User       string // --uid
	Account    string
	Partitions []string
	QOS        string

	TimeS        int64 // limit in whole minutes, or Unlimited
	MinNodes     int
	MaxNodes     int // MinNodes if -N has one number
	Tasks        int
	TasksPerNode int
	CoresPerTask int

	NodeList, Exclude string // names of nodes, as written
	Contiguous        bool
	Share             bool // cores with other jobs (--oversubscribe)
	Own               bool // nodes with jobs of its user only (--exclusive=user)
	Apart             bool // nodes with jobs of its security label only (--exclusive=mcs)

	// How tasks lie on sockets, cores and threads.
	TasksPerCore, ThreadsPerCore   int
	SocketsPerNode, CoresPerSocket int
	OneThread                      bool // --hint=nomultithread

	MemoryMiB                int64
	MemoryPer                Per
	GPUs                     []GPUs // --gpus: of the job
	NodeGPUs                 []GPUs // --gpus-per-node, --gres=gpu
	TaskGPUs                 []GPUs // --gpus-per-task
	SocketGPUs               []GPUs // --gpus-per-socket
	CoresPerGPU, TasksPerGPU int
	Licenses                 string // as written
	Gres                     []Gres // of --gres, what is no GPU

	TimeMinS int64  // the least limit that backfilling may give it, or Unlimited
	Prefer   string // --prefer, as --constraint

	Features    string // --constraint, as written
	Exclusive   bool   // whole nodes
	Reservation string
	BeginS      int64 // seconds after its submission, if Begin is now+N
	DeadlineS   int64 // the same of --deadline
	Dependency  string
	Array       string
	Nice        int64 // 100 if --nice has no value
	NoRequeue   bool

	RunS    float64  // -sim-walltime of the simulator; -1 if it is not given or negative
	Script  []string // the script and its arguments, or what --wrap runs
	Unknown []string // options that are not read here
}

// Parse reads the arguments of sbatch, without "sbatch" itself: short options (-J name,
// -Jname, -N2), long ones (--name=x, --name x, and beginnings that only one has) and the
// script with its arguments. Options that no Request has stand in Unknown; their values
// too, if "=" ties them. An error names the option.
func Parse(args []string) (Request, error) {
	r := Request{RunS: -1}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" || arg == "-" || !strings.HasPrefix(arg, "-") {
			if arg == "--" {
				i++
			}
			r.Script = append(r.Script, args[i:]...)
			break
		}
		arg = r.flags(arg)
		o, value, tied := find(arg)
		if o == nil {
			r.Unknown = append(r.Unknown, arg)
			continue
		}
		if !tied && o.needs == yes {
			if i++; i == len(args) {
				return Request{}, fmt.Errorf("%s: %w", text.Shorten([]byte(arg)), ErrNoValue)
			}
			value = args[i]
		}
		if o.set == nil {
			r.Unknown = append(r.Unknown, arg)
			if !tied && o.needs == yes {
				r.Unknown = append(r.Unknown, value)
			}
		} else if err := o.set(&r, strings.TrimSpace(value)); err != nil {
			return Request{}, fmt.Errorf("%s %q: %w", nameOf(arg, value, tied), text.Shorten([]byte(value)), err)
		}
	}
	return r, nil
}

// Sized tells whether the request says how many nodes, tasks or cores it wants.
func (r *Request) Sized() bool {
	return r.MinNodes > 0 || r.Tasks > 0 || r.TasksPerNode > 0 || r.CoresPerTask > 0
}

// flags sets the short options without a value that begin an argument of several, -HQ, and
// returns the argument without them.
func (r *Request) flags(arg string) string {
	for len(arg) > 2 && !strings.HasPrefix(arg, "-sim-") {
		o := short[arg[1]]
		if o == nil || o.needs != no {
			break
		}
		if o.set == nil {
			r.Unknown = append(r.Unknown, arg[:2])
		} else if o.set(r, "") != nil {
			break
		}
		arg = "-" + arg[2:]
	}
	return arg
}

// nameOf returns an argument without the value that is tied to it.
func nameOf(arg, value string, tied bool) string {
	if tied {
		arg = strings.TrimSuffix(strings.TrimSuffix(arg, value), "=")
	}
	return arg
}

// find returns the option of an argument, and its value if that is tied to it.
func find(arg string) (o *option, value string, tied bool) {
	if name, ok := strings.CutPrefix(arg, "-sim-"); ok { // the simulator's have one hyphen
		name, value, tied = strings.Cut(name, "=")
		return long["sim-"+name], value, tied
	}
	if name, ok := strings.CutPrefix(arg, "--"); ok {
		name, value, tied = strings.Cut(name, "=")
		return findLong(name), value, tied
	}
	o = short[arg[1]]
	if len(arg) == 2 || o == nil {
		return o, "", false
	}
	return o, arg[2:], true
}

// findLong returns the option of that name, or the only one whose name begins so.
func findLong(name string) *option {
	if o := long[name]; o != nil || name == "" {
		return o
	}
	var found *option
	for n, o := range long {
		if strings.HasPrefix(n, name) {
			if found != nil && found != o {
				return nil
			}
			found = o
		}
	}
	return found
}

// Split splits a line into arguments as a shell does: at white space, with '...' as it is,
// "..." with \ before " \ $ and `, \ before any other character, and # for a comment where
// an argument could begin. Variables are not replaced.
func Split(line string) ([]string, error) {
	var args []string
	var b strings.Builder
	in := false // in an argument
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\r', '\n':
			if in {
				args = append(args, b.String())
			}
			b.Reset()
			in = false
			continue
		case '#':
			if !in {
				return args, nil
			}
			b.WriteByte(c)
		case '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				return nil, ErrQuote
			}
			b.WriteString(line[i+1 : i+1+end])
			i += end + 1
		case '"':
			end, ok := quoted(&b, line[i+1:])
			if !ok {
				return nil, ErrQuote
			}
			i += end + 1
		case '\\':
			if i++; i < len(line) && line[i] != '\n' {
				b.WriteByte(line[i])
			} else if !in {
				continue // a continued line
			}
		default:
			b.WriteByte(c)
		}
		in = true
	}
	if in {
		args = append(args, b.String())
	}
	return args, nil
}

// quoted writes what stands up to a double quote, and returns where that is.
func quoted(b *strings.Builder, s string) (end int, ok bool) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i, true
		case c == '\\' && i+1 < len(s) && strings.IndexByte("\"\\$`", s[i+1]) >= 0:
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	return 0, false
}
