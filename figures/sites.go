package figures

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Site is one computer of a grid.
type Site struct {
	Name  string  `json:"name"`
	Procs int64   `json:"procs"`           // 0 means the peak of use
	Speed float64 `json:"speed,omitempty"` // of one processor; 0 means unknown
}

// sitesOf returns the sites of the grid in the metadata of results, if any.
func sitesOf(meta result.Meta) []Site {
	sites := specOf[struct{ Grid struct{ Sites []Site } }](meta).Grid.Sites
	for i := range sites {
		if sites[i].Speed == 0 {
			sites[i].Speed = 1 // a grid's default
		}
	}
	return sites
}

// specOf returns the part T of the Spec in the metadata of results, zero if it is not
// readable.
func specOf[T any](meta result.Meta) T {
	var spec, none T
	if json.Unmarshal([]byte(meta.Get(result.MetaSpec)), &spec) != nil {
		return none
	}
	return spec
}

const maxPanels = 24 // with more, sites are drawn together

// bySite splits runs on a grid into a schedule for each site, with the parts that jobs
// held there, and lays out a panel for each. Runs without parts stay whole, and all do
// if there would be more than maxPanels.
func (in *Input) bySite(all []*schedule) (out []*schedule, err error) {
	if err := in.split(all); err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.siblings == nil {
			out = append(out, s)
		}
		for _, site := range s.siblings {
			if out = append(out, site); site.procs == 0 {
				site.site.Procs = max(site.site.Procs, site.peak(), 1)
			}
		}
	}
	for _, s := range out {
		if s.ratio, s.ticks, s.named = ganttRatio(len(out)), ticksFor(len(out)), true; s.site != nil {
			s.procs = s.site.Procs // of all runs, if the size was unknown
		}
	}
	for _, s := range all {
		if s.siblings != nil {
			layOut(s.siblings, len(all))
		}
	}
	return out, nil
}

const leastSite = 0.05 // height of a site's panel over its width, at least: a line of text

// layOut gives each panel of a run on several sites a height in proportion to the site's
// processors. The first of the highest names the axis.
func layOut(sites []*schedule, runs int) {
	total, run := 0.0, 0.6 // height of all panels of a run over their width
	if runs > 1 {
		run = 0.4
	}
	for _, s := range sites {
		total += float64(s.procs)
	}
	for _, s := range sites {
		s.ratio = max(leastSite, float64(run*float64(s.procs)/total))
		s.ticks, s.named = min(max(int(s.ratio/0.045), 1), 5), false
	}
	slices.MaxFunc(sites, func(a, b *schedule) int { return cmp.Compare(a.ratio, b.ratio) }).named = true
}

func (in *Input) split(all []*schedule) error {
	t := in.Tables[result.Parts]
	if !in.has(result.Parts) {
		return nil
	}
	if err := checkTable(t, result.Parts, "run", "policy", "job", "site", "start_s", "end_s", "procs"); err != nil {
		return err
	}
	sites := in.sitesOf(t)
	if len(all)*len(sites) <= maxPanels {
		for _, s := range all {
			s.split(t, sites)
		}
	}
	return nil
}

// sitesOf returns o.Sites, then others of the parts in order of appearance.
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

// split makes the siblings of s, one for each of the sites, if t has parts of s.
func (s *schedule) split(t *result.Table, sites []Site) {
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
		return
	}
	out := make([]*schedule, len(sites))
	for k, site := range sites {
		out[k] = &schedule{name: s.name + " · " + label(site.Name, 40), run: s.run, policy: s.policy,
			site: &sites[k], siblings: out, procs: site.Procs, users: s.users, queues: s.queues, jobs: new(jobRows)}
	}
	out[0].unplaced, s.siblings = s.unplaced, out
	for _, i := range rows {
		part, o := s.jobs.at(row[id[i]]), out[place[names.Code[i]]]
		part.start, part.end, part.width = start[i], end[i], int32(width[i])
		o.jobs.add(&part)
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
