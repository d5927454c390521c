package grid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// overhead is the p of figure 1, the only one that the paper prints.
const overhead = 2

// A model is the paper's grid and its schedulers as a setting reads them.
type model struct {
	paper.Setting
	load float64 // of all pictures
}

func modelOf(at paper.Setting) *model {
	m := &model{at, 1}
	if v := at.Reading.Of(load); v != load.Default() {
		l, err := strconv.ParseFloat(v, 64)
		if err != nil {
			panic(err) // a value of load is no number
		}
		m.load = l
	}
	return m
}

// figureLoads are the loads by base at which claims are judged where the reading chooses none, first
// the log's own. With run times of the home sites, jobs are more work.
var figureLoads = map[string][]float64{"home": {1, 1.3, 2}, "speed-1": {1, 2, 4}}

// loads are those at which the claims of a figure are judged, that of its picture first.
func (m *model) loads() []float64 {
	if m.Reading.Of(load) == load.Default() {
		return figureLoads[m.Reading.Of(base)]
	}
	return []float64{m.load}
}

// at returns the model under one of its loads. What is drawn there has the first seed, except at the
// load of the pictures.
func (m *model) at(load float64) *model {
	of := *m
	if of.load = load; load != m.load {
		of.Seed = 1
	}
	return &of
}

// labelAt begins the labels of a figure's runs under a load.
func labelAt(load float64) string { return fmt.Sprintf("load %v, ", load) }

// under returns the model of another reading at the same scale and seed.
func (m *model) under(r paper.Reading) *model {
	at := m.Setting
	at.Reading = r
	return modelOf(at)
}

// A line is a policy in a figure.
type line struct {
	label  string // how labels of its runs end
	title  string
	policy func(*model) string
	cost   func(*model) grid.MultiSite // of multi-site execution
}

var (
	alone  = line{"independent", "independent clusters", (*model).independent, noCost}
	shared = line{"sharing", "load sharing", (*model).sharing, noCost}
	larger = line{"larger", "multi-site, larger-first", split("larger"), (*model).fixed}
	faster = line{"faster", "multi-site, faster-first", split("faster"), (*model).fixed}
	splits = line{"adaptive", "multi-site, adaptive", split("adaptive"), (*model).fixed}
	molds  = line{"allocation", "adaptive allocation", func(m *model) string { return m.moldable(sdsc.power) }, noCost}

	// multis is what figure 7 compares with allocation.
	multis = line{"adaptive of figure 7", "multi-site, adaptive", split("adaptive"), (*model).seventh}
)

// lines are all of them.
var lines = []line{alone, shared, larger, faster, splits, multis, molds}

// noSplit is for policies that never run a job on several sites.
var noSplit grid.MultiSite

func noCost(*model) grid.MultiSite { return noSplit }

// named adds options to the name of a policy, leaving out those without a value.
func named(name string, options ...string) string {
	options = slices.DeleteFunc(options, func(o string) bool { return strings.HasSuffix(o, "=") })
	if len(options) == 0 {
		return name
	}
	return name + ":" + strings.Join(options, ",")
}

// option is the policy's option with that key: the value of the choice, nothing if that is
// the policy's own default.
func (m *model) option(key string, c *paper.Choice, standard string) string {
	v := m.Reading.Of(c)
	if v == standard {
		v = ""
	}
	return key + "=" + v
}

func (m *model) queue() string { return m.option("queue", discipline, "fcfs") }
func (m *model) site() string  { return m.option("site", site, "") }

func (m *model) independent() string { return named("grid-independent", m.queue()) }
func (m *model) sharing() string     { return named("grid-sharing", m.site(), m.queue()) }

func (m *model) moldable(power float64) string {
	return named("grid-moldable", fmt.Sprintf("power=%v", power), m.option("take", taken, "asked"), m.site(), m.queue())
}

// split returns the policy that takes sites larger-first, faster-first or adaptively.
func split(how string) func(*model) string {
	return func(m *model) string {
		var options []string
		if how == "adaptive" {
			options = []string{m.option("count", counting, "queue"), m.option("tie", tie, "faster")}
		}
		single := map[string]string{"own": m.site(), "one": "single=most-free", "one-best-fit": "single=best-fit"}[m.Reading.Of(rule)]
		return named("grid-multisite", append(append([]string{"split=" + how}, options...), single, m.queue())...)
	}
}

// fixed is the overhead p=2 for every job.
func (m *model) fixed() grid.MultiSite {
	p := map[string]float64{"overhead": overhead, "factor": overhead - 1, "percent": overhead / 100.0}[m.Reading.Of(factor)]
	return grid.MultiSite{Overhead: p, Reading: m.reading()}
}

// drawn are slowdowns drawn up to the limit p. Overhead is that of the overhead.
func (m *model) drawn(spread string, p float64) grid.MultiSite {
	if m.Reading.Of(limit) == "slowdown" {
		p--
	}
	return grid.MultiSite{Overhead: p, Spread: spread, Reading: m.reading()}
}

// seventh are the slowdowns of figure 7.
func (m *model) seventh() grid.MultiSite {
	if spread := m.Reading.Of(slowdown); spread != "fixed" {
		return m.drawn(spread, overhead)
	}
	return m.fixed()
}

func (m *model) reading() string {
	if m.Reading.Of(stretched) == "home" {
		return ""
	}
	return m.Reading.Of(stretched)
}

// grid returns the log's grid with these speeds, one for each site. If run times are those on
// the home site, its load makes them what they would be at speed 1.
func (m *model) grid(g *log, speeds []float64, cost grid.MultiSite) *grid.Grid {
	all := g.grid(cost)
	all.Seed = m.seed(cost)
	tune(all.Sites, speeds, m.load, m.home())
	return all
}

func (m *model) home() bool { return m.Reading.Of(base) == "home" }

// tune gives sites their speeds and loads.
func tune(sites []grid.Site, speeds []float64, load float64, home bool) {
	for i := range sites {
		if sites[i].Speed, sites[i].Load = speeds[i], load; home {
			sites[i].Load = float64(load * speeds[i])
		}
	}
}

// seed is the setting's, or 1 where nothing is drawn: seeds then share the run.
func (m *model) seed(cost grid.MultiSite) uint64 {
	if cost.Spread == "" && m.Reading.Of(site) != "random" {
		return 1
	}
	return m.Seed
}

// every thins the permutations out at scale quick: 12 of 120 and 6 of 24.
func (m *model) every(g *log) int {
	switch {
	case m.Scale == paper.Full:
		return 1
	case len(g.speeds) == 5:
		return 10
	}
	return 4
}

// sweep returns the run of a policy on the log's grid under the permutations of the speeds.
// Pass noSplit for a policy that splits no jobs, since the cost is part of the run's identity.
func (m *model) sweep(g *log, label, policy string, cost grid.MultiSite, every int) paper.Run {
	s := &sweep{Grid: m.grid(g, g.speeds, cost), Policy: policy, Speeds: g.speeds, Every: every, Load: m.load, Home: m.home()}
	return paper.Run{Label: label, JobSet: g.set, Task: &paper.Task{Name: "grid/permutations", Version: 2, Params: s, Do: s.do}}
}

// line returns the sweep of a line on SDSC SP2.
func (m *model) line(label string, l line, every int) paper.Run {
	return m.sweep(&sdsc, label, l.policy(m), l.cost(m), every)
}

// example is the label of a line's run for the ascending speed vector.
func example(l line) string { return l.label + " example" }

// example returns the run of a line for the ascending speed vector as a simulation,
// which has rows of jobs.
func (m *model) example(g *log, l line) paper.Run {
	return paper.Run{Label: example(l), JobSet: g.set,
		Spec: experiment.Spec{Policies: []string{l.policy(m)}, Overrun: "extend",
			Platforms: experiment.Platforms{Grid: m.grid(g, g.speeds, l.cost(m))}}}
}

// loaded says which loads a picture shows, and how they were chosen.
func (m *model) loaded(shown []float64) string {
	how := "by the choice of this reading"
	switch {
	case len(shown) > 1:
		return fmt.Sprintf("loads %s, since the paper prints none", listed(shown))
	case m.Reading.Of(load) == load.Default():
		how = "the log's own"
	}
	return fmt.Sprintf("load %v, %s, since the paper prints none", shown[0], how)
}

// loadDoc says so in sentences, and at which loads claims are judged.
func (m *model) loadDoc(shown []float64) string {
	if m.Reading.Of(load) != load.Default() {
		return fmt.Sprintf("The caption gives no load. Under this reading all run times are multiplied by %v.", m.load)
	}
	picture := "The picture has the run times of the log."
	if len(shown) > 1 {
		picture = "The picture has a panel for each load at which claims are judged."
	}
	return fmt.Sprintf("The caption gives no load. %s Each claim is judged with run times multiplied by %s: it holds if it does at each of "+
		"these loads, fails if it does at none, and else is undecided.", picture, listed(m.loads()))
}

// listed are loads in words.
func listed(loads []float64) string {
	var words []string
	for _, l := range loads {
		words = append(words, fmt.Sprint(l))
	}
	return numeral.List(words)
}
