package known

import (
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
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
func ParseGrid(name, text string) (g GridCase, err error) {
	p := newParser(name, text, whole)
	err = p.read(format{
		head: "grid", settings: "overrun=cut|extend nor reading=home|slowest",
		set: func(key, value string) bool {
			return key == "overrun" && choice(value, "cut", "extend", &g.Extend) ||
				key == "reading" && choice(value, "home", "slowest", &g.Slowest)
		},
		block: func(words []string) {
			switch words[0] {
			case "sites":
				for row := range p.rows {
					p.site(&g, row)
				}
			case "jobs":
				for row := range p.rows {
					p.gridJob(&g, row)
				}
			default:
				parts := make([][]Part, len(g.Jobs))
				p.schedule(&g.Case, words, func(k int, rest []string) {
					if len(rest) != 1 {
						p.fail("%q: expected id start end site:procs[+...], then killed if the job was cut", rest)
					}
					p.parts(rest[0], "site:procs", func(site string) (at, most int) {
						if at = g.find(site); at >= 0 {
							most = g.Sites[at].Procs
						}
						return at, most
					}, func(site, procs int) { parts[k] = append(parts[k], Part{site, procs}) })
				})
				g.Parts = append(g.Parts, slices.Repeat([][][]Part{parts}, len(words))...)
			}
		},
	})
	g.Name, g.Title, g.Doc = p.head()
	return g, err
}

// site reads "name procs speed load".
func (p *parser) site(g *GridCase, row string) {
	words := strings.Fields(row)
	if len(words) != 4 || g.find(words[0]) >= 0 || strings.ContainsAny(words[0], ":+") || len(g.Jobs) > 0 {
		p.fail("%q is not a site: expected a new name, procs, speed and load, before the jobs", row)
	}
	n, err := strconv.Atoi(words[1])
	speed, load := factor(words[2]), factor(words[3])
	if err != nil || n < 1 || n > job.MaxProcs-g.Procs || speed == 0 || load == 0 {
		p.fail("%q is not a site: processors, speed and load must be positive", row)
	}
	g.Sites = append(g.Sites, Site{words[0], n, speed, load})
	g.Procs += n
}

// factor reads a number above 0 and up to a million, or returns 0.
func factor(word string) float64 {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || !(x > 0 && x <= 1e6) {
		return 0
	}
	return x
}

func (g *GridCase) find(site string) int {
	return slices.IndexFunc(g.Sites, func(s Site) bool { return s.Name == site })
}

// gridJob reads "id submit run estimate procs home [slowdown]".
func (p *parser) gridJob(g *GridCase, row string) {
	j, rest := p.job(&g.Case, row)
	if len(rest) != 1 && len(rest) != 2 {
		p.fail("%q: expected id submit run estimate procs home, then the slowdown if it is not 1", row)
	}
	home, slowdown := g.find(rest[0]), 1.0
	if len(rest) == 2 {
		slowdown = factor(rest[1])
	}
	if home < 0 || slowdown < 1 || int(j.Procs) > g.Sites[home].Procs {
		p.fail("%q: expected a home site that is wide enough and a slowdown of at least 1", row)
	}
	g.Homes, g.Slowdowns = append(g.Homes, home), append(g.Slowdowns, slowdown)
}
