package record

import (
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// FrontPage is the file of the page that a reader begins with.
const FrontPage = "RECORD.md"

// A Page is one of a record's pages in Markdown. Its links lead to files of the record's folder.
type Page struct {
	File string
	Text string
}

// Pages returns the front page and a page for each paper. repeat returns the command that computes an experiment
// again. An error is that of a finding which refers to a number that there is not.
func (r *Record) Pages(repeat func(id string) string) ([]Page, error) {
	front, err := r.front()
	if err != nil {
		return nil, err
	}
	all := []Page{{FrontPage, front}}
	for _, p := range grouped(r.Evaluations) {
		text, err := r.paperPage(p, repeat)
		if err != nil {
			return nil, err
		}
		all = append(all, Page{pageOf(p[0].Paper), text})
	}
	return all, nil
}

// pageOf is the file of a paper's page.
func pageOf(p *paper.Paper) string { return p.Key + ".md" }

// anchor is the address of an experiment's heading, its id, as forges make it.
func anchor(id string) string {
	return strings.ToLower(strings.NewReplacer("/", "", ".", "").Replace(id))
}

// escaped is text that is not to look like Markdown or HTML: names of algorithms have asterisks.
func escaped(text string) string {
	return strings.NewReplacer("*", `\*`, "<", "&lt;").Replace(text)
}

// grouped returns the evaluations of each paper.
func grouped(all []*paper.Evaluation) (groups [][]*paper.Evaluation) {
	for _, e := range all {
		if n := len(groups); n > 0 && groups[n-1][0].Paper.Key == e.Paper.Key {
			groups[n-1] = append(groups[n-1], e)
			continue
		}
		groups = append(groups, []*paper.Evaluation{e})
	}
	return groups
}
