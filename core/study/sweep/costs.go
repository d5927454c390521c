package sweep

import (
	"math"
	"strings"
)

// costs are the seconds that runs take, as far as runs of the same kind tell, else those of the
// same policy, else any.
type costs struct {
	plan     *Plan
	byKind   map[int]*mean
	byPolicy map[int]*mean
	all      mean
}

type mean struct {
	sum float64
	n   int
}

func newCosts(p *Plan) *costs {
	return &costs{plan: p, byKind: map[int]*mean{}, byPolicy: map[int]*mean{}}
}

func (c *costs) add(i int, seconds float64) {
	kind, policy := c.plan.kind(i), c.plan.policyOf(i)
	if c.byKind[kind] == nil {
		c.byKind[kind] = &mean{}
	}
	if c.byPolicy[policy] == nil {
		c.byPolicy[policy] = &mean{}
	}
	for _, m := range []*mean{c.byKind[kind], c.byPolicy[policy], &c.all} {
		m.sum, m.n = m.sum+seconds, m.n+1
	}
}

// of returns the seconds that a run will take; NaN if nothing is known.
func (c *costs) of(i int) float64 {
	if c.all.n == 0 {
		return math.NaN()
	}
	m := c.byKind[c.plan.kind(i)]
	if m == nil {
		m = c.byPolicy[c.plan.policyOf(i)]
	}
	if m == nil {
		m = &c.all
	}
	return m.sum / float64(m.n)
}

// kind returns a number that runs which take about equally long have in common.
func (p *Plan) kind(i int) int {
	if p.Experiments != nil {
		return p.Experiments.kind(i)
	}
	return p.Study.kind(i)
}

// policyOf returns a number that runs of the same policy have in common, in a study.
func (p *Plan) policyOf(i int) int {
	if p.Experiments != nil {
		return 0
	}
	return p.policy(i)
}

// fewValues is how many values may vary at a path so that they make kinds of runs: logs, loads and
// systems do, and a thousand seeds do not, of which none takes longer than another as far as one
// can know. mostKinds bounds the workloads, and what else varies, that are told apart.
const (
	fewValues = 16
	mostKinds = 1 << 20
)

// kind returns a number that runs have in common whose policies, logs, loads and so on are the
// same, whatever their seeds.
func (s *Study) kind(i int) int {
	s.kinds.Do(func() {
		s.workloadKinds, _ = s.workload.kinds()
		s.restKinds, s.kindsOfRest = s.rest.kinds()
	})
	if s.workloadKinds == nil || s.restKinds == nil {
		return s.policy(i)
	}
	return int(s.workloadKinds[i/s.rest.count])*s.kindsOfRest + int(s.restKinds[i%s.rest.count])
}

// kinds returns the kind of each of the node's values, and how many there are; nil for too many values.
func (n *node) kinds() (kinds []int32, count int) {
	if n.count > mostKinds {
		return nil, 1
	}
	values := map[string]int{} // by path
	n.each(func(part *node) {
		if part.kind == choiceNode || part.kind == rangeNode {
			values[part.path] += part.count
		}
	})
	kinds = make([]int32, n.count)
	known := map[string]int32{}
	var key strings.Builder
	var text []byte
	for i := range kinds {
		key.Reset()
		text = n.write(text[:0], i, func(v Value) {
			if values[v.Path] <= fewValues && !strings.HasSuffix(v.Path, "seed") || v.Path == policiesPath {
				key.WriteString(v.Path + " " + v.JSON + "\n")
			}
		})
		k, is := known[key.String()]
		if !is {
			k = int32(len(known))
			known[key.String()] = k
		}
		kinds[i] = k
	}
	return kinds, len(known)
}

// policy returns the number of a run's policy in the study.
func (s *Study) policy(i int) int {
	k := i % s.rest.count
	for j, name := range s.rest.names {
		if name == policiesPath {
			return k % s.rest.parts[j].count // the last of the fields, which varies fastest
		}
	}
	return 0
}
