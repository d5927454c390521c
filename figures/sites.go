package figures

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/result"
)

// A Site is one computer of a grid.
type Site struct {
	Name  string  `json:"name"`
	Procs int64   `json:"procs"`           // 0 means the peak of use
	Speed float64 `json:"speed,omitempty"` // of one processor; 0 means unknown
}

// sitesOf returns the sites of the grid in the metadata of results, none without a
// grid.
func sitesOf(meta result.Meta) []Site {
	var spec struct {
		Grid struct {
			Sites []Site `json:"sites"`
		} `json:"grid"`
	}
	if json.Unmarshal([]byte(meta.Get(result.MetaSpec)), &spec) != nil {
		return nil // then sites are those of the parts
	}
	for i := range spec.Grid.Sites {
		if s := &spec.Grid.Sites[i]; s.Speed == 0 {
			s.Speed = 1 // a grid's default
		}
	}
	return spec.Grid.Sites
}

// maxPanels bounds the panels of sites: with more, sites are drawn together.
const maxPanels = 24

// partColumns are the columns of the parts table that figures use.
var partColumns = []string{"run", "policy", "job", "site", "start_s", "end_s", "procs"}

// bySite splits the schedules of runs on a grid into one for each site, with the
// parts that jobs held there. Runs without parts stay whole, and all do if there
// would be more than maxPanels.
func (in *Input) bySite(all []*schedule) ([]*schedule, error) {
	t := in.Tables[result.Parts]
	if t == nil || t.Rows == 0 {
		return all, nil
	}
	if err := checkTable(t, result.Parts, partColumns); err != nil {
		return nil, err
	}
	sites := in.sitesOf(t)
	if len(sites) > maxPanels || len(all)*len(sites) > maxPanels {
		return all, nil
	}
	var out []*schedule
	for _, s := range all {
		if split := s.split(t, sites); split != nil {
			out = append(out, split...)
		} else {
			out = append(out, s)
		}
	}
	peaks(out, sites)
	return out, nil
}

// sitesOf returns the sites that o names, then others of the parts in order of
// appearance.
func (o *Options) sitesOf(t *result.Table) []Site {
	sites := slices.Clone(o.Sites)
	col := t.Col("site")
	seen := make([]bool, len(col.Dict.Texts()))
	for _, k := range col.Code {
		if k < 0 || seen[k] {
			continue
		}
		seen[k] = true
		name := col.Dict.Text(k)
		if !slices.ContainsFunc(sites, func(s Site) bool { return s.Name == name }) {
			sites = append(sites, Site{Name: name})
		}
	}
	return sites
}

// split returns the part of s on each of the sites, or nil if t has none of s.
func (s *schedule) split(t *result.Table, sites []Site) []*schedule {
	names, id, width := t.Col("site"), t.Col("job").Int, t.Col("procs").Int
	start, end := t.Col("start_s").Float, t.Col("end_s").Float
	place := make([]int, len(names.Dict.Texts())) // of a site, by its code
	for k, name := range names.Dict.Texts() {
		place[k] = slices.IndexFunc(sites, func(s Site) bool { return s.Name == name })
	}
	row := s.byNumber()
	var rows []int
	for i := range s.rowsOf(t) {
		if _, ok := row[id[i]]; !ok || names.Code[i] < 0 || !isSpan(start[i], end[i]) || width[i] < 1 || width[i] > job.MaxProcs {
			s.unplaced++
			continue
		}
		rows = append(rows, i)
	}
	if len(rows) == 0 {
		return nil
	}
	out := make([]*schedule, len(sites))
	for k, site := range sites {
		out[k] = &schedule{name: s.name + " · " + label(site.Name, 40), run: s.run, policy: s.policy,
			site: &sites[k], procs: site.Procs, users: s.users, queues: s.queues}
	}
	out[0].unplaced = s.unplaced
	for _, i := range rows {
		k, o := row[id[i]], out[place[names.Code[i]]]
		o.job = append(o.job, s.job[k])
		o.submit, o.start, o.end = append(o.submit, s.submit[k]), append(o.start, start[i]), append(o.end, end[i])
		o.width, o.whole = append(o.width, width[i]), append(o.whole, s.whole[k])
		o.killed, o.molded = append(o.killed, s.killed[k]), append(o.molded, s.molded[k])
		o.several, o.away = append(o.several, s.several[k]), append(o.away, s.away[k])
		o.user, o.queue = append(o.user, s.user[k]), append(o.queue, s.queue[k])
	}
	return out
}

// peaks sets unknown sizes of sites to the peak of use over all schedules.
func peaks(all []*schedule, sites []Site) {
	for k := range sites {
		if sites[k].Procs > 0 {
			continue
		}
		for _, s := range all {
			if s.site == &sites[k] {
				sites[k].Procs = max(sites[k].Procs, s.peak(), 1)
			}
		}
		for _, s := range all {
			if s.site == &sites[k] {
				s.procs = sites[k].Procs
			}
		}
	}
}

func (o *Options) checkSites() error {
	for i, s := range o.Sites {
		switch {
		case s.Procs < 0 || s.Procs > maxMachine:
			return fmt.Errorf("site %q has %d processors; give 0 to %d", s.Name, s.Procs, maxMachine)
		case s.Speed < 0 || s.Speed != s.Speed || math.IsInf(s.Speed, 0):
			return fmt.Errorf("site %q has speed %v; give a positive number", s.Name, s.Speed)
		case slices.ContainsFunc(o.Sites[:i], func(b Site) bool { return b.Name == s.Name }):
			return fmt.Errorf("two sites are called %q", s.Name)
		}
	}
	return nil
}

// leastSite is the least height of a site's panel over its width: a line of text.
const leastSite = 0.05

// ratios returns the height of each panel over its width; a site's is in proportion to
// its processors.
func ratios(all []*schedule, runs int) []float64 {
	out := make([]float64, len(all))
	for i, s := range all {
		out[i] = ganttRatio(len(all))
		if s.site == nil {
			continue
		}
		total := 0.0
		for _, o := range all {
			if o.run == s.run && o.policy == s.policy {
				total += float64(o.procs)
			}
		}
		grid := 0.6 // of all panels of a run
		if runs > 1 {
			grid = 0.4
		}
		out[i] = max(leastSite, float64(grid*float64(s.procs)/total))
	}
	return out
}

// panelTicks is the approximate number of ticks on the vertical axis of a panel.
func panelTicks(s *schedule, panels int, ratio float64) int {
	if s.site == nil {
		return ticksFor(panels)
	}
	return min(max(int(ratio/0.045), 1), 5)
}

// tallest reports whether panel i is the first of its run's highest: that one names
// the axis.
func tallest(all []*schedule, ratio []float64, i int) bool {
	for k, s := range all {
		if s.run == all[i].run && s.policy == all[i].policy && (ratio[k] > ratio[i] || ratio[k] == ratio[i] && k < i) {
			return false
		}
	}
	return true
}
