package record

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// Schemas are the tables of a record. Those of leagues have no file if there is none.
var Schemas = []*result.Schema{experimentsSchema, numbersSchema, samplesSchema, claimsSchema, leaguesSchema, heldSchema}

// An evaluated is a row of experiments.
type evaluated struct {
	id, reading string
	paper.Evaluation
}

var experimentFields = result.Fields[evaluated]{
	{Column: text("experiment", "The experiment, as `backfill paper list` lists it."), At: func(e *evaluated) any { return &e.id }},
	{Column: text("scale", "paper or quick."), At: func(e *evaluated) any { return (*string)(&e.Scale) }},
	{Column: orNull(text("reading", "Choices with another value than the default; null if there are none.")),
		At: func(e *evaluated) any { return &e.reading }},
	{Column: whole("seed", "The first seed."), At: func(e *evaluated) any { return &e.Seed }},
	{Column: text("seeds", "JSON: all seeds; one if nothing depends on them."), At: func(e *evaluated) any { return &e.Seeds }},
	{Column: text("version", "The program's version."), At: func(e *evaluated) any { return &e.Version }},
	{Column: seconds("seconds", "Processor time of all runs, on the machine of the record."),
		At: func(e *evaluated) any { return &e.Seconds }},
	{Column: orNull(text("job_sets", "JSON: what the job sets were made from, as in experiment.json; null if there are none.")),
		At: func(e *evaluated) any { return &e.Origins }},
	{Column: orNull(text("chart", "JSON: the picture as numbers, as in experiment.json; null if there is none.")),
		At: func(e *evaluated) any { return &e.Chart }},
}

// A number is a row of numbers; e is set for writing alone.
type number struct {
	paper.Number
	e *paper.Evaluation
}

var numberFields = slices.Concat(result.Within(paper.NumberFields, func(n *number) *paper.Number { return &n.Number }),
	result.Fields[number]{
		{Column: orNull(text("note", "Why ours differs, as far as it is known.")), At: func(n *number) any { return &n.Note }},
		{Column: orNull(text("groups", "JSON: the groups of job sets that it is computed from; null if it needs no run.")),
			At: func(n *number) any { return &n.Groups }},
		{Column: seconds("seconds", "Processor time of the runs that it is computed from, on the machine of the record."),
			At: func(n *number) any { return &n.Seconds }},
	}, how(func(n *number) (*paper.Evaluation, int) { return n.e, n.SeedsOf(n.e.Seeds) }))

// A claim is a row of claims, likewise.
type claim struct {
	paper.ClaimResult
	e *paper.Evaluation
}

var claimFields = slices.Concat(result.Fields[claim]{
	{Column: text("id", "The experiment and the claim."), At: func(c *claim) any { return &c.ID }},
	{Column: text("class", "measured, construction (it cannot fail) or ours (the text does not make it)."),
		Of: func(c *claim) any { return string(c.Class()) }},
	{Column: text("text", "The claim in our words, with the paper's numbers."), At: func(c *claim) any { return &c.Text }},
	{Column: orNull(text("section", "The paper's section; null for one of ours.")), At: func(c *claim) any { return &c.Section }},
	{Column: text("verdict", "holds, fails, undecided, by construction or not testable."),
		At: func(c *claim) any { return (*string)(&c.Verdict) }},
	{Column: whole("held", "With how many of the seeds it holds."), At: func(c *claim) any { return &c.Held }},
	{Column: whole("of", "How many seeds it is of; 1 if it depends on none."), At: func(c *claim) any { return &c.Of }},
	{Column: orNull(text("note", "The numbers that decided, with the first seed.")), At: func(c *claim) any { return &c.Note }},
	{Column: seconds("seconds", "Processor time of the runs that decided it, on the machine of the record."),
		At: func(c *claim) any { return &c.Seconds }},
}, how(func(c *claim) (*paper.Evaluation, int) { return c.e, c.Of }))

// how returns the columns that say how a row was computed, as its experiment has them.
func how[R any](of func(*R) (e *paper.Evaluation, seeds int)) result.Fields[R] {
	column := func(c result.Column, value func(*paper.Evaluation) any) result.Field[R] {
		return result.Field[R]{Column: c, Of: func(r *R) any {
			e, _ := of(r)
			return value(e)
		}}
	}
	return result.Fields[R]{
		column(text("scale", "paper or quick."), func(e *paper.Evaluation) any { return string(e.Scale) }),
		column(orNull(text("reading", "Choices with another value than the default; null if there are none.")),
			func(e *paper.Evaluation) any { return e.Reading.String() }),
		column(whole("seed", "The first seed."), func(e *paper.Evaluation) any { return e.Seed }),
		{Column: whole("seeds", "How many seeds it is of; 1 if it depends on none."), Of: func(r *R) any {
			_, seeds := of(r)
			return seeds
		}},
		column(orNull(text("logs", "SHA-256 of the uncompressed logs, separated by spaces.")), func(e *paper.Evaluation) any {
			var sums []string
			for _, l := range e.Logs() {
				sums = append(sums, l.Uncompressed)
			}
			return strings.Join(sums, " ")
		}),
		column(text("version", "The program's version."), func(e *paper.Evaluation) any { return e.Version }),
	}
}

// A sample is a row of samples.
type sample struct {
	ID   string
	Seed uint64
	Ours float64
}

var sampleFields = result.Fields[sample]{
	{Column: text("id", "The number, as in the table of numbers."), At: func(s *sample) any { return &s.ID }},
	{Column: whole("seed", "The seed that the draw belongs to."), At: func(s *sample) any { return &s.Seed }},
	{Column: result.Column{Name: "ours", Type: result.Float, Nullable: true, Doc: "Our number of the draw; null where we have none."},
		At: func(s *sample) any { return &s.Ours }},
}

// A trial is a row of leagues; the league is that of the paper.
type trial struct {
	League
	reading, group string
	distance       Distance
	start, chosen  bool
}

var leagueFields = result.Fields[trial]{
	{Column: text("paper", "The paper's key."), At: func(t *trial) any { return &t.Paper }},
	{Column: text("experiments", "JSON: those whose numbers are compared."), At: func(t *trial) any { return &t.Experiments }},
	{Column: text("scale", "paper or quick."), At: func(t *trial) any { return (*string)(&t.Scale) }},
	{Column: whole("seeds", "How many seeds a number is the median of."), At: func(t *trial) any { return &t.Seeds }},
	{Column: orNull(text("version", "The program's version.")), At: func(t *trial) any { return &t.Version }},
	{Column: result.Column{Name: "whole", Type: result.Bool, Doc: "Whether no budget cut the search short."},
		At: func(t *trial) any { return &t.Whole }},
	{Column: orNull(text("reading", "Choices with another value than the default; null if there are none.")),
		At: func(t *trial) any { return &t.reading }},
	{Column: text("group", "The log or workload of the numbers. SQL needs quotes: \"group\"."), At: func(t *trial) any { return &t.group }},
	{Column: result.Column{Name: "distance", Type: result.Float, Doc: "The mean of |log2(ours/published)|, each at most 1."},
		At: func(t *trial) any { return &t.distance.Mean }},
	{Column: whole("numbers", "How many numbers that is of."), At: func(t *trial) any { return &t.distance.Numbers }},
	{Column: result.Column{Name: "start", Type: result.Bool, Doc: "Whether the search began with the reading."},
		At: func(t *trial) any { return &t.start }},
	{Column: result.Column{Name: "chosen", Type: result.Bool, Doc: "Whether the reading is the best of the other groups."},
		At: func(t *trial) any { return &t.chosen }},
}

// A held is a row of the numbers that a league held out.
type held struct {
	paper string
	Held
}

var heldFields = slices.Concat(
	result.Fields[held]{{Column: text("paper", "The paper's key."), At: func(h *held) any { return &h.paper }}},
	result.Within(paper.NumberFields, func(h *held) *paper.Number { return &h.Number }),
	result.Fields[held]{{Column: orNull(text("reading", "The best of the other groups; null for the default of every choice.")),
		At: func(h *held) any { return &h.Reading }}})

var (
	experimentsSchema = experimentFields.Schema("experiments", "one row per table and figure of the papers")
	numbersSchema     = numberFields.Schema("numbers", "one row per number of the papers' tables and figures")
	samplesSchema     = sampleFields.Schema("samples", "one row per number that rests on draws, and draw: one for each seed, or several")
	claimsSchema      = claimFields.Schema("claims", "one row per result that the papers state")
	leaguesSchema     = leagueFields.Schema("leagues", "one row per reading that was tried and group of numbers")
	heldSchema        = heldFields.Schema("held", "one row per number under the reading that was chosen without its group")
)

func text(name, doc string) result.Column {
	return result.Column{Name: name, Type: result.Text, Doc: doc}
}
func whole(name, doc string) result.Column {
	return result.Column{Name: name, Type: result.Int, Doc: doc}
}
func seconds(name, doc string) result.Column {
	return result.Column{Name: name, Type: result.Float, Unit: "s", Doc: doc}
}
func orNull(c result.Column) result.Column { c.Nullable = true; return c }

// Tables returns the record's tables, in the order of Schemas, and the metadata of their files,
// which tells whether files are of one record.
func (r *Record) Tables(version string) ([]*result.Table, result.Meta) {
	var experiments []evaluated
	var numbers []number
	var samples []sample
	var claims []claim
	for _, e := range r.Evaluations {
		experiments = append(experiments, evaluated{e.Experiment.ID, e.Reading.String(), *e})
		for _, n := range e.Numbers {
			numbers = append(numbers, number{n, e})
			for i, ours := range n.Samples {
				samples = append(samples, sample{n.ID, e.Seeds[i*len(e.Seeds)/len(n.Samples)], ours})
			}
		}
		for _, c := range e.Claims {
			claims = append(claims, claim{c, e})
		}
	}
	var trials []trial
	var out []held
	for _, l := range r.Leagues {
		trials = append(trials, trialsOf(l)...)
		for _, h := range l.Held {
			out = append(out, held{l.Paper, h})
		}
	}
	tables := []*result.Table{experimentFields.Table(experimentsSchema, experiments), numberFields.Table(numbersSchema, numbers),
		sampleFields.Table(samplesSchema, samples), claimFields.Table(claimsSchema, claims), leagueFields.Table(leaguesSchema, trials),
		heldFields.Table(heldSchema, out)}
	all := sha256.New()
	for _, t := range tables {
		d := result.NewDigest(t.Schema)
		if err := d.Write(t); err != nil {
			panic(err) // it is of that schema
		}
		fmt.Fprintln(all, d.Sum())
	}
	return tables, result.Meta{{Key: result.MetaDigest, Value: fmt.Sprintf("%x", all.Sum(nil))}, {Key: result.MetaVersion, Value: version}}
}

// trialsOf returns the rows of a league.
func trialsOf(l *League) (rows []trial) {
	for _, t := range l.Trials {
		for _, g := range l.Groups {
			row := trial{*l, t.Reading.String(), g, t.Distance[g], t.Reading.String() == l.Start.String(), false}
			for _, f := range l.Folds {
				row.chosen = row.chosen || f.Group == g && f.Chosen.String() == row.reading
			}
			rows = append(rows, row)
		}
	}
	return rows
}
