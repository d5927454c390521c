package known

import (
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
)

// A GridCase is one file of several sites.
type GridCase struct {
	Case                 // Procs is the sum of the sites; SWF is ""
	Slowest   bool       // Slowdowns multiply the time on the slowest site used, not on the home site
	Sites     []Site     // in the order of ties
	Homes     []int      // home site of each job, parallel to Jobs
	Slowdowns []float64  // factor of each job's run time on several sites, parallel to Jobs
	Parts     [][][]Part // what each job holds, in the order taken, parallel to Schedules and Jobs
}

// A Site is one machine of a grid.
type Site struct {
	Name  string
	Procs int
	Speed float64 // of one processor; run times are for speed 1
	Load  float64 // factor of the run times of the site's own jobs
}

// A Part is what a job holds on one site.
type Part struct{ Site, Procs int }

// Grids returns the cases of several sites by name.
func Grids() []GridCase { return read("grids", ParseGrid) }

// ParseGrid reads one case of several sites. An error names the file and the line.
func ParseGrid(name, text string) (GridCase, error) {
	p := gridParser{parser: newParser(name, text)}
	err := p.blocks("grid", p.grid, p.block)
	if err == nil && (len(p.g.Sites) == 0 || len(p.c.Jobs) == 0 || len(p.c.Schedules) == 0 || p.c.Title == "") {
		err = p.errorf("a case has a title, a grid, sites, jobs and at least one schedule")
	}
	if err != nil {
		return GridCase{}, err
	}
	p.g.Case = p.c
	return p.g, nil
}

type gridParser struct {
	parser
	g GridCase
}

func (p *gridParser) block(words, rows []string, first int) error {
	switch words[0] {
	case "sites":
		return p.each(rows, first, p.site)
	case "jobs":
		return p.each(rows, first, p.gridJob)
	}
	parts := make([][]Part, len(p.c.Jobs))
	for range words {
		p.g.Parts = append(p.g.Parts, parts)
	}
	return p.schedule(words, rows, first, func(k int, words []string) (err error) {
		parts[k], err = p.parts(words)
		return err
	})
}

// grid reads overrun=cut|extend and reading=home|slowest.
func (p *gridParser) grid(settings []string) error {
	for _, s := range settings {
		switch s {
		case "overrun=cut", "overrun=extend":
			p.c.Extend = s == "overrun=extend"
		case "reading=home", "reading=slowest":
			p.g.Slowest = s == "reading=slowest"
		default:
			return p.errorf("%q is neither overrun=cut|extend nor reading=home|slowest", s)
		}
	}
	return nil
}

// site reads "name procs speed load".
func (p *gridParser) site(row string) error {
	words := strings.Fields(row)
	if len(words) != 4 || p.find(words[0]) >= 0 || strings.ContainsAny(words[0], ":+") || len(p.c.Jobs) > 0 {
		return p.errorf("%q is not a site: expected a new name, procs, speed and load, before the jobs", row)
	}
	n, err := strconv.Atoi(words[1])
	speed, load := factor(words[2]), factor(words[3])
	if err != nil || n < 1 || n > job.MaxProcs-p.c.Procs || speed == 0 || load == 0 {
		return p.errorf("%q is not a site: processors, speed and load must be positive", row)
	}
	p.g.Sites = append(p.g.Sites, Site{Name: words[0], Procs: n, Speed: speed, Load: load})
	p.c.Procs += n
	return nil
}

// factor reads a number above 0 and up to a million, or returns 0.
func factor(word string) float64 {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || !(x > 0 && x <= 1e6) {
		return 0
	}
	return x
}

func (p *gridParser) find(site string) int {
	return slices.IndexFunc(p.g.Sites, func(s Site) bool { return s.Name == site })
}

// gridJob reads "id submit run estimate procs home [slowdown]".
func (p *gridParser) gridJob(row string) error {
	rest, err := p.job(row)
	if err != nil {
		return err
	}
	if len(rest) != 1 && len(rest) != 2 {
		return p.errorf("%q: expected id submit run estimate procs home, then the slowdown if it is not 1", row)
	}
	home, slowdown := p.find(rest[0]), 1.0
	if len(rest) == 2 {
		slowdown = factor(rest[1])
	}
	if home < 0 || slowdown < 1 || int(p.c.Jobs[len(p.c.Jobs)-1].Procs) > p.g.Sites[home].Procs {
		return p.errorf("%q: expected a home site that is wide enough and a slowdown of at least 1", row)
	}
	p.g.Homes, p.g.Slowdowns = append(p.g.Homes, home), append(p.g.Slowdowns, slowdown)
	return nil
}

// parts reads A:4+B:2.
func (p *gridParser) parts(words []string) (parts []Part, err error) {
	if len(words) != 1 {
		return nil, p.errorf("%q: expected id start end site:procs[+...], then killed if the job was cut", words)
	}
	for _, word := range strings.Split(words[0], "+") {
		name, number, _ := strings.Cut(word, ":")
		s, n := p.find(name), 0
		if n, err = strconv.Atoi(number); err != nil || s < 0 || n < 1 || n > p.g.Sites[s].Procs {
			return nil, p.errorf("%q is not a part: expected site:procs", word)
		}
		parts = append(parts, Part{s, n})
	}
	return parts, nil
}
