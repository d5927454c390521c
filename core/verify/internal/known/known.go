// Package known holds known answers: small logs with schedules worked out by hand,
// one rule of scheduling per file, with the reasoning in prose, for one machine, a
// grid of several, and nodes shared by fractions. Check any simulator against them;
// README.md has the format, which takes a few lines to read in any language.
package known

import (
	"embed"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Case is one file.
type Case struct {
	Name      string // the file's name without its ending
	Title     string // the rule, as a sentence: the first line of prose
	Doc       string // the prose after it
	Procs     int    // processors of the machine
	Extend    bool   // runs past the estimate go on; otherwise they are cut
	SWF       string // the log in Standard Workload Format that Jobs come from, or ""
	Requested bool   // the width is SWF's requested processors
	Jobs      []job.Job
	Schedules []Schedule
}

// A Schedule is that of one policy.
type Schedule struct {
	Policy string          // as in sjf-easy
	Placed []job.Placement // parallel to the Jobs
}

//go:embed cases/*.txt grids/*.txt shares/*.txt
var files embed.FS

// Cases returns the cases of one machine by name.
func Cases() []Case { return read("cases", Parse) }

func read[T any](folder string, parse func(name, text string) (T, error)) (cases []T) {
	for _, entry := range must(files.ReadDir(folder)) {
		name := folder + "/" + entry.Name()
		cases = append(cases, must(parse(name, string(must(files.ReadFile(name))))))
	}
	return cases
}

func must[T any](v T, err error) T {
	if err != nil {
		panic("known: " + err.Error())
	}
	return v
}

// Parse reads one case. An error names the file and the line.
func Parse(name, text string) (c Case, err error) {
	p := newParser(name, text, whole)
	err = p.read(format{
		head: "machine", needs: "procs", settings: "procs=N nor overrun=cut|extend",
		set: func(key, value string) bool {
			if key == "procs" {
				n, ok := whole.parse(value)
				c.Procs = int(n)
				return ok && n > 0 && n <= job.MaxProcs
			}
			return key == "overrun" && choice(value, "cut", "extend", &c.Extend)
		},
		block: func(words []string) {
			switch words[0] {
			case "swf":
				for _, w := range words[1:] {
					if w != "width=requested" {
						p.fail("%q is not width=requested", w)
					}
					c.Requested = true
				}
				for row := range p.rows {
					c.SWF += row + "\n"
				}
			case "jobs":
				for row := range p.rows {
					if j, rest := p.job(&c, row); len(rest) > 0 || int(j.Procs) > c.Procs {
						p.fail("%q is not a job of this machine: expected id submit run estimate procs", row)
					}
				}
			default:
				p.schedule(&c, words, func(_ int, rest []string) {
					if len(rest) > 0 {
						p.fail("%q: expected id start end, then killed if the job was cut", rest)
					}
				})
			}
		},
	})
	c.Name, c.Title, c.Doc = p.head()
	return c, err
}

// job reads "id submit run estimate procs" and returns the words after them.
func (p *parser) job(c *Case, row string) (job.Job, []string) {
	v, rest := p.numbers(row, 5)
	if v[3] < 1 || v[4] < 1 || v[4] > job.MaxProcs {
		p.fail("%q is not a job: estimate and processors must be at least 1", row)
	}
	p.next(v[0], v[1])
	j := job.Unknown
	j.ID, j.Submit, j.Run, j.Estimate, j.Procs = v[0], v[1], v[2], v[3], int32(v[4])
	c.Jobs = append(c.Jobs, j)
	return j, rest
}

// schedule reads the policies' rows of "id start end [...] [killed]", one per job in
// any order, and calls more with the job's index and the words in the middle.
func (p *parser) schedule(c *Case, policies []string, more func(k int, rest []string)) {
	line := p.at
	p.scheduled = true
	placed := make([]job.Placement, len(c.Jobs))
	for i := range placed {
		placed[i].Start = job.None
	}
	for row := range p.rows {
		v, rest := p.numbers(row, 3)
		n := len(rest)
		killed := n > 0 && rest[n-1] == "killed"
		if killed {
			rest = rest[:n-1]
		}
		k := slices.IndexFunc(c.Jobs, func(j job.Job) bool { return j.ID == v[0] })
		if k < 0 || placed[k].Start != job.None {
			p.fail("job %d is unknown or has a row already", v[0])
		}
		more(k, rest)
		placed[k] = job.Placement{Start: v[1], End: v[2], Killed: killed}
	}
	end := p.at
	p.at = line
	for k, at := range placed {
		if at.Start == job.None {
			p.fail("job %d has no row", c.Jobs[k].ID)
		}
	}
	for _, name := range policies {
		if slices.ContainsFunc(c.Schedules, func(s Schedule) bool { return s.Policy == name }) {
			p.fail("%s has a schedule already", name)
		}
		c.Schedules = append(c.Schedules, Schedule{name, placed})
	}
	p.at = end
}
