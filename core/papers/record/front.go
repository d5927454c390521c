package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// front returns the front page: what was reproduced, the strongest first over all papers; each paper's claim
// and what came of it; one table of verdicts.
func (r *Record) front() (string, error) {
	all := r.Evaluations
	var b strings.Builder
	fmt.Fprintf(&b, "# The record\n\nEvery number and claim of %s, computed again by %s. The links lead to a page for each paper, "+
		"with every table and figure beside the printed numbers.\n", papersOf(all), versions(all))
	first, err := strongest(all)
	if err != nil {
		return "", err
	}
	if first != "" {
		b.WriteString("\n## Reproduced, the strongest first\n\n" + first)
	}
	b.WriteString("\n## What each paper claimed, and what else came out\n")
	for _, p := range grouped(all) {
		text, err := summary(p)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	b.WriteString("\n## How much agrees\n\n" + tallies(all) + "\n" + rule + powers(all))
	b.WriteString("\n## The data\n\n" + files)
	return b.String(), nil
}

// files says where the record's numbers are, and how its pages are made.
const files = "The pages are made from the Parquet files beside them: `experiments` (how each table and figure was computed), " +
	"`numbers`, `samples` (ours with each seed), `claims`, `leagues` and `held` (readings of the texts compared). " +
	"`backfill paper audit` draws numbers, says where the paper prints them, and computes them again. " +
	"`backfill paper record` writes the folder, and report.html beside these pages: everything on one page, not kept with them.\n"

// strongest lists the reproduced findings of all papers by their rank.
func strongest(all []*paper.Evaluation) (string, error) {
	type ranked struct {
		rank int
		line string
	}
	var list []ranked
	for _, p := range grouped(all) {
		for _, f := range p[0].Paper.Findings {
			if f.Outcome != paper.Reproduced {
				continue
			}
			said, err := finding(&f, p)
			if err != nil {
				return "", err
			}
			list = append(list, ranked{f.Rank, fmt.Sprintf("[%s](%s): %s", p[0].Paper.Key, pageOf(p[0].Paper), said)})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	var b strings.Builder
	for i, l := range list {
		fmt.Fprintf(&b, "%d. %s\n", i+1, l.line)
	}
	return b.String(), nil
}

// summary is a paper's part of the front page: its claim, then what is not reproduced or left open, what
// we think its program did, and what goes beyond it.
func summary(p []*paper.Evaluation) (string, error) {
	own := p[0].Paper
	var b strings.Builder
	fmt.Fprintf(&b, "\n### [%s](%s): %s\n\n%s. %s.\n\n", own.Key, pageOf(own), escaped(own.Title), own.Authors, venue(own))
	if own.Claimed != "" {
		fmt.Fprintf(&b, "- **Claimed.** %s\n", escaped(own.Claimed))
	}
	for _, outcome := range append(slices.Clone(paper.Outcomes[1:]), "") {
		for _, f := range own.Findings {
			if f.Outcome != outcome {
				continue
			}
			said, err := finding(&f, p)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "- %s %s\n", label(&f), said)
		}
	}
	return b.String(), nil
}

// label is the word that a finding begins with.
func label(f *paper.Finding) string {
	switch f.Outcome {
	case paper.Program:
		confidence, why, _ := strings.Cut(f.Sure, ": ")
		return fmt.Sprintf("**Its program, we think, with %s confidence** (%s)**:**", confidence, escaped(why))
	case paper.NotReproduced:
		return "**Not reproduced.**"
	case paper.LeftOpen:
		return "**Undecided.**"
	case paper.Beyond:
		return "**Beyond the paper.**"
	case paper.Reproduced:
		return "**Reproduced.**"
	}
	return "**Found.**"
}

// finding is a finding's text. If verdicts are not those that it rests on any more, it says so.
func finding(f *paper.Finding, p []*paper.Evaluation) (string, error) {
	said, err := f.Say(p)
	if err != nil {
		return "", err
	}
	said = escaped(said)
	if lost := changed(f, p); len(lost) > 0 {
		said += fmt.Sprintf(" *(In this record, %s.)*", strings.Join(lost, "; "))
	}
	return said, nil
}

// versions says which program computed evaluations.
func versions(all []*paper.Evaluation) string {
	var list []string
	for _, e := range all {
		if !slices.Contains(list, e.Version) {
			list = append(list, e.Version)
		}
	}
	if len(list) > 1 {
		return fmt.Sprintf("backfill (%d versions, listed in experiments.parquet)", len(list))
	}
	return strings.TrimSpace("backfill " + strings.Join(list, ""))
}

func papersOf(all []*paper.Evaluation) string {
	if n := len(grouped(all)); n != 1 {
		return fmt.Sprintf("%d tables and figures of %d papers", len(all), n)
	}
	return fmt.Sprintf("%d tables and figures of one paper", len(all))
}

// venue is where a paper appeared, with a link if its DOI is known.
func venue(p *paper.Paper) string {
	if p.DOI == "" {
		return p.Venue
	}
	return fmt.Sprintf("%s, [doi:%s](https://doi.org/%[2]s)", p.Venue, p.DOI)
}
