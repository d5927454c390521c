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
	names  string // the short name, if it has one, and the long ones
	needs  int
	beyond bool                                 // it has to do with when and where a job runs, and no Request has it
	set    func(r *Request, value string) error // nil if no Request has it: then its value is to be skipped
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

// begin reads a time as later does; any other is none.
func begin(r *Request, v string) error {
	r.BeginS = later(v)
	return nil
}

// deadline reads a time as later does; any other is not read.
func deadline(r *Request, v string) error {
	if r.DeadlineS = later(v); r.DeadlineS == 0 {
		r.Unknown = append(r.Unknown, "--deadline="+v)
	}
	return nil
}

// later returns the seconds of now+90, now+5minutes and the like, or 0.
func later(v string) int64 {
	rest, ok := strings.CutPrefix(strings.ToLower(v), "now+")
	digits := strings.TrimRight(rest, "abcdefghijklmnopqrstuvwxyz")
	n, err := amount.Whole(digits)
	if !ok || err != nil || n > 1e9 {
		return 0
	}
	for unit, seconds := range map[string]int64{"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400} {
		if s := rest[len(digits):]; s == unit || s == unit+"s" || s == "" && seconds == 1 {
			return n * seconds
		}
	}
	return 0
}

// exclusive reads --exclusive, for whole nodes; --exclusive=user shares them with jobs of the same user, mcs with those of the same label.
func exclusive(r *Request, v string) error {
	r.Exclusive, r.Own, r.Apart = v == "" || v == "exclusive", v == "user", v == "mcs"
	if !r.Exclusive && !r.Own && !r.Apart {
		r.Unknown = append(r.Unknown, "--exclusive="+v)
	}
	return nil
}

// sockets reads -B SOCKETS[:CORES[:THREADS]], each a number, a range of which the least counts, or * for any.
func sockets(r *Request, v string) error {
	for i, s := range strings.SplitN(v, ":", 3) {
		low, _, _ := strings.Cut(s, "-")
		if low == "*" || low == "" {
			continue
		}
		n, err := amount.Whole(low)
		if err != nil || n < 1 || n > 1e6 {
			return ErrCount
		}
		*[]*int{&r.SocketsPerNode, &r.CoresPerSocket, &r.ThreadsPerCore}[i] = int(n)
	}
	return nil
}

// hint reads --hint; only nomultithread bears on where a job finds room.
func hint(r *Request, v string) error {
	r.OneThread = v == "nomultithread"
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

// options are all options of sbatch whose meaning is in a Request, and the others.
var options = append([]option{
	{names: "J job-name name", set: word(func(r *Request) *string { return &r.Name })},
	{names: "uid", set: word(func(r *Request) *string { return &r.User })},
	{names: "A account", set: word(func(r *Request) *string { return &r.Account })},
	{names: "p partition", set: partitions},
	{names: "q qos", set: word(func(r *Request) *string { return &r.QOS })},
	{names: "t time", set: limit(func(r *Request) *int64 { return &r.TimeS })},
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
	{names: "gpus-per-socket", set: gpus(func(r *Request) *[]GPUs { return &r.SocketGPUs })},
	{names: "cpus-per-gpu", set: count(func(r *Request) *int { return &r.CoresPerGPU })},
	{names: "ntasks-per-gpu", set: count(func(r *Request) *int { return &r.TasksPerGPU })},
	{names: "w nodelist", set: word(func(r *Request) *string { return &r.NodeList })},
	{names: "x exclude", set: word(func(r *Request) *string { return &r.Exclude })},
	{names: "contiguous", needs: no, set: flag(func(r *Request) { r.Contiguous = true })},
	{names: "s oversubscribe share", needs: no, set: flag(func(r *Request) { r.Share = true })},
	{names: "ntasks-per-core", set: count(func(r *Request) *int { return &r.TasksPerCore })},
	{names: "threads-per-core", set: count(func(r *Request) *int { return &r.ThreadsPerCore })},
	{names: "sockets-per-node", set: count(func(r *Request) *int { return &r.SocketsPerNode })},
	{names: "cores-per-socket", set: count(func(r *Request) *int { return &r.CoresPerSocket })},
	{names: "B extra-node-info", set: sockets},
	{names: "hint", set: hint},
	{names: "L licenses", set: word(func(r *Request) *string { return &r.Licenses })},
	{names: "time-min", set: limit(func(r *Request) *int64 { return &r.TimeMinS })},
	{names: "prefer", set: word(func(r *Request) *string { return &r.Prefer })},
	{names: "C constraint", set: word(func(r *Request) *string { return &r.Features })},
	{names: "exclusive", needs: maybe, beyond: true, set: exclusive},
	{names: "reservation", set: word(func(r *Request) *string { return &r.Reservation })},
	{names: "b begin", set: begin},
	{names: "deadline", beyond: true, set: deadline},
	{names: "d dependency", set: word(func(r *Request) *string { return &r.Dependency })},
	{names: "a array", set: word(func(r *Request) *string { return &r.Array })},
	{names: "nice", needs: maybe, set: nice},
	{names: "requeue", needs: no, set: flag(func(r *Request) { r.NoRequeue = false })},
	{names: "no-requeue", needs: no, set: flag(func(r *Request) { r.NoRequeue = true })},
	{names: "wrap", set: func(r *Request, v string) error { r.Script = []string{v}; return nil }},
	{names: "sim-walltime", set: walltime},
}, func() (all []option) {
	for _, o := range others {
		for names := range strings.SplitSeq(o.names, ", ") {
			all = append(all, option{names: names, needs: o.needs, beyond: o.beyond})
		}
	}
	return all
}()...)

// others are the options of sbatch, salloc and srun that no Request has, by whether they have a value, which is to be skipped, and
// whether they have to do with when and where a job runs.
var others = [...]struct {
	needs  int
	beyond bool
	names  string
}{
	{yes, true, "F nodefile, M clusters cluster, S core-spec, m distribution, r relative, " +
		"ntasks-per-socket, batch, bb, bbf, cluster-constraint, gres-flags, mincpus, network, power, priority, resv-ports, segment, " +
		"switches, thread-spec, tmp, tres-per-task"},
	{no, true, "O overcommit, consolidate-segments, reboot, spread-job, spread-segments, use-min-nodes"},
	{yes, false, "D chdir workdir, T threads, e error, i input, o output, acctg-freq, bcast, comment, container, container-id, cpu-bind, " +
		"cpu-freq, delay-boot, epilog, export, export-file, extra, gid, gpu-bind, gpu-freq, jobid, kill-command, kill-on-invalid-dep, " +
		"mail-type, mail-user, mcs-label, mem-bind, mpi, oom-kill-step, open-mode, profile, prolog, signal, task-epilog, task-prolog, " +
		"tres-bind, wait-all-nodes, wckey"},
	{no, false, "E preserve-env, H hold, K kill-on-bad-exit, Q quiet, W wait, Z no-allocate, l label, u unbuffered, v verbose, " +
		"disable-status, exact, ignore-pbs, multi-prog, no-bell, no-shell, overlap, parsable, pty, stepmgr, test-only, whole, x11"},
	{maybe, false, "I immediate, k no-kill, bell, compress, get-user-env, propagate"},
}

// Beyond returns the long name of an option that has to do with when or where a job runs and that no Request has, as --hint, or else
// "". It is a word of Request.Unknown.
func Beyond(word string) string {
	if len(word) < 2 || word[0] != '-' {
		return "" // the value of one
	}
	o, _, _ := find(word)
	if o == nil {
		name, _, _ := strings.Cut(word, "=")
		return name
	}
	if !o.beyond {
		return ""
	}
	for _, name := range strings.Fields(o.names) {
		if len(name) > 1 {
			return "--" + name
		}
	}
	return ""
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
