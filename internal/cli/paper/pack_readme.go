package paper

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/cli/internal/artefact"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/fetch"
)

// readme returns README.md: what the folder claims, what to run, how long it takes, and where a number is.
func (p *pack) readme() (string, error) {
	all := p.record.Evaluations
	var b strings.Builder
	fmt.Fprintf(&b, "# Artefact: %s\n\n%s. %s.\n\n", p.paper.Title, p.paper.Authors, cited(p.paper))
	fmt.Fprintf(&b, "This folder has what backfill, a batch-scheduling laboratory, computes of that paper's tables, figures and sections "+
		"(%d here), beside what the paper prints, and what is needed to check it.\n\n%s\n", len(all), tally(all))
	for i, f := range p.paper.Findings {
		if i == 0 {
			b.WriteString("\n## Findings\n\nThese are from record/RECORD.md; the page beside it has what they rest on, every table and figure " +
				"beside the printed numbers, and the search for readings that fit better, if there was one.\n\n")
		}
		said, err := f.Say(all)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "- %s *(%s)*\n", said, record.Support(f, all))
	}
	b.WriteString("\n" + p.need() + "\n" + p.commands() + "\n" + p.claims() + "\n" + p.places())
	return b.String(), nil
}

// cited is where a paper appeared, with its DOI.
func cited(p *paper.Paper) string {
	if p.DOI == "" {
		return p.Venue
	}
	return p.Venue + ", doi:" + p.DOI
}

// need says which program and which logs are needed.
func (p *pack) need() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## What is needed\n\n"+
		"- %s, or another version whose results are of version %s (`backfill version --json`). Every system computes the same. "+
		"environment.json has the modules of the program with their sums.\n- sh, and sha256sum or shasum.\n", p.program, p.program.Results)
	logs := p.logs()
	if len(logs) == 0 {
		b.WriteString("- No log: every job set is generated.\n")
		return b.String()
	}
	b.WriteString("- The logs below, in one folder. They are not in this one, since they belong to others.\n\n")
	var rows [][]string
	for _, l := range logs {
		get := "not in the program's list of logs"
		for _, known := range fetch.All() {
			if known.SHA256 != "" && known.SHA256 == l.Uncompressed {
				get = "`backfill trace fetch " + known.Name + "`, from " + known.Address(fetch.Archive)
			}
		}
		rows = append(rows, []string{l.Name, "`" + l.Uncompressed + "`", get})
	}
	b.WriteString(artefact.Table([]string{"log", "SHA-256, uncompressed", "how to get it"}, rows))
	return b.String()
}

// logs returns the logs of all experiments, each once.
func (p *pack) logs() []paper.Trace {
	var all paper.Evaluation
	for _, e := range p.record.Evaluations {
		all.Origins = append(all.Origins, e.Origins...)
	}
	return all.Logs()
}

// commands says what to run and how long that takes.
func (p *pack) commands() string {
	traces := ""
	if len(p.logs()) > 0 {
		traces = " --traces DIR"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## What to run, and how long it takes\n\n```sh\nsh verify.sh%[1]s\n```\n\n"+
		"checks every file, the program, and 30 printed numbers drawn at random: about 5 minutes at most, since numbers whose "+
		"runs take more than 10 s of processor time are left out. With `--draw 2` it draws others, and with `--seconds 600` it "+
		"leaves out fewer. `BACKFILL=FILE` before it names the program.\n\n```sh\nsh verify.sh%[1]s --share 1 --seconds 1000000\n```\n\n"+
		"checks every number and claim. The table has the processor time of each experiment, on the machine of the record; runs that "+
		"several of them share are counted in each, and computed once.\n\n", traces)
	var rows [][]string
	for _, e := range p.record.Evaluations {
		rows = append(rows, []string{e.Experiment.ID, result.MarkdownCell(e.Experiment.Title), spent(e.Seconds),
			fmt.Sprint(len(p.keys[e.Experiment.ID])), "`" + p.repeat(e.Experiment.ID) + "`"})
	}
	b.WriteString(artefact.Table([]string{"experiment", "shows", "time", "runs a seed", "the command"}, rows))
	fmt.Fprintf(&b, "\n```sh\nbackfill paper audit %s --record record%s --count 12 -o audit.html\n```\n\n"+
		"makes a page of 12 numbers, each with its place in the paper, to tick on a copy of it.\n", p.paper.Key, traces)
	return b.String()
}

// spent prints seconds of processor time.
func spent(s float64) string {
	if s < 1 {
		return "below 1 s"
	}
	return console.Duration(int64(s))
}

// claims lists what the paper claims, and what came out.
func (p *pack) claims() string {
	var rows [][]string
	for _, e := range p.record.Evaluations {
		for _, c := range e.Claims {
			where := "ours"
			if c.Section != "" {
				where = "section " + c.Section
			}
			rows = append(rows, []string{c.ID, where, result.MarkdownCell(c.Text), c.Said()})
		}
	}
	return "## Claims\n\nThe numbers that decided are in record/claims.parquet.\n\n" +
		artefact.Table([]string{"claim", "where", "in our words", "what came out"}, rows)
}

// places says where a number is found.
func (p *pack) places() string {
	id := ""
	for _, e := range p.record.Evaluations {
		for _, n := range e.Numbers {
			if id == "" && n.Verdict != "" && n.Class == paper.Measured {
				id = n.ID
			}
		}
	}
	example := ""
	if id != "" {
		example = fmt.Sprintf(", as\n\n    select published, ours, low, high, verdict from 'record/numbers.parquet'\n    where id = '%s'\n\n"+
			"does in DuckDB", id)
	}
	return "## How a number is found\n\nA number's id is the experiment, the row and the column. It stands in record/numbers.parquet" +
		example + ". tables/ has the same to read: ours, and what is printed in brackets. figures/ has the pictures, with printed " +
		"points beside ours.\n\n" +
		artefact.Table([]string{"file", "what it is"}, [][]string{
			{"verify.sh", "checks the folder"},
			{"SHA256SUMS", "the SHA-256 of every other file"},
			{"record/", "every number and claim, with the seeds' values and the job sets; RECORD.md sums it up, and leads to a page with pictures"},
			{"experiments/", "for each experiment the command, the job sets with their origin and SHA-256, and its runs with the first seed: " +
				"`key` is all that a run's result depends on, and `digest` the SHA-256 of `key` on one line without spaces; a run on a job " +
				"set that equals another one has neither"},
			{"tables/, figures/", "the same to read"},
			{"environment.json", "program, Go, system and modules"},
			{"LICENSE, CITATION.cff", "of backfill; the licence also covers what it computed"},
		})
}
