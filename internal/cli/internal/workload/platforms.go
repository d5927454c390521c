package workload

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/jsonerror"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// DefaultGridPolicy is the policy of a run on a grid without --policy.
const DefaultGridPolicy = grid.Prefix + "sharing"

// gridFlags describe a grid of sites.
type gridFlags struct {
	sites    []string
	speeds   []float64
	loads    []float64
	home     string
	overhead float64
	spread   string
	reading  string
	speedup  string
}

// Add adds the flags to a command's.
func (g *gridFlags) Add(fl *pflag.FlagSet) {
	fl.StringSliceVar(&g.sites, "sites", nil,
		"a grid's sites: processors of each, or NAME=PROCS; queue, user, group or partition for a site of each; or a JSON file")
	fl.Float64SliceVar(&g.speeds, "speeds", nil, "the sites' speeds, `numbers`: one for each or for all (1 is the log's machine)")
	fl.Float64SliceVar(&g.loads, "loads", nil, "`factors` of the run times of the sites' jobs: one for each, or one for all")
	fl.Lookup("speeds").DefValue, fl.Lookup("loads").DefValue = "", ""
	fl.StringVar(&g.home, "home", "queue", "what chooses a job's home site: queue, user, group or partition")
	fl.Float64Var(&g.overhead, "overhead", 0, "p: a job on several sites takes up to 1+p times as long")
	fl.StringVar(&g.spread, "spread", "fixed", "how jobs' overheads differ: fixed, uniform or normal")
	fl.StringVar(&g.reading, "reading", "home", "which run time the overhead stretches: on the home site or on the slowest site taken")
	fl.StringVar(&g.speedup, "speedup", "linear", "speed-up of jobs: linear, amdahl:SERIAL or downey:VARIANCE[:AVERAGE]")
}

// apply changes the experiment's grid by the flags. Sites made of the log's queues have
// to wait until it is loaded: see Input.Load.
func (g *gridFlags) apply(flags *pflag.FlagSet, in *Input) error {
	switch file := g.file(); {
	case file != "":
		read, err := readGrid(file)
		if err != nil {
			return err
		}
		in.Spec.Grid = read
	case flags.Changed("sites"):
		if err := g.makeSites(in); err != nil {
			return err
		}
	case in.Spec.Grid == nil:
		return usage.Unchanged(flags, "is for a grid of sites: give one with --sites",
			"speeds", "loads", "home", "overhead", "spread", "reading", "speedup")
	}
	if err := g.change(flags, in.Spec.Grid, in.sitesBy); err != nil {
		return err
	}
	if in.sitesBy != "" {
		in.perSite = func() error { return g.setPerSite(in.Spec.Grid) }
		return nil
	}
	return g.setPerSite(in.Spec.Grid)
}

// file returns the file that --sites names; "" if it gives the sites themselves.
func (g *gridFlags) file() string {
	if len(g.sites) == 1 && strings.ContainsAny(g.sites[0], `/\.`) && !strings.Contains(g.sites[0], "=") {
		return g.sites[0]
	}
	return ""
}

func readGrid(name string) (*grid.Grid, error) {
	text, err := console.ReadFile(name, console.Text(name, MaxSpec))
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	read := new(grid.Grid)
	if err := d.Decode(read); err != nil {
		return nil, fmt.Errorf("%s: the grid's JSON cannot be read: %w", name, jsonerror.Words(err))
	}
	if d.More() {
		return nil, fmt.Errorf("%s: text follows the grid's JSON: give one object", name)
	}
	if err := read.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return read, nil
}

// makeSites reads --sites. A site named like a queue (or user, ...) is its home; the
// other queues are dealt to the sites in turn.
func (g *gridFlags) makeSites(in *Input) error {
	in.Spec.Grid = &grid.Grid{}
	if len(g.sites) == 1 && slices.Contains([]string{"queue", "user", "group", "partition"}, g.sites[0]) {
		in.sitesBy = g.sites[0]
		in.Spec.Grid.Home = in.sitesBy
		return nil
	}
	for i, text := range g.sites {
		name, procs, named := strings.Cut(text, "=")
		if !named {
			name, procs = "site "+strconv.Itoa(i+1), text
		}
		n, err := strconv.Atoi(procs)
		if err != nil || n < 1 || name == "" {
			return usage.Errorf("--sites: %q is neither PROCS nor NAME=PROCS (8,128 or old=64,new=64) "+
				"nor queue, user, group or partition, nor a file such as grid.json", text)
		}
		site := grid.Site{Name: name, Procs: n}
		if named {
			site.From = []string{name}
		}
		in.Spec.Grid.Sites = append(in.Spec.Grid.Sites, site)
	}
	return nil
}

// change changes the grid's other fields by the flags.
func (g *gridFlags) change(flags *pflag.FlagSet, to *grid.Grid, sitesBy string) (err error) {
	if flags.Changed("home") && sitesBy != "" && sitesBy != g.home {
		return usage.Errorf("--sites %s and --home %s contradict each other: give one of them", sitesBy, g.home)
	}
	usage.Set(flags, "home", &to.Home, g.home)
	usage.Set(flags, "overhead", &to.MultiSite.Overhead, g.overhead)
	usage.Set(flags, "spread", &to.MultiSite.Spread, g.spread)
	usage.Set(flags, "reading", &to.MultiSite.Reading, g.reading)
	if flags.Changed("speedup") {
		to.Speedup, err = parseSpeedup(g.speedup)
	}
	return err
}

// parseSpeedup reads linear, amdahl:SERIAL or downey:VARIANCE[:AVERAGE].
func parseSpeedup(text string) (grid.Speedup, error) {
	model, rest, _ := strings.Cut(text, ":")
	var numbers []float64
	for _, field := range strings.FieldsFunc(rest, func(c rune) bool { return c == ':' }) {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return grid.Speedup{}, usage.Errorf("--speedup %q: %q is not a number", text, field)
		}
		numbers = append(numbers, x)
	}
	s := grid.Speedup{Model: model}
	switch n := len(numbers); {
	case model == "linear" && n == 0:
	case model == "amdahl" && n == 1:
		s.Serial = numbers[0]
	case model == "downey" && (n == 1 || n == 2):
		s.Variance = numbers[0]
		if n == 2 {
			s.Average = numbers[1]
		}
	default:
		return s, usage.Errorf("--speedup %q: give linear, amdahl:SERIAL or downey:VARIANCE[:AVERAGE], as in amdahl:0.1", text)
	}
	return s, nil
}

// setPerSite sets the speeds and loads of the sites.
func (g *gridFlags) setPerSite(to *grid.Grid) error {
	for _, list := range []struct {
		flag   string
		values []float64
		of     func(*grid.Site) *float64
	}{
		{"speeds", g.speeds, func(s *grid.Site) *float64 { return &s.Speed }},
		{"loads", g.loads, func(s *grid.Site) *float64 { return &s.Load }},
	} {
		if n := len(list.values); n > 1 && n != len(to.Sites) {
			return usage.Errorf("--%s gives %d numbers for %s: give one for each, or one for all", list.flag, n, numeral.Plural(len(to.Sites),
				"site"))
		}
		for i := range to.Sites {
			if len(list.values) > 0 {
				x := list.values[min(i, len(list.values)-1)]
				if !(x > 0) { // a 0 would be the default
					return usage.Errorf("--%s: %v is not above 0", list.flag, x)
				}
				*list.of(&to.Sites[i]) = x
			}
		}
	}
	return nil
}

// Homeless returns what chooses the jobs' home sites on a grid (user, queue, ...) if w
// names none; else "".
func Homeless(spec *experiment.Spec, w *trace.Workload) string {
	if spec.Grid == nil {
		return ""
	}
	if len(grid.HomeNames(w, spec.Grid.Home)) > 0 {
		return ""
	}
	return cmp.Or(spec.Grid.Home, "queue")
}

// loadSites loads the workload and makes a site of each of its queues (or users, ...).
func (in *Input) loadSites() (*trace.Workload, error) {
	all := in.Spec
	all.Grid, all.Shrink, all.OfferedLoad = nil, 0, 0
	w, err := all.Load(in.Open, in.Opt)
	if err != nil {
		return nil, err
	}
	in.Spec.Grid.Sites = grid.SitesOf(w, in.sitesBy)
	if n := len(in.Spec.Grid.Sites); n > grid.MaxSites {
		return nil, fmt.Errorf("%s: a site for each %s makes %s sites, but at most %s can be simulated: name something with fewer values",
			w.Name, in.sitesBy, numeral.Whole(n), numeral.Whole(grid.MaxSites))
	}
	if err := in.perSite(); err != nil {
		return nil, err
	}
	if err := in.Spec.Validate(); err != nil {
		return nil, usage.Errorf("%w", err)
	}
	return in.Spec.Apply(w)
}

// DefaultClusterPolicy is the policy of a run on a described cluster without --policy: its own.
const DefaultClusterPolicy = policy.Slurm

// clusterFlags is a cluster of nodes with resources.
type clusterFlags struct {
	name    string
	changes []string
	events  string
}

// Add adds the flags to a command's.
func (f *clusterFlags) Add(fl *pflag.FlagSet) {
	fl.StringVar(&f.name, "cluster", "", "a cluster that a JSON `file` describes, instead of one machine; or campus")
	fl.StringArrayVar(&f.changes, "change", nil, "what is different on that cluster, as `WHAT=VALUE`; may be given several times")
	description.AddEvents(fl, &f.events)
}

// apply changes the experiment's cluster of nodes with resources by the flags.
func (f *clusterFlags) apply(flags *pflag.FlagSet, spec *experiment.Spec) error {
	if flags.Changed("cluster") {
		if _, err := strconv.Atoi(f.name); err == nil && !console.Exists(f.name) {
			return usage.Errorf("--cluster %s: give the JSON file of a cluster, or campus; did you mean --shared %[1]s, nodes whose CPU jobs share?",
				f.name)
		}
		s, err := description.System(f.name)
		if err != nil {
			return err
		}
		spec.Cluster = s.Description
	}
	if spec.Cluster == nil {
		return usage.Unchanged(flags, "is for a cluster of nodes with resources: give one with --cluster", "change", "events")
	}
	if f.events != "" {
		var err error
		if spec.Events, err = description.ReadEvents(f.events, spec.Workload.TimeZone); err != nil {
			return err
		}
	}
	var changes []whatif.Change
	for _, text := range f.changes {
		c, err := whatif.Parse(text, trace.Clock{})
		if err == nil && !c.OfCluster() {
			err = fmt.Errorf("%s: it is no change to the cluster; --policy and --estimates change the rest, and backfill whatif compares all", text)
		}
		if err != nil {
			return usage.Errorf("--change %w", err)
		}
		changes = append(changes, c)
	}
	changed, err := whatif.Changed(spec.Cluster, changes)
	if err != nil {
		return usage.Errorf("--change %w", err)
	}
	spec.Cluster = changed
	return nil
}

// DefaultSharedPolicy is the policy of a run on shared nodes without --policy: the best of its paper.
const DefaultSharedPolicy = shared.Prefix + "GreedyPM*/per/OPT=MIN/MINVT=600"

// sharedFlags describe nodes whose CPU jobs share.
type sharedFlags struct {
	nodes, cores int
	memory       string
	penalty      int64
}

// Add adds the flags to a command's.
func (c *sharedFlags) Add(fl *pflag.FlagSet) {
	fl.IntVar(&c.nodes, "shared", 0, "number of `nodes` whose CPU jobs share, instead of one machine")
	fl.IntVar(&c.cores, "cores", 1, "processors of a node; the widths of a log's jobs count them")
	fl.StringVar(&c.memory, "node-memory", "", "memory of a node, as in 2GiB (optional if the log records no memory)")
	fl.Int64Var(&c.penalty, "penalty", shared.DefaultPenaltyS, "`seconds` without progress after a job is resumed or moved")
}

// apply changes the experiment's shared nodes by the flags.
func (c *sharedFlags) apply(flags *pflag.FlagSet, spec *experiment.Spec) error {
	to := shared.Nodes{}
	switch {
	case spec.Shared != nil:
		to = *spec.Shared
	case !flags.Changed("shared"):
		return usage.Unchanged(flags, "is for shared nodes: give some with --shared NODES", "cores", "node-memory", "penalty")
	}
	usage.Set(flags, "shared", &to.Nodes, c.nodes)
	if usage.Set(flags, "cores", &to.Cores, c.cores) && c.cores < 1 {
		return usage.Errorf("--cores %d: a node has at least 1", c.cores)
	}
	if flags.Changed("node-memory") {
		var err error
		if to.MemoryKiB, err = parseMemory(c.memory); err != nil {
			return err
		}
	}
	usage.Set(flags, "penalty", &to.PenaltyS, &c.penalty)
	spec.Shared = &to
	return nil
}

// parseMemory reads an amount of memory with its unit, in KiB.
func parseMemory(text string) (int64, error) {
	for i, unit := range []string{"KiB", "MiB", "GiB", "TiB"} {
		number, ok := strings.CutSuffix(text, unit)
		if !ok {
			continue
		}
		kib := float64(int64(1) << (10 * i))
		if x, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && x*kib >= 1 && x*kib <= 1<<53 {
			return int64(x * kib), nil
		}
	}
	return 0, usage.Errorf("--node-memory %q: give a number and KiB, MiB, GiB or TiB, as in 2GiB", text)
}
