package paper

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/chart"
)

// textsFile is the name of the file with what a paper and its claims say in words.
const textsFile = "paper.txt"

// A statement is what the text says of a claim: see Claim.
type statement struct {
	section, text, certain string
	untested               string // why nothing here can decide it
	reason                 string // why it fails at the paper's size
}

// Described completes a paper by the embedded textsFile. Its words (see readEntries) are
//
//	title, authors, venue, doi, samples   fields of Paper, once each
//	claimed                               Paper.Claimed
//	note                                  one of Paper.Notes
//	finding                               a Finding, and after it
//	outcome, rank, sure                   its fields, once each
//	holds, fails, undecided               the claims that it rests on, by verdict: table2/factor-7 fig1/best-at-every-load
//	table, figure                         an experiment, by its id, and after it
//	title, doc                            its fields where Go gives none; a chart has the title, too
//	claim                                 names claims that say the same: table5/minvt-600 table6/minvt-600
//	section, text                         of these claims, once each; without a section they are ours
//	certain                               why they hold by construction: see Claim.Certain
//	untested                              why nothing here can decide them
//	reason                                why some claims fail, and after it
//	for                                   these claims
//
// It panics if the file is damaged, and Experiments panics for an experiment or a claim that the file lacks.
func (p Paper) Described(fsys fs.FS) *Paper {
	f, err := fsys.Open(textsFile)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if err := p.read(textsFile, f); err != nil {
		panic(err)
	}
	experiments, described := p.Experiments, p
	p.Experiments = func(at Setting) []Experiment {
		all := experiments(at)
		for i := range all {
			described.describe(&all[i])
		}
		return all
	}
	return &p
}

// describe completes an experiment.
func (p *Paper) describe(x *Experiment) {
	id := strings.TrimPrefix(x.ID, p.Key+"/")
	said := p.heads[id]
	if said == nil {
		panic("paper: the experiment " + x.ID + " is not described")
	}
	x.Kind, x.Title, x.Doc = said.Kind, cmp.Or(x.Title, said.Title), cmp.Or(x.Doc, said.Doc)
	if draw, title := x.Chart, x.Title; draw != nil {
		x.Chart = func(r *Results) chart.Chart {
			c := draw(r)
			c.Title = cmp.Or(c.Title, title)
			return c
		}
	}
	for i := range x.Claims {
		p.claims[id+"/"+x.Claims[i].ID].state(x.ID, &x.Claims[i])
	}
}

// Stated returns the ids of the experiments and claims in the file of Described, sorted.
func (p *Paper) Stated() (ids []string) {
	for _, id := range slices.Concat(slices.Collect(maps.Keys(p.heads)), slices.Collect(maps.Keys(p.claims))) {
		ids = append(ids, p.Key+"/"+id)
	}
	slices.Sort(ids)
	return ids
}

// read reads the file of Described.
func (p *Paper) read(name string, r io.Reader) error {
	entries, err := readEntries(name, r)
	if err != nil {
		return err
	}
	t := textReader{Paper: p}
	p.claims, p.heads = map[string]*statement{}, map[string]*Experiment{}
	for _, e := range entries {
		if err := t.add(e); err != nil {
			return fmt.Errorf("%s: %w", e.place, err)
		}
	}
	for id, s := range p.claims {
		if s.text == "" {
			return fmt.Errorf("%s: the claim %s has no text", name, id)
		}
	}
	return nil
}

// A textReader adds entries to a paper.
type textReader struct {
	*Paper
	head   *Experiment // the last one
	claim  *statement  // likewise
	reason string      // likewise
}

func (t *textReader) add(e textEntry) error {
	once := map[string]*string{"title": &t.Title, "authors": &t.Authors, "venue": &t.Venue, "doi": &t.DOI, "samples": &t.Samples,
		"claimed": &t.Claimed}
	if t.head != nil {
		once = map[string]*string{"title": &t.head.Title, "doc": &t.head.Doc}
	}
	if t.claim != nil {
		maps.Copy(once, map[string]*string{"section": &t.claim.section, "text": &t.claim.text, "certain": &t.claim.certain,
			"untested": &t.claim.untested})
	}
	if field := once[e.word]; field != nil {
		return setOnce(field, e)
	}
	switch ids := strings.Fields(e.text); e.word {
	case "note":
		t.Notes = append(t.Notes, e.text)
		return nil
	case "finding":
		t.Findings = append(t.Findings, Finding{Text: e.text, Rests: map[string]Verdict{}})
		return nil
	case "outcome", "rank", "sure", string(Holds), string(Fails), string(Undecided):
		if n := len(t.Findings); n > 0 {
			return t.find(&t.Findings[n-1], e, ids)
		}
	case string(Table), string(Figure):
		t.head, t.claim = &Experiment{Kind: Kind(e.word)}, nil
		if t.heads[e.text] != nil {
			return fmt.Errorf("a second experiment %s", e.text)
		}
		t.heads[e.text] = t.head
		return nil
	case "claim":
		t.claim = &statement{}
		for _, id := range ids {
			if t.claims[id] != nil {
				return fmt.Errorf("a second claim %s", id)
			}
			t.claims[id] = t.claim
		}
		return nil
	case "reason":
		t.reason = e.text
		return nil
	case "for":
		return t.explain(ids)
	}
	return fmt.Errorf("%s %.40q does not belong here", e.word, e.text)
}

// find completes a finding.
func (t *textReader) find(f *Finding, e textEntry, ids []string) (err error) {
	outcome := string(f.Outcome)
	switch e.word {
	case "outcome":
		err = setOnce(&outcome, e)
		if f.Outcome = Outcome(outcome); err == nil && !slices.Contains(Outcomes, f.Outcome) {
			err = fmt.Errorf("outcome %q: want one of %q", e.text, Outcomes)
		}
	case "sure":
		confidence, why, _ := strings.Cut(e.text, ": ")
		if err = setOnce(&f.Sure, e); err == nil && (!slices.Contains(Confidences, confidence) || why == "") {
			err = fmt.Errorf("sure %.40q: want one of %q, a colon and the reason", e.text, Confidences)
		}
	case "rank":
		n, wrong := strconv.Atoi(e.text)
		if wrong != nil || n < 1 || f.Rank != 0 {
			return fmt.Errorf("rank %q: want a positive number, once", e.text)
		}
		f.Rank = n
	default:
		for _, id := range ids {
			f.Rests[t.Key+"/"+id] = Verdict(e.word)
		}
	}
	return err
}

// explain gives claims the last reason.
func (t *textReader) explain(ids []string) error {
	for _, id := range ids {
		s := t.claims[id]
		if s == nil || s.reason != "" || t.reason == "" {
			return fmt.Errorf("a reason for %s, which is no claim before this line or has one", id)
		}
		explained := *s // others may say the same and have another reason
		explained.reason = t.reason
		t.claims[id] = &explained
	}
	return nil
}

// because stands before a reason in a claim's note.
const because = "; likely because: "

// state completes a claim of an experiment.
func (s *statement) state(experiment string, c *Claim) {
	if s == nil {
		panic(fmt.Sprintf("paper: the claim %s/%s has no text", experiment, c.ID))
	}
	c.Text, c.Section = s.text, s.section
	if s.certain != "" {
		c.Certain = s.certain
	}
	if s.untested != "" {
		c.Judge = func(*Results) (Verdict, string) { return Untestable, s.untested }
	}
	if s.reason == "" {
		return
	}
	judge := c.Judge
	c.Judge = func(r *Results) (Verdict, string) {
		v, note := judge(r)
		if v == Fails && r.Scale == Full { // a small sample has too few jobs
			note += because + s.reason
		}
		return v, note
	}
}
