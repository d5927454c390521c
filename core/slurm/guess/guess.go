// Package guess describes a cluster from its accounting alone, for those who have no slurm.conf at hand.
//
// What the log shows are lower bounds: the most cores, memory and GPUs that jobs had at one time on each
// node, the nodes on which jobs of a partition ran, the longest time limit. A node that jobs of different widths filled
// to the same number of cores again and again has no more; what is less sure is taken from nodes whose
// names differ in their number only. Priorities, limits and reservations are in no accounting: their weights
// are a common choice. All that was guessed stands in the Description as assumed, and Questions asks for
// what people know.
package guess

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// Errors of From.
var (
	ErrNoRuns = errors.New("no job of the log has run, so that it does not show the cluster")
	ErrSize   = errors.New("the jobs of the log have more nodes than a cluster that can be simulated")
)

// A Guess is a cluster as accounting shows it.
type Guess struct {
	kinds   []kind
	parts   []part
	fifo    bool // jobs in the order of submission
	memory  bool // the log says what jobs asked for
	people  []cluster.Account
	qos     []string
	assumed []string
}

// A kind is nodes that are alike.
type kind struct {
	names    []string
	seen     int // of names: those that the log has
	cores    int64
	mib      int64
	gpus     map[string]int
	gres     []cluster.Gres
	features []string
}

// A part is a partition.
type part struct {
	name  string
	jobs  int
	nodes map[string]int // with the jobs that were seen there, at least 1
	limit int64          // seconds; 0: none
	whole bool           // its jobs have their nodes alone
}

// From describes the cluster of accounting.
func From(all *sacct.Records) (*Guess, error) {
	u, err := newUsage(all)
	if err != nil {
		return nil, err
	}
	if u.runs == 0 {
		return nil, ErrNoRuns
	}
	g := &Guess{}
	if len(u.nodes) == 0 {
		if err := g.anonymous(all, u); err != nil {
			return nil, err
		}
	} else {
		u.sweep()
		g.kinds = u.kinds()
	}
	for i := range all.Jobs {
		g.memory = g.memory || all.Jobs[i].ReqMemoryKiB > 0
	}
	g.partitions(all, u)
	g.people, g.qos = people(all), slices.DeleteFunc(slices.Clone(all.Names.QOS), func(s string) bool { return s == "" })
	g.fifo = byNumber(all)
	g.assume(all)
	return g, nil
}

// anonymous is the nodes of a log that does not name them: alike, as many as were taken at one time.
func (g *Guess) anonymous(all *sacct.Records, u *usage) error {
	cores := int64(1)
	for i := range all.Jobs {
		if r := &all.Jobs[i]; r.Nodes > 0 {
			cores = max(cores, (r.Procs+r.Nodes-1)/r.Nodes)
		}
	}
	procs, nodes := u.busiest()
	count := max(nodes, (procs+cores-1)/cores, 1)
	if count > cluster.MaxNodes || cores > maxCores {
		return ErrSize
	}
	k := kind{cores: cores, seen: int(count)}
	for i := range count {
		k.names = append(k.names, fmt.Sprintf("n%d", i+1))
	}
	g.kinds = []kind{k}
	return nil
}

// byNumber tells whether the priorities are those of priority/basic: near 2^32, and falling with the jobs' numbers.
func byNumber(all *sacct.Records) bool {
	const top = 4294901760
	last, seen := int64(top+1), 0
	order := make([]*sacct.Record, 0, len(all.Jobs))
	for i := range all.Jobs {
		if r := &all.Jobs[i]; r.Priority > 0 && r.Earlier == 0 {
			order = append(order, r)
		}
	}
	slices.SortStableFunc(order, func(a, b *sacct.Record) int { return int(min(max(a.Job-b.Job, -1), 1)) })
	for _, r := range order {
		if r.Priority > last || r.Priority < top/2 {
			return false
		}
		last = r.Priority
		seen++
	}
	return seen > 1
}

// assume says what was guessed, and from what.
func (g *Guess) assume(all *sacct.Records) {
	say := func(format string, args ...any) { g.assumed = append(g.assumed, fmt.Sprintf(format, args...)) }
	if len(all.Names.NodeLists) == 0 {
		say("The log does not name nodes (--format ALL does): the cluster has as many nodes as jobs had at one time, all alike.")
	} else {
		say("The cluster has the nodes on which jobs of the log ran, with the most cores, memory and GPUs that jobs had there at one time, " +
			"or on nodes of the same name with another number: the real ones may have more.")
	}
	if !g.memory {
		say("The log does not say how much memory jobs asked for (ReqMem): memory is not counted.")
	}
	say("A partition has the nodes on which its jobs ran, and as its limit the longest that one of them asked for (or ran, if some " +
		"have no limit).")
	for _, p := range g.parts {
		if p.whole {
			say("Jobs in partition %s have their nodes alone: they got all of each node, also when they asked for less.", p.name)
		}
	}
	say("All accounts and users have equal shares, and no limits; there are no QOS priorities, reservations and outages.")
	if g.fifo {
		say("Jobs are in the order of submission (priority/basic), as the priorities in the log are.")
	} else {
		say("%s", sharing)
	}
	say("Scheduling parameters are Slurm's defaults.")
}

const (
	sharing = "Priorities are a common choice, not this cluster's: fair share 10,000, age 1,000, size 1,000."
	inOrder = "Jobs are in the order of submission (priority/basic), as was said."
)

// Description returns the cluster.
func (g *Guess) Description() *cluster.Description {
	d := &cluster.Description{Format: cluster.Format, Accounts: g.people, Assumed: g.assumed}
	for _, k := range g.kinds {
		t := cluster.NodeType{Names: hostlist.Compress(k.names), Cores: int(k.cores), GPUs: k.gpus, Gres: k.gres, Features: k.features}
		if g.memory {
			t.MemoryMiB = k.mib
		}
		d.Nodes = append(d.Nodes, t)
	}
	most := 0
	for i := range g.parts {
		if g.parts[i].jobs > g.parts[most].jobs {
			most = i
		}
	}
	for i := range g.parts {
		p := &g.parts[i]
		d.Partitions = append(d.Partitions, cluster.Partition{Name: p.name, Nodes: g.list(p.nodes), Default: i == most, MaxTimeS: p.limit,
			WholeNodes: p.whole})
	}
	for _, name := range g.qos {
		d.QOS = append(d.QOS, cluster.QOS{Name: name})
	}
	if !g.memory {
		d.Scheduling.Memory = new(bool)
	}
	if d.Priority.Type = "basic"; !g.fifo {
		d.Priority = cluster.Priority{WeightFair: 10_000, WeightAge: 1000, WeightJobSize: 1000}
	}
	return d
}

// list writes a set of nodes.
func (g *Guess) list(set map[string]int) string {
	var names, all []string
	for _, k := range g.kinds {
		for _, name := range k.names {
			all = append(all, name)
			if set[name] > 0 {
				names = append(names, name)
			}
		}
	}
	if len(names) == len(all) || len(names) == 0 {
		return "ALL"
	}
	return hostlist.Compress(names)
}

// people returns the accounts and their users.
func people(all *sacct.Records) (accounts []cluster.Account) {
	at, seen := map[string]int{}, map[[2]string]bool{}
	for i := range all.Jobs {
		r := &all.Jobs[i]
		user, account := named(all.Names.Users, r.User), named(all.Names.Accounts, r.Account)
		if user == "" || account == "" || account == "root" || seen[[2]string{user, account}] {
			continue
		}
		seen[[2]string{user, account}] = true
		k, known := at[account]
		if !known {
			k = len(accounts)
			at[account] = k
			accounts = append(accounts, cluster.Account{Name: account})
		}
		accounts[k].Users = append(accounts[k].Users, cluster.User{Name: user})
	}
	for i := range accounts {
		u := accounts[i].Users
		sort.Slice(u, func(a, b int) bool { return u[a].Name < u[b].Name })
	}
	sort.Slice(accounts, func(a, b int) bool { return accounts[a].Name < accounts[b].Name }) // without code of its own for large elements
	return accounts
}

func named(names []string, i int32) string {
	if i < 0 {
		return ""
	}
	return names[i]
}
