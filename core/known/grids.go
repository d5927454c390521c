package known

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
)

// A GridCase is one file of several sites.
type GridCase struct {
	Case                 // Procs is that of all sites together; there is no SWF
	Slowest   bool       // a run on several sites is stretched from its time on the slowest of them, not on its home site
	Sites     []Site     // in the order of ties
	Homes     []int      // home site of each job, parallel to Jobs
	Slowdowns []float64  // factor of each job's run time on several sites, parallel to Jobs
	Parts     [][][]Part // what each job of each schedule holds, in the order taken, parallel to Schedules and Jobs
}

// A Site is one machine of a grid.
type Site struct {
	Name  string
	Procs int
	Speed float64 // of one processor; the run times are for 1
	Load  float64 // multiplies the run times of the jobs whose home it is
}

// A Part is what a job holds on one site.
type Part struct{ Site, Procs int }

// Grids returns every case of several sites by name. It panics as Cases does.
func Grids() []GridCase { return read("grids", ParseGrid) }

// ParseGrid reads one case of several sites. The error is one line with file and
// line.
func ParseGrid(name, text string) (GridCase, error) {
	p := gridParser{parser: newParser(name, text)}
	if err := p.parse(); err != nil {
		return GridCase{}, err
	}
	p.g.Case = p.c
	return p.g, nil
}

type gridParser struct {
	parser
	g GridCase
}

func (p *gridParser) parse() error {
	for line, ok := p.next(); ok; line, ok = p.next() {
		words := strings.Fields(line)
		if words[0] == "grid" {
			if err := p.grid(words[1:]); err != nil {
				return err
			}
			continue
		}
		if !p.body {
			return p.errorf("%q comes before the grid line", line)
		}
		rows, first, err := p.rows()
		if err != nil {
			return err
		}
		after := p.at
		switch words[0] {
		case "sites":
			err = p.each(rows, first, p.site)
		case "jobs":
			err = p.each(rows, first, p.gridJob)
		default:
			parts := make([][]Part, len(p.c.Jobs))
			err = p.schedule(words, rows, first, func(k int, words []string) (err error) {
				parts[k], err = p.parts(words)
				return err
			})
			for range words {
				p.g.Parts = append(p.g.Parts, parts)
			}
		}
		if err != nil {
			return err
		}
		p.at = after
	}
	if len(p.g.Sites) == 0 || len(p.c.Jobs) == 0 || len(p.c.Schedules) == 0 || p.c.Title == "" {
		return p.errorf("a case has a title, a grid, sites, jobs and at least one schedule")
	}
	return nil
}

func (p *gridParser) each(rows []string, first int, read func(row string) error) error {
	for i, row := range rows {
		p.at = first + i
		if strings.HasPrefix(row, "#") {
			continue
		}
		if err := read(row); err != nil {
			return err
		}
	}
	return nil
}

// grid reads overrun=cut|extend and reading=home|slowest.
func (p *gridParser) grid(settings []string) error {
	p.body = true
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
		return p.errorf("%q is no site: expected a new name, procs, speed and load, before the jobs", row)
	}
	n, err := strconv.Atoi(words[1])
	speed, load := factor(words[2]), factor(words[3])
	if err != nil || n < 1 || n > job.MaxProcs-p.c.Procs || speed == 0 || load == 0 {
		return p.errorf("%q is no site: processors, speed and load are positive", row)
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
	for s := range p.g.Sites {
		if p.g.Sites[s].Name == site {
			return s
		}
	}
	return -1
}

// gridJob reads "id submit run estimate procs home [slowdown]".
func (p *gridParser) gridJob(row string) error {
	rest, err := p.job(row)
	if err != nil {
		return err
	}
	if len(rest) != 1 && len(rest) != 2 {
		return p.errorf("%q: expected id submit run estimate procs home, and slowdown where it is not 1", row)
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
		return nil, p.errorf("%q: expected id start end site:procs, more with a plus, and killed where it was", words)
	}
	for _, word := range strings.Split(words[0], "+") {
		name, number, _ := strings.Cut(word, ":")
		s, n := p.find(name), 0
		if n, err = strconv.Atoi(number); err != nil || s < 0 || n < 1 || n > p.g.Sites[s].Procs {
			return nil, p.errorf("%q is no part: expected site:procs", word)
		}
		parts = append(parts, Part{s, n})
	}
	return parts, nil
}
