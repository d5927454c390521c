// Package doctor is backfill doctor, which says what a log can answer before anything is simulated.
package doctor

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Command is backfill doctor.
func Command(a *console.App) *cobra.Command {
	var flags workload.LogFlags
	var file string
	c := usage.New("doctor", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		w, err := flags.ReadLog(a, args, trace.Options{Accounting: true})
		if err != nil {
			return err
		}
		e := examine(w, args[0])
		if file != "" {
			s, err := description.System(file)
			if err != nil {
				return err
			}
			if err := e.place(w, s); err != nil {
				return err
			}
		}
		return a.Show(e, func() { show(a, e) })
	})
	flags.Add(c.Flags())
	c.Flags().StringVar(&file, "cluster", "", "description of the cluster, a JSON `file`, or campus: what of the log has a place on it")
	return a.WithJSON(c)
}

// An examination is what doctor says of a log.
type examination struct {
	Name    string `json:"name"`
	Is      string `json:"is"`
	Reading string `json:"reading,omitempty"` // of a table: what was taken for what
	Slurm   string `json:"slurm,omitempty"`   // which version wrote it

	Jobs       int    `json:"jobs"`
	Users      int    `json:"users"`
	From       string `json:"from,omitempty"` // dates of the first and the last submission
	To         string `json:"to,omitempty"`
	Seconds    int64  `json:"seconds"` // between them
	Processors string `json:"processors"`

	Answers []answer           `json:"answers"`
	Doubts  []doubt.Doubt      `json:"doubts"`
	Counts  []workload.OddRows `json:"counts"`
	Ignored []trace.Ignored    `json:"ignored"` // by simulations on one machine

	Missing []missing `json:"missing_columns,omitempty"` // of sacct output
	Sacct   string    `json:"sacct,omitempty"`           // the command that gives what is missing
}

// An answer is what one kind of question to the log can be answered with.
type answer struct {
	Question string `json:"question"`
	Verdict  string `json:"verdict"` // yes, partly or no
	Why      string `json:"why,omitempty"`
}

func show(a *console.App, e *examination) {
	fmt.Fprintf(a, "%s: %s\n", e.Name, e.Is)
	if e.Reading != "" {
		fmt.Fprintln(a, e.Reading)
	}
	if e.Slurm != "" {
		fmt.Fprintln(a, "written by Slurm "+e.Slurm)
	}
	fmt.Fprintf(a, "%s of %s on %s", numeral.Plural(e.Jobs, "job"), numeral.Plural(e.Users, "user"), e.Processors)
	if e.From != "" {
		fmt.Fprintf(a, ", submitted %s to %s", e.From, e.To)
	} else {
		fmt.Fprintf(a, ", submitted in %s", console.Duration(e.Seconds))
	}
	fmt.Fprint(a, "\n\n")
	var rows console.Cells
	for _, one := range e.Answers {
		rows.Add(one.Question, one.Verdict, one.Why)
	}
	console.Titled(a, "lll", "what it can answer||", rows)
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			fmt.Fprintf(a, "\n%s\n  %s\n", title, strings.Join(lines, "\n  "))
		}
	}
	grave, others := doubt.Split(e.Doubts)
	text := func(d doubt.Doubt) string { return d.String() }
	section("doubtful, and more than a tenth of the numbers depends on it:", console.Texts(grave, text))
	section("doubtful:", console.Texts(others, text))
	section("odd rows:", console.Texts(e.Counts, func(o workload.OddRows) string {
		return fmt.Sprintf("%s %s: %s", numeral.Whole(o.Rows), o.Rule, o.Doc)
	}))
	section("what simulations on one machine leave out:", console.Texts(e.Ignored, trace.Ignored.String))
	section("columns that are missing:", console.Texts(e.Missing, func(m missing) string { return m.Column + ": " + m.For }))
	if e.Sacct != "" {
		section("to get them, run instead:", []string{e.Sacct})
	}
}
