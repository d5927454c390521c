// Package known holds known answers: small logs with schedules worked out by hand,
// one rule of scheduling per file, with the reasoning in prose, for one machine, a
// grid of several, and nodes shared by fractions. Check any simulator against them;
// README.md has the format, which takes a few lines to read in any language.
package known

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
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

func read[T any](folder string, parse func(name, text string) (T, error)) []T {
	names, err := fs.Glob(files, folder+"/*.txt")
	if err != nil {
		panic(err) // only a bad pattern
	}
	var cases []T
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it was listed
		}
		c, err := parse(name, string(data))
		if err != nil {
			panic("known: " + err.Error())
		}
		cases = append(cases, c)
	}
	return cases
}

// Parse reads one case. An error names the file and the line.
func Parse(name, text string) (Case, error) {
	p := newParser(name, text)
	err := p.blocks("machine", p.machine, p.block)
	if err == nil && (len(p.c.Jobs) == 0 || len(p.c.Schedules) == 0 || p.c.Title == "") {
		err = p.errorf("a case has a title, a machine, jobs and at least one schedule")
	}
	if err != nil {
		return Case{}, err
	}
	return p.c, nil
}

func newParser(name, text string) parser {
	return parser{
		file: name, lines: strings.Split(text, "\n"), c: Case{Name: strings.TrimSuffix(path.Base(name), ".txt")},
		number: whole, numbersAre: fmt.Sprintf("a whole number from 0 to %d", job.MaxSeconds),
	}
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.file, p.at, fmt.Sprintf(format, args...))
}
