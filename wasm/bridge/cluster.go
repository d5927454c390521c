package bridge

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A sharedForm has what a form for a cluster.Description offers: controls that change it, and a
// description that is ready.
type clusterForm struct {
	// Controls are named by fields of a description, as in the changes of system: an op's request
	// has priority.weight_fairshare=0 for one of them.
	Controls []policy.Option `json:"controls"`
	Added    policy.Option   `json:"added"`    // how many nodes like one that is there: add=2:n1
	Policies []string        `json:"policies"` // worth a look
	demo
	About clusterAnswer `json:"about"` // the example's description
}

// campusSpec is a cluster on which fair share and the depth of backfill can be seen at work.
func campusSpec() experiment.Spec {
	return experiment.Spec{
		Workload:  experiment.Source{Builtin: campus.Name},
		Policies:  []string{policy.Slurm, "easy"},
		Platforms: experiment.Platforms{Cluster: campus.Description()},
	}
}

const campusDoc = "Two days of ten nodes with 160 cores in two partitions, one with GPUs. Four accounts have shares; on Monday " +
	"morning physics sends a campaign of wide jobs when all want to work. The log is made by a simulation of Slurm, not recorded."

func newClusterForm() (f clusterForm, err error) {
	for _, c := range cluster.Controls {
		f.Controls = append(f.Controls, c.Option)
	}
	f.Added, f.Policies = cluster.Added, []string{policy.Slurm, "easy", "cons", "fcfs"}
	spec := campusSpec()
	if f.demo, err = newDemo(spec, campus.Name, campusDoc); err != nil {
		return f, err
	}
	f.About, err = answerOf(spec.Cluster)
	f.About.Cluster = nil // it is the example's
	return f, err
}

// A clusterAnswer is a description and what a page shows of it.
type clusterAnswer struct {
	Cluster    *cluster.Description `json:"cluster,omitempty"` // for a Spec
	Name       string               `json:"name"`
	Nodes      int                  `json:"nodes"`
	Cores      int64                `json:"cores"`
	GPUs       int64                `json:"gpus"`
	MemoryMiB  int64                `json:"memory_mib"`
	Partitions []string             `json:"partitions"`
	Accounts   int                  `json:"accounts"`
	Users      int                  `json:"users"`
	Basic      bool                 `json:"basic"`       // priority is by submission: no weight matters
	Values     map[string]string    `json:"values"`      // of the controls
	Like       []choice             `json:"like"`        // one node of each kind
	Assumed    []string             `json:"assumed"`     // what the files do not say
	Outside    []string             `json:"outside"`     // what they say and no simulation models
	File       string               `json:"file_sha256"` // of the bytes that were read; "" for the example's
}

func answerOf(d *cluster.Description) (a clusterAnswer, err error) {
	s, err := cluster.New(d)
	if err != nil {
		return a, err
	}
	a = clusterAnswer{Cluster: d, Name: d.Name, Nodes: len(s.Nodes), Cores: s.Cores, MemoryMiB: s.MemoryMiB, Accounts: len(d.Accounts),
		Users: users(d), Basic: d.Priority.Type == "basic", Values: map[string]string{},
		Assumed: append([]string{}, d.Assumed...), Outside: []string{}}
	for i := range s.Nodes {
		a.GPUs += gpus(&s.Nodes[i])
	}
	for i := range s.Partitions {
		a.Partitions = append(a.Partitions, s.Partitions[i].Name)
	}
	for _, c := range cluster.Controls {
		a.Values[c.Name] = c.Of(d)
	}
	for _, t := range d.Nodes {
		first, err := hostlist.Expand(t.Names, cluster.MaxNodes)
		if err != nil || len(first) == 0 {
			continue
		}
		what := numeral.Plural(t.Cores, "core")
		for _, name := range slices.Sorted(maps.Keys(t.GPUs)) {
			what += strings.TrimRight(fmt.Sprintf(", %d GPUs %s", t.GPUs[name], name), " ")
		}
		a.Like = append(a.Like, choice{Name: first[0], Title: fmt.Sprintf("like %s: %s", first[0], what),
			Doc: fmt.Sprintf("%s, %.3g GiB of memory each", t.Names, float64(t.MemoryMiB)/1024)})
	}
	for _, i := range d.Ignored {
		line := fmt.Sprintf("%s:%d: %s", i.File, i.Line, i.Text)
		if i.Why != "" {
			line += " (" + i.Why + ")"
		}
		a.Outside = append(a.Outside, line)
	}
	return a, nil
}

// users counts the users of all accounts.
func users(d *cluster.Description) int {
	names := map[string]bool{}
	for _, a := range d.Accounts {
		for _, u := range a.Users {
			names[u.Name] = true
		}
	}
	return len(names)
}

func gpus(n *cluster.Node) (sum int64) {
	for _, g := range n.GPUs {
		sum += int64(g)
	}
	return sum
}

// maxDescription bounds the file of a description, in bytes: a page holds it as text, too.
const maxDescription = 1 << 24

// system reads a description (blob 0; empty for the example's) and makes the changes that are
// written as backfill whatif takes them.
func (s *simulator) cluster(c *service.Call, p *clusterRequest) (a clusterAnswer, err error) {
	d := campus.Description()
	if len(c.Blobs[0]) > maxDescription {
		return a, fmt.Errorf("it is %d bytes long, more than a description can be here (%d)", len(c.Blobs[0]), maxDescription)
	} else if len(c.Blobs[0]) > 0 {
		if d, err = cluster.Read(p.Name, bytes.NewReader(c.Blobs[0])); err != nil {
			return a, err
		}
		if _, err = cluster.New(d); err != nil {
			return a, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if d, err = changed(d, p.Changes); err != nil {
		return a, err
	}
	if a, err = answerOf(d); err == nil && len(c.Blobs[0]) > 0 {
		a.File, err = experiment.SHA256Of(bytes.NewReader(c.Blobs[0]))
	}
	return a, err
}

type clusterRequest struct {
	service.Envelope
	Name    string   `json:"name"`    // of the file, for errors
	Changes []string `json:"changes"` // as backfill whatif takes them
}

// changed makes changes to a description.
func changed(d *cluster.Description, texts []string) (*cluster.Description, error) {
	var list []whatif.Change
	for _, text := range texts {
		one, err := whatif.Parse(text, trace.Clock{})
		if err != nil {
			return nil, err
		}
		if !one.OfCluster() {
			return nil, fmt.Errorf("%s is no change to the cluster: choose policies and load in their places", text)
		}
		list = append(list, one)
	}
	d, err := whatif.Changed(d, list)
	if err != nil {
		return nil, err
	}
	if _, err := cluster.New(d); err != nil {
		return nil, errors.New(strings.Join(texts, ", ") + ": " + err.Error())
	}
	return d, nil
}

// beside says which differences between the Spec's schedules are no gain of a policy.
func beside(spec experiment.Spec) string {
	recorded := policy.BesideRecorded(spec.Policies)
	switch {
	case recorded != "" && spec.Workload.Builtin == campus.Name:
		return recorded + " The log of this example is of no real cluster: a simulation of Slurm made it."
	case recorded == "" && len(spec.Policies) > 1 && slices.Contains(spec.Policies, policy.Slurm):
		return "slurm obeys the cluster's priorities, limits and fair shares. The other schedules obey none of them, so a difference to slurm " +
			"is not what a policy would gain: compare them with each other."
	}
	return recorded
}

// clusterMachine describes a run's cluster of nodes with resources.
type clusterMachine struct {
	Nodes  int        `json:"nodes"`
	Cores  int64      `json:"cores"`
	Listed []nodeInfo `json:"listed"` // all nodes, none if there are more than a chart has rows for
	Notes  []string   `json:"notes"`  // what the simulation takes for granted and leaves out, in sentences
}

type nodeInfo struct {
	Name  string `json:"name"`
	Cores int32  `json:"cores"`
	GPUs  int64  `json:"gpus"`
}

// maxListed bounds the nodes that are drawn one by one.
const maxListed = 128

// newClusterNodes describes the Spec's system, nil if it has none.
func newClusterMachine(spec experiment.Spec, w *trace.Workload) (*clusterMachine, error) {
	if spec.Cluster == nil {
		return nil, nil
	}
	s, err := cluster.New(spec.Cluster)
	if err != nil {
		return nil, err
	}
	a := &clusterMachine{Nodes: len(s.Nodes), Cores: s.Cores, Listed: []nodeInfo{},
		Notes: slices.Concat(doubt.Sentences(spec.Doubts(w)), spec.Notes(w))}
	if len(s.Nodes) <= maxListed {
		for i := range s.Nodes {
			n := &s.Nodes[i]
			a.Listed = append(a.Listed, nodeInfo{n.Name, n.Cores, gpus(n)})
		}
	}
	return a, nil
}

// tooManyAllocations reports whether a page draws no nodes one by one, so that it needs no allocations.
func tooManyAllocations(spec experiment.Spec, w *trace.Workload) bool {
	if spec.Cluster == nil {
		return false
	}
	s, err := cluster.New(spec.Cluster)
	return err != nil || len(s.Nodes) > maxListed || w.Len()*len(spec.Policies) > maxAllocations
}

// maxAllocations bounds the allocations that are sent, in rows of some 150 bytes.
const maxAllocations = 1 << 19
