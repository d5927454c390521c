package sbatch

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// Whether an option has a value.
const (
	yes   = iota
	no    // never
	maybe // only if "=" or nothing stands between
)

// An option of sbatch.
type option struct {
	names   string // the short name, if it has one, and the long ones
	needs   int
	set     func(r *Request, value string) error
	unknown bool // no Request has it; it stands here for its value to be skipped
}

// word sets a text as it is written.
func word(field func(*Request) *string) func(*Request, string) error {
	return func(r *Request, v string) error {
		*field(r) = v
		return nil
	}
}

// count sets a whole number; Slurm refuses 0.
func count(field func(*Request) *int) func(*Request, string) error {
	return func(r *Request, v string) error {
		n, err := amount.Whole(v)
		if err != nil || n < 1 || n > 1e9 {
			return ErrCount
		}
		*field(r) = int(n)
		return nil
	}
}

// memory sets an amount of memory for each of per.
func memory(per Per) func(*Request, string) error {
	return func(r *Request, v string) error {
		mib, err := amount.MiB(v)
		if err != nil {
			return err
		}
		r.MemoryMiB, r.MemoryPer = mib, per
		return nil
	}
}

// gpus sets a list of TYPE:COUNT.
func gpus(field func(*Request) *[]GPUs) func(*Request, string) error {
	return func(r *Request, v string) error {
		var all []GPUs
		for item := range strings.SplitSeq(v, ",") {
			g, err := parseGPUs(item)
			if err != nil {
				return err
			}
			all = append(all, g)
		}
		*field(r) = all
		return nil
	}
}

// parseGPUs reads 2, a100:2 or a100, which is one.
func parseGPUs(s string) (GPUs, error) {
	typ, number, ok := strings.Cut(strings.TrimSpace(s), ":")
	if !ok {
		if _, err := amount.Whole(typ); err == nil {
			typ, number = "", typ
		} else {
			number = "1"
		}
	} else if typ == "" {
		return GPUs{}, ErrGPUs
	}
	n, err := amount.Whole(number)
	if err != nil || n > 1e9 || typ == "" && number == "" || strings.ContainsAny(typ, " =") {
		return GPUs{}, ErrGPUs
	}
	return GPUs{Type: typ, Count: int(n)}, nil
}

// gres reads gpu:2, gres:gpu:a100:2, gres/gpu=2. What is no GPU stays as it is.
func gres(r *Request, v string) error {
	var all []GPUs
	var other []string
	for item := range strings.SplitSeq(v, ",") {
		plain := item
		for _, prefix := range []string{"gres:", "gres/"} {
			plain = strings.TrimPrefix(plain, prefix)
		}
		rest, ok := strings.CutPrefix(strings.Replace(plain, "=", ":", 1), "gpu")
		switch {
		case ok && rest == "":
			all = append(all, GPUs{Count: 1})
		case ok && rest[0] == ':':
			g, err := parseGPUs(rest[1:])
			if err != nil {
				return err
			}
			all = append(all, g)
		case strings.EqualFold(plain, "none"), plain == "":
		default:
			other = append(other, item)
		}
	}
	r.NodeGPUs, r.Gres = all, strings.Join(other, ",")
	return nil
}

// nodes reads 2, 2-4 or 1k.
func nodes(r *Request, v string) error {
	low, high, ok := strings.Cut(v, "-")
	if !ok {
		high = low
	}
	var n [2]int64
	for i, s := range [2]string{low, high} {
		factor := int64(1)
		switch digits := strings.TrimRight(s, "kKmM"); s[len(digits):] {
		case "":
		case "k", "K":
			s, factor = digits, 1024
		case "m", "M":
			s, factor = digits, 1<<20
		}
		v, err := amount.Whole(s)
		if err != nil || v > 1e9 || v*factor > 1e9 {
			return ErrNodes
		}
		n[i] = v * factor
	}
	if n[0] > n[1] || n[0] == 0 {
		return ErrNodes
	}
	r.MinNodes, r.MaxNodes = int(n[0]), int(n[1])
	return nil
}

// limit sets a time; 0 asks for no limit.
func limit(field func(*Request) *int64) func(*Request, string) error {
	return func(r *Request, v string) error {
		t, err := amount.Limit(v)
		if err != nil {
			return err
		}
		if t == 0 {
			t = Unlimited
		}
		*field(r) = t
		return nil
	}
}

func partitions(r *Request, v string) error {
	r.Partitions = nil
	for p := range strings.SplitSeq(v, ",") {
		if p = strings.TrimSpace(p); p != "" {
			r.Partitions = append(r.Partitions, p)
		}
	}
	return nil
}

// begin reads now+90, now+5minutes and the like; any other time stays as it is.
func begin(r *Request, v string) error {
	r.Begin, r.BeginS = v, 0
	rest, ok := strings.CutPrefix(strings.ToLower(v), "now+")
	digits := strings.TrimRight(rest, "abcdefghijklmnopqrstuvwxyz")
	n, err := amount.Whole(digits)
	if !ok || err != nil || n > 1e9 {
		return nil
	}
	for unit, seconds := range map[string]int64{"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400} {
		if s := rest[len(digits):]; s == unit || s == unit+"s" || s == "" && seconds == 1 {
			r.BeginS = n * seconds
		}
	}
	return nil
}

// exclusive reads --exclusive, for whole nodes, and --exclusive=user.
func exclusive(r *Request, v string) error {
	r.Exclusive, r.ExclusiveOf = v == "" || v == "exclusive", ""
	if !r.Exclusive {
		r.ExclusiveOf = v
	}
	return nil
}

func nice(r *Request, v string) error {
	if v == "" {
		r.Nice = 100
		return nil
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n < -2147483645 || n > 2147483645 {
		return ErrNice
	}
	r.Nice = n
	return nil
}

// walltime reads how long the job runs in the simulator; -1 is up to its limit.
func walltime(r *Request, v string) error {
	if strings.HasPrefix(v, "-") {
		if _, err := amount.Number(v[1:]); err != nil {
			return err
		}
		r.RunS = -1
		return nil
	}
	n, err := amount.Number(v)
	if err == nil {
		r.RunS = n
	}
	return err
}

// flag sets what has no value.
func flag(set func(*Request)) func(*Request, string) error {
	return func(r *Request, _ string) error {
		set(r)
		return nil
	}
}

func skip(*Request, string) error { return nil }

// options are all options of sbatch whose meaning is in a Request, and the others that have
// a value behind a space, or may have one.
var options = []option{
	{names: "J job-name name", set: word(func(r *Request) *string { return &r.Name })},
	{names: "uid", set: word(func(r *Request) *string { return &r.User })},
	{names: "A account", set: word(func(r *Request) *string { return &r.Account })},
	{names: "p partition", set: partitions},
	{names: "q qos", set: word(func(r *Request) *string { return &r.QOS })},
	{names: "t time", set: limit(func(r *Request) *int64 { return &r.TimeS })},
	{names: "time-min", set: limit(func(r *Request) *int64 { return &r.TimeMinS })},
	{names: "N nodes", set: nodes},
	{names: "n ntasks", set: count(func(r *Request) *int { return &r.Tasks })},
	{names: "ntasks-per-node tasks-per-node", set: count(func(r *Request) *int { return &r.TasksPerNode })},
	{names: "c cpus-per-task", set: count(func(r *Request) *int { return &r.CoresPerTask })},
	{names: "mem", set: memory(PerNode)},
	{names: "mem-per-cpu", set: memory(PerCore)},
	{names: "mem-per-gpu", set: memory(PerGPU)},
	{names: "gres", set: gres},
	{names: "G gpus", set: gpus(func(r *Request) *[]GPUs { return &r.GPUs })},
	{names: "gpus-per-node", set: gpus(func(r *Request) *[]GPUs { return &r.NodeGPUs })},
	{names: "gpus-per-task", set: gpus(func(r *Request) *[]GPUs { return &r.TaskGPUs })},
	{names: "cpus-per-gpu", set: count(func(r *Request) *int { return &r.CoresByGPU })},
	{names: "C constraint", set: word(func(r *Request) *string { return &r.Features })},
	{names: "w nodelist", set: word(func(r *Request) *string { return &r.NodeList })},
	{names: "x exclude", set: word(func(r *Request) *string { return &r.Exclude })},
	{names: "exclusive", needs: maybe, set: exclusive},
	{names: "reservation", set: word(func(r *Request) *string { return &r.Reservation })},
	{names: "b begin", set: begin},
	{names: "deadline", set: word(func(r *Request) *string { return &r.Deadline })},
	{names: "d dependency", set: word(func(r *Request) *string { return &r.Dependency })},
	{names: "a array", set: word(func(r *Request) *string { return &r.Array })},
	{names: "nice", needs: maybe, set: nice},
	{names: "H hold", needs: no, set: flag(func(r *Request) { r.Hold = true })},
	{names: "requeue", needs: no, set: flag(func(r *Request) { r.NoRequeue = false })},
	{names: "no-requeue", needs: no, set: flag(func(r *Request) { r.NoRequeue = true })},
	{names: "L licenses", set: word(func(r *Request) *string { return &r.Licenses })},
	{names: "wrap", set: func(r *Request, v string) error { r.Script = []string{v}; return nil }},
	{names: "sim-walltime", set: walltime},

	{names: "B extra-node-info", set: skip, unknown: true},
	{names: "D chdir workdir", set: skip, unknown: true},
	{names: "F nodefile", set: skip, unknown: true},
	{names: "M clusters cluster", set: skip, unknown: true},
	{names: "S core-spec", set: skip, unknown: true},
	{names: "e error", set: skip, unknown: true},
	{names: "i input", set: skip, unknown: true},
	{names: "m distribution", set: skip, unknown: true},
	{names: "o output", set: skip, unknown: true},
	{names: "k no-kill", needs: maybe, set: skip, unknown: true},
	{names: "s oversubscribe share", needs: no, set: skip, unknown: true},
	{names: "O overcommit", needs: no, set: skip, unknown: true},
	{names: "Q quiet", needs: no, set: skip, unknown: true},
	{names: "v verbose", needs: no, set: skip, unknown: true},
	{names: "W wait", needs: no, set: skip, unknown: true},
	{names: "I immediate", needs: maybe, set: skip, unknown: true},
	{names: "parsable", needs: no, set: skip, unknown: true},
	{names: "contiguous", needs: no, set: skip, unknown: true},
	{names: "spread-job", needs: no, set: skip, unknown: true},
	{names: "use-min-nodes", needs: no, set: skip, unknown: true},
	{names: "test-only", needs: no, set: skip, unknown: true},
	{names: "ignore-pbs", needs: no, set: skip, unknown: true},
	{names: "reboot", needs: no, set: skip, unknown: true},
	{names: "kill-on-invalid-dep", set: skip, unknown: true},
	{names: "get-user-env", needs: maybe, set: skip, unknown: true},
	{names: "acctg-freq", set: skip, unknown: true},
	{names: "batch", set: skip, unknown: true},
	{names: "bb", set: skip, unknown: true},
	{names: "bbf", set: skip, unknown: true},
	{names: "cluster-constraint", set: skip, unknown: true},
	{names: "comment", set: skip, unknown: true},
	{names: "container", set: skip, unknown: true},
	{names: "cores-per-socket", set: skip, unknown: true},
	{names: "cpu-freq", set: skip, unknown: true},
	{names: "delay-boot", set: skip, unknown: true},
	{names: "export", set: skip, unknown: true},
	{names: "export-file", set: skip, unknown: true},
	{names: "gid", set: skip, unknown: true},
	{names: "gpu-bind", set: skip, unknown: true},
	{names: "gpu-freq", set: skip, unknown: true},
	{names: "gpus-per-socket", set: skip, unknown: true},
	{names: "gres-flags", set: skip, unknown: true},
	{names: "hint", set: skip, unknown: true},
	{names: "jobid", set: skip, unknown: true},
	{names: "mail-type", set: skip, unknown: true},
	{names: "mail-user", set: skip, unknown: true},
	{names: "mcs-label", set: skip, unknown: true},
	{names: "mem-bind", set: skip, unknown: true},
	{names: "mincpus", set: skip, unknown: true},
	{names: "network", set: skip, unknown: true},
	{names: "ntasks-per-core", set: skip, unknown: true},
	{names: "ntasks-per-gpu", set: skip, unknown: true},
	{names: "ntasks-per-socket", set: skip, unknown: true},
	{names: "open-mode", set: skip, unknown: true},
	{names: "power", set: skip, unknown: true},
	{names: "prefer", set: skip, unknown: true},
	{names: "priority", set: skip, unknown: true},
	{names: "profile", set: skip, unknown: true},
	{names: "propagate", needs: maybe, set: skip, unknown: true},
	{names: "segment", set: skip, unknown: true},
	{names: "signal", set: skip, unknown: true},
	{names: "sockets-per-node", set: skip, unknown: true},
	{names: "switches", set: skip, unknown: true},
	{names: "thread-spec", set: skip, unknown: true},
	{names: "threads-per-core", set: skip, unknown: true},
	{names: "tmp", set: skip, unknown: true},
	{names: "wait-all-nodes", set: skip, unknown: true},
	{names: "wckey", set: skip, unknown: true},
}

// long and short are the options by name.
var long, short = func() (map[string]*option, [256]*option) {
	long, short := map[string]*option{}, [256]*option{}
	for i := range options {
		for _, name := range strings.Fields(options[i].names) {
			if len(name) == 1 {
				short[name[0]] = &options[i]
			} else {
				long[name] = &options[i]
			}
		}
	}
	return long, short
}()
