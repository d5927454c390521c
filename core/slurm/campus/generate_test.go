package campus

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/twin"
)

const (
	monday = 1772438400 // 2026-03-02 08:00 UTC: second 0
	hour   = 3600
	seed   = 1
)

// An ask is a job as it is submitted, and what becomes of it.
type ask struct {
	submit, run, limit        int64 // seconds; run is at most limit
	user, account, name, part string
	nodes, tasks, cores, gpus int // tasks of cores each; gpus of each node
	memory                    int // GiB per node, or 0
	more                      string
	array                     int // tasks of the array that it is, or 0
	after                     int // index+1 of the ask that must complete first
	fails                     bool
}

// A crowd draws what people submit. Each of them has streams of their own.
type crowd struct{ asks []ask }

// by returns the stream of a user.
func by(user string) *rand.Rand { return det.Stream(seed, "example "+user) }

// limits are the time limits that people ask for, in seconds.
var limits = []int64{600, 1800, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, 24 * hour}

// add submits a job that runs for about some seconds. Its limit is the next usual one above up to three times that;
// one job in thirty reaches it, and one in twenty fails early.
func (c *crowd) add(r *rand.Rand, a ask, about float64) {
	a.run = int64(det.Uniform(r, 0.3, 1.7) * about)
	most := limits[len(limits)-1]
	if a.part == "gpu" {
		most = 12 * hour
	}
	want := int64(float64(a.run) * det.Uniform(r, 1, 3))
	a.limit = most
	if k := slices.IndexFunc(limits, func(l int64) bool { return l >= want }); k >= 0 {
		a.limit = min(limits[k], most)
	}
	switch u := r.Float64(); {
	case a.array > 0 || strings.Contains(a.name, "prepare"): // others wait for it
	case u < 1.0/30:
		a.run = a.limit
	case u < 1.0/30+1.0/20:
		a.run, a.fails = a.run/10, true
	}
	a.run = min(max(a.run, 20), a.limit)
	c.asks = append(c.asks, a)
}

// daytime calls f at random seconds, a mean number of seconds apart, from 8 to 18 o'clock of both days; at night a
// tenth as often.
func daytime(r *rand.Rand, apart float64, f func(at int64)) {
	for t := det.Exponential(r, apart); t < 40*hour; {
		f(int64(t))
		if at := int64(t) % (24 * hour); at < 10*hour {
			t += det.Exponential(r, apart)
		} else {
			t = min(t+det.Exponential(r, 10*apart), float64((int64(t)/(24*hour)+1)*24*hour)+det.Exponential(r, apart))
		}
	}
}

// submissions draws the jobs of all people, in order of submission.
func submissions() []ask {
	c := &crowd{}
	ada, ben, cleo, dan := by("ada"), by("ben"), by("cleo"), by("dan")
	eva, finn, gil, hana := by("eva"), by("finn"), by("gil"), by("hana")
	for i := range 70 { // a campaign, from a script
		c.add(ada, ask{submit: 30*60 + int64(20*i), user: "ada", account: "physics", name: "lattice", part: "batch",
			nodes: 1 + ada.IntN(2), tasks: 16, cores: 1}, 1.2*hour)
	}
	daytime(ben, 3*hour, func(at int64) {
		c.add(ben, ask{submit: at, user: "ben", account: "physics", name: "flow", part: "batch", nodes: 4, tasks: 16, cores: 1}, 2.2*hour)
	})
	daytime(cleo, 0.6*hour, func(at int64) {
		c.add(cleo, ask{submit: at, user: "cleo", account: "chemistry", name: "dft", part: "batch",
			nodes: 1, tasks: 8, cores: 1, memory: 30}, 1.3*hour)
	})
	daytime(dan, 1.5*hour, func(at int64) {
		c.add(dan, ask{submit: at, user: "dan", account: "chemistry", name: "coupled", part: "batch",
			nodes: 1, tasks: 1, cores: 16, memory: 200, more: "--constraint=bigmem"}, 2.5*hour)
	})
	daytime(eva, 0.25*hour, func(at int64) {
		c.add(eva, ask{submit: at, user: "eva", account: "biology", name: "align", part: "batch",
			nodes: 1, tasks: 1, cores: 1 + eva.IntN(4)}, 0.5*hour)
	})
	for _, at := range []int64{3 * hour, 26 * hour} { // an array, and a job that waits for all of it
		c.add(finn, ask{submit: at, user: "finn", account: "biology", name: "genome", part: "batch",
			nodes: 1, tasks: 1, cores: 2, array: 24}, 0.6*hour)
		c.add(finn, ask{submit: at + 5, user: "finn", account: "biology", name: "merge", part: "batch",
			nodes: 1, tasks: 1, cores: 8, memory: 40, after: len(c.asks)}, 0.5*hour)
	}
	daytime(gil, 0.8*hour, func(at int64) {
		n := 1 + gil.IntN(4)
		c.add(gil, ask{submit: at, user: "gil", account: "vision", name: "train", part: "gpu",
			nodes: 1, tasks: 1, cores: 4 * n, gpus: n}, 2.4*hour)
	})
	daytime(hana, 0.8*hour, func(at int64) {
		c.add(hana, ask{submit: at, user: "hana", account: "vision", name: "infer", part: "gpu",
			nodes: 1, tasks: 1, cores: 2, gpus: 1}, 0.7*hour)
	})
	return c.inOrder()
}

// inOrder sorts by submission, and lets dependencies follow.
func (c *crowd) inOrder() []ask {
	order := make([]int, len(c.asks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.asks[a].submit, c.asks[b].submit) })
	sorted := make([]ask, len(order))
	for k, i := range order {
		sorted[k] = c.asks[i]
		if sorted[k].after > 0 {
			sorted[k].after = slices.Index(order, c.asks[i].after-1) + 1
		}
	}
	first := sorted[0].submit // the log begins with it
	for k := range sorted {
		sorted[k].submit -= first
	}
	return sorted
}

// command returns the line that submits the job; ids are the jobs' numbers.
func (a *ask) command(ids []int64) string {
	w := []string{"sbatch", "-J", a.name, "-A", a.account, "-p", a.part, "-t", fmt.Sprint(a.limit / 60), "-N", fmt.Sprint(a.nodes)}
	if a.tasks > 1 {
		w = append(w, fmt.Sprintf("--ntasks-per-node=%d", a.tasks))
	}
	if a.cores > 1 {
		w = append(w, fmt.Sprintf("-c %d", a.cores))
	}
	if a.memory > 0 {
		w = append(w, fmt.Sprintf("--mem=%dG", a.memory))
	}
	if a.gpus > 0 {
		w = append(w, fmt.Sprintf("--gpus-per-node=a100:%d", a.gpus))
	}
	if a.array > 0 {
		w = append(w, fmt.Sprintf("--array=1-%d%%8", a.array))
	}
	if a.after > 0 {
		w = append(w, fmt.Sprintf("--dependency=afterok:%d", ids[a.after-1]))
	}
	if a.more != "" {
		w = append(w, a.more)
	}
	return strings.Join(append(w, a.name+".sh"), " ")
}

// A row is one job of the log: a task of an array is one.
type row struct {
	*ask
	job, base, task           int64
	run, eligible, start, end int64
	nodes                     string
}

const header = "JobID|JobIDRaw|JobName|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|AllocNodes|" +
	"ReqMem|AllocTRES|State|ExitCode|Constraints|NodeList|SubmitLine\n"

// print writes the rows as sacct does.
func print(rows []row, ids []int64) string {
	var b strings.Builder
	b.WriteString(header)
	for i := range rows {
		r := &rows[i]
		id := fmt.Sprint(r.base)
		if r.task > 0 {
			id += fmt.Sprintf("_%d", r.task)
		}
		cpus := r.ask.nodes * r.tasks * r.cores
		mib := 1024 * r.memory * r.ask.nodes
		if mib == 0 {
			mib = map[string]int{"batch": 4000, "gpu": 8000}[r.part] * cpus
		}
		tres := fmt.Sprintf("billing=%d,cpu=%d", cpus, cpus)
		if r.gpus > 0 {
			tres += fmt.Sprintf(",gres/gpu:a100=%d,gres/gpu=%d", r.gpus, r.gpus)
		}
		tres += fmt.Sprintf(",mem=%dM,node=%d", mib, r.ask.nodes)
		state, code := "COMPLETED", "0:0"
		switch {
		case r.run == r.limit:
			state = "TIMEOUT"
		case r.fails:
			state, code = "FAILED", "1:0"
		}
		features := strings.TrimPrefix(r.more, "--constraint=")
		fmt.Fprintf(&b, "%s|%d|%s|%s|%s|%s|normal|%d|%d|%d|%d|%d|%d|%d|%d|%dM|%s|%s|%s|%s|%s|%s\n", id, r.job, r.name, r.user, r.account, r.part,
			monday+r.submit, monday+r.eligible, monday+r.start, monday+r.end, r.end-r.start, r.limit/60, cpus, r.ask.nodes, mib, tres, state, code,
			features, r.nodes, r.command(ids))
	}
	return b.String()
}

// rowsOf numbers the jobs, and makes rows of them that start when they are submitted.
func rowsOf(asks []ask) (rows []row, ids []int64) {
	next := int64(2001)
	lengths := det.Stream(seed, "example tasks")
	for i := range asks {
		a := &asks[i]
		ids = append(ids, next)
		for task := range max(a.array, 1) {
			r := row{ask: a, job: next, base: ids[i], run: a.run, eligible: a.submit, start: a.submit, nodes: "c1"}
			if a.array > 0 {
				r.task = int64(task + 1)
				r.run = min(int64(det.Uniform(lengths, 0.7, 1.3)*float64(a.run)), a.limit-1)
			}
			r.end = r.start + r.run
			rows = append(rows, r)
			next++
		}
	}
	return rows, ids
}

// play has the twin of Slurm run the jobs of a log on a cluster, and returns the engine at the end.
func play(t testing.TB, d *cluster.Description, text string) (*accounting.Log, *cluster.Engine) {
	t.Helper()
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	l, err := accounting.ReadLog(LogFile, strings.NewReader(text), "", time.UTC, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Left) > 0 {
		t.Fatalf("left out: %v", l.Left)
	}
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: l.Jobs, Scheduler: twin.New(s), Changes: l.Changes, UnixStart: l.UnixStart})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l, e
}

// generate makes the log.
func generate(t testing.TB) string {
	rows, ids := rowsOf(submissions())
	l, e := play(t, Description(), print(rows, ids))
	at := map[int64]*row{}
	for i := range rows {
		at[rows[i].job] = &rows[i]
	}
	ends := map[int64]int64{} // by array or job
	for i, p := range e.Placed {
		r := at[l.Recorded[i].ID]
		var names []string
		for _, n := range p.Held.Nodes {
			names = append(names, e.System.Nodes[n].Name)
		}
		r.start, r.end, r.nodes = p.Start, p.End, hostlist.Compress(names)
		ends[r.base] = max(ends[r.base], r.end)
	}
	for i := range rows {
		if r := &rows[i]; r.after > 0 {
			r.eligible = ends[ids[r.after-1]]
		}
	}
	return print(rows, ids)
}
