package paper

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/report"
)

// An auditFlags says which rows of a record are computed again.
type auditFlags struct {
	evaluation.Flags
	record, out    string
	count          int
	share, seconds float64
	seed           uint64
	byShare        bool
}

func auditCommand(a *console.App) *cobra.Command {
	f := auditFlags{Flags: evaluation.Flags{Scale: string(paper.Full), Seed: 1, Seeds: 1, Cache: evaluation.NoCache}}
	c := usage.New("paper audit", nil, func(c *cobra.Command, args []string) error {
		f.byShare = c.Flags().Changed("share")
		if err := f.check(c.Flags().Changed("count")); err != nil {
			return err
		}
		opt, err := f.Options(a)
		if err != nil {
			return err
		}
		r, err := filledRecord(a, f.record, args)
		if err != nil {
			return err
		}
		audit, err := audited(a, r, opt, &f, args)
		if err != nil {
			return err
		}
		return f.show(a, audit)
	})
	c.ValidArgsFunction = usage.Completes(evaluation.IDs)
	fl := usage.Ordered(c)
	fl.StringVar(&f.record, "record", "record", "folder of the record")
	fl.Uint64Var(&f.seed, "draw", 1, "which rows are drawn: another number draws others")
	fl.IntVar(&f.count, "count", 20, "printed numbers to draw")
	fl.Float64Var(&f.share, "share", 0, "share of all numbers and claims to draw instead; lists only those that differ")
	fl.Float64Var(&f.seconds, "seconds", 10, "do not compute rows again whose runs took longer")
	fl.StringVar(&f.Traces, "traces", "", "folder with the real logs (default: $BACKFILL_TRACES)")
	fl.StringVarP(&f.out, "out", "o", "", "file for all rows, FILE.html or FILE.md")
	return a.WithJSON(c)
}

func (f *auditFlags) check(counted bool) error {
	switch {
	case f.byShare && counted:
		return usage.Errorf("--count and --share exclude each other: give one of them")
	case f.byShare && !(f.share > 0 && f.share <= 1):
		return usage.Errorf("--share %v: give a share above 0, up to 1", f.share)
	case f.count < 1:
		return usage.Errorf("--count %d: give at least 1", f.count)
	case !(f.seconds > 0):
		return usage.Errorf("--seconds %v: give a positive number", f.seconds)
	case f.out != "" && !slices.Contains([]string{".html", ".md"}, filepath.Ext(f.out)):
		return usage.Errorf("--out %s: give a name that ends in .html or .md", f.out)
	}
	return console.Writable(cmp.Or(f.out, console.Stdio))
}

// filledRecord reads the record in a folder, which must have something of each experiment or paper named.
func filledRecord(a *console.App, dir string, ids []string) (*record.Record, error) {
	if _, err := evaluation.Find(a, paper.Options{Scale: paper.Full}, ids); err != nil {
		return nil, err
	}
	r, err := readRecord(dir)
	if err != nil {
		return nil, err
	}
	if r.Rows() == 0 {
		return nil, fmt.Errorf("%s: there is no record in it; name its folder with --record DIR", dir)
	}
	for _, id := range ids {
		if !slices.ContainsFunc(r.Evaluations, func(e *paper.Evaluation) bool { return e.Paper.Key == id || e.Experiment.ID == id }) {
			return nil, fmt.Errorf("%s: the record has nothing of %s", dir, id)
		}
	}
	return r, nil
}

// audited draws rows of the record and computes them again.
func audited(a *console.App, r *record.Record, opt paper.Options, f *auditFlags, ids []string) (*record.Audit, error) {
	draw := r.Draw(f.seed, f.count, ids...)
	if f.byShare {
		draw = r.Share(f.seed, f.share, ids...)
	}
	if len(draw.Rows) == 0 {
		return nil, errors.New("no row of the record was drawn: give more, or another --draw")
	}
	m := a.Meter("computing again", "rows")
	defer m.Done()
	audit, err := r.Audit(a.Context, evaluation.Catalogue().Recomputer(opt), draw, f.seconds,
		func(n int) { m.Set(int64(n), int64(len(draw.Rows))) })
	if a.Context.Err() != nil {
		return nil, console.ErrStopped
	}
	return audit, err
}

// show prints an audit, and writes its file. It is an error if rows differ, or if none could be computed.
func (f *auditFlags) show(a *console.App, audit *record.Audit) error {
	if f.out != "" {
		err := a.Save(f.out, func(w io.Writer) error {
			if filepath.Ext(f.out) == ".html" {
				return report.WriteAudit(w, audit, buildinfo.This().String())
			}
			_, err := io.WriteString(w, audit.Markdown())
			return err
		})
		if err != nil {
			return err
		}
	}
	err := a.Show(auditJSON(audit), func() {
		switch {
		case f.out != "":
			fmt.Fprintln(a, f.out)
		case !f.byShare:
			auditText(a, audit)
		}
		for _, line := range audit.Differences() {
			fmt.Fprintln(a, line)
		}
		fmt.Fprintln(a, audit)
	})
	switch {
	case err != nil:
		return err
	case audit.Count(record.Differs) > 0:
		return errors.New("the record is not what the program computes: make it again, or find out what changed")
	case audit.Count(record.NotComputed) == len(audit.Rows):
		return fmt.Errorf("nothing was computed again; of %s, %s; see --seconds and --traces", audit.Rows[0].ID(), audit.Rows[0].Why)
	}
	return nil
}

// auditText prints the numbers of an audit that draws no claims.
func auditText(a *console.App, audit *record.Audit) {
	for _, rows := range audit.Papers() {
		fmt.Fprintln(a, rows[0].Cite())
		var cells console.Cells
		for i := range rows {
			cells.Add(append([]string{"[ ]"}, rows[i].Cells()...)...)
		}
		console.Titled(a, "llllrrrll", "|"+strings.Join(record.AuditTitles, "|"), cells)
		fmt.Fprintln(a)
	}
	fmt.Fprintln(a, record.Ticks)
}

// auditJSON is what --json prints.
func auditJSON(audit *record.Audit) any {
	type row struct {
		ID       string             `json:"id"`
		Paper    string             `json:"paper"` // title, authors, venue and DOI
		Where    string             `json:"where,omitempty"`
		Outcome  string             `json:"outcome"`
		Why      string             `json:"why,omitempty"`
		Seconds  float64            `json:"seconds"` // of the runs, when the record was made
		Number   *paper.Number      `json:"number,omitempty"`
		Claim    *paper.ClaimResult `json:"claim,omitempty"`
		Now      *paper.Number      `json:"number_now,omitempty"`
		ClaimNow *paper.ClaimResult `json:"claim_now,omitempty"`
	}
	rows := []row{}
	for _, r := range audit.Rows {
		rows = append(rows, row{r.ID(), r.Cite(), r.Where(), r.Outcome, r.Why, r.Seconds(), r.Number, r.Claim, r.Now.Number, r.Now.Claim})
	}
	return map[string]any{"draw": audit.Seed, "of": audit.Of, "rows": rows, "equal": audit.Count(record.Equal),
		"differ": audit.Count(record.Differs), "not_computed": audit.Count(record.NotComputed)}
}
