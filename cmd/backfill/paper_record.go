package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures/report"
	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// The files of a record.
const (
	numberLines = "numbers.jsonl"
	claimLines  = "claims.jsonl"
	leagueLines = "leagues.jsonl"
)

func (a *app) paperRecordCommand() *cobra.Command {
	var f paperFlags
	var out, from string
	c := &cobra.Command{
		Use:   "record [ID...]",
		Short: "Compute papers and write the record of every number and claim",
		Long: `Compute experiments, or all, and write the record of every number and claim to a
folder: what is printed, what came out with how many seeds, the verdict and its
reason, the reading, the logs' hashes, the program and the processor time. What the
folder has of other experiments stays.

  RECORD.md                       findings, all tables and figures, claims
  numbers.parquet, claims.parquet one row per number, and per claim
  numbers.jsonl, claims.jsonl     the same as lines of JSON
  experiments.jsonl               all of it, with pictures: notebooks show it
  report.html                     everything on one page

Unless --seeds says otherwise, each paper is computed with the number of seeds
that its own averages ask for. The cache keeps what is computed, and the same
command continues an interrupted one. backfill paper check computes rows again.
With --from, what another record has is taken instead: papers can be computed on
several machines.`,
		Example: `  backfill paper record --traces ~/traces -o record
  backfill paper record dynp --scale quick --seeds 4 -o record
  backfill paper record --from elsewhere/record -o record`,
		ValidArgsFunction: completes(catalogue.IDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if from != "" && len(args) > 0 {
				return usage("--from takes all that the other record has: name no experiments")
			}
			all, err := a.computedOrTaken(&f, args, cmd.Flags().Changed("seeds"), from)
			if err != nil {
				return err
			}
			older, err := readEvaluations(out)
			if err != nil {
				return err
			}
			all = catalogue.Update(older, all)
			files, err := a.writeRecord(all, out)
			if err != nil {
				return err
			}
			return a.showFiles(files, tally(all))
		},
	}
	f.add(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "record", "folder for the record")
	c.Flags().StringVar(&from, "from", "", "folder of another record to take experiments from, instead of computing them")
	return a.withJSON(c)
}

// recorded evaluates the experiments, paper by paper, each with its own number of seeds
// unless the user gave one.
func (a *app) recorded(f *paperFlags, ids []string, given bool) (all []*paper.Evaluation, err error) {
	opt, err := f.options(a)
	if err != nil {
		return nil, err
	}
	opt.Version = version()
	chosen, err := a.find(opt, ids)
	if err != nil {
		return nil, err
	}
	for len(chosen) > 0 {
		n, own := 0, []string{}
		for n < len(chosen) && chosen[n].Paper == chosen[0].Paper {
			own = append(own, chosen[n].Experiment.ID)
			n++
		}
		one := opt
		if !given {
			one.Seeds = max(1, chosen[0].Paper.Seeds)
		}
		evaluated, err := a.evaluateUnder(f, one, chosen[0].Paper.Key, own)
		if err != nil {
			return nil, err
		}
		all, chosen = append(all, evaluated...), chosen[n:]
	}
	return all, nil
}

// computedOrTaken is recorded, or what the record in another folder has.
func (a *app) computedOrTaken(f *paperFlags, ids []string, given bool, from string) ([]*paper.Evaluation, error) {
	if from == "" {
		return a.recorded(f, ids, given)
	}
	all, err := readEvaluations(from)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: there is no record in it: it has no %s", from, paper.EvaluationsFile)
	}
	return all, err
}

// readEvaluations reads what a record has; nothing if there is none.
func readEvaluations(dir string) ([]*paper.Evaluation, error) {
	name := filepath.Join(dir, paper.EvaluationsFile)
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := catalogue.ReadEvaluations(name, f)
	if err != nil {
		return nil, fmt.Errorf("%w; write the record to another folder, or remove the file", err)
	}
	return all, nil
}

func (a *app) writeRecord(all []*paper.Evaluation, out string) ([]string, error) {
	if err := atomicfile.MakeFolder(out); err != nil {
		return nil, err
	}
	leagues, err := readLeagues(out)
	if err != nil {
		return nil, err
	}
	r := paper.NewRecord(all)
	meta := result.Meta{{Key: result.MetaVersion, Value: version()}}
	d := drop{app: a, dir: out}
	d.pages(all, leagues)
	d.table("numbers.parquet", r.NumbersTable(), meta)
	d.table("claims.parquet", r.ClaimsTable(), meta)
	d.write(numberLines, func(w io.Writer) error { return paper.WriteLines(w, r.Numbers) })
	d.write(claimLines, func(w io.Writer) error { return paper.WriteLines(w, r.Claims) })
	d.write(paper.EvaluationsFile, func(w io.Writer) error { return paper.WriteEvaluations(w, all) })
	return d.files, d.err
}

// pages writes what a reader looks at.
func (d *drop) pages(all []*paper.Evaluation, leagues []*paper.League) {
	d.write("RECORD.md", func(w io.Writer) error {
		_, err := io.WriteString(w, paper.Overview(all, leagues))
		return err
	})
	d.write("report.html", func(w io.Writer) error {
		return report.Write(w, report.Input{Evaluations: all, Leagues: leagues, Program: thisBuild().String(), Log: archived,
			Repeat: repeatRecorded(all)})
	})
}

// readLeagues reads the leagues of a record; nothing if there are none.
func readLeagues(dir string) ([]*paper.League, error) {
	all, err := readLines[*paper.League](filepath.Join(dir, leagueLines))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}

// addLeague puts a league into a record, and into its overview.
func (a *app) addLeague(dir string, l *paper.League) error {
	all, err := readEvaluations(dir)
	if err != nil {
		return err
	}
	leagues, err := readLeagues(dir)
	if err != nil {
		return err
	}
	leagues = append(slices.DeleteFunc(leagues, func(o *paper.League) bool { return o.Paper == l.Paper }), l)
	if err := atomicfile.MakeFolder(dir); err != nil {
		return err
	}
	d := drop{app: a, dir: dir}
	d.write(leagueLines, func(w io.Writer) error { return paper.WriteLines(w, leagues) })
	if len(all) > 0 {
		d.pages(all, leagues)
	}
	return d.err
}

// repeatRecorded returns the commands that evaluate experiments again as they were.
func repeatRecorded(all []*paper.Evaluation) func(id string) string {
	as := map[string]*paperFlags{}
	for _, e := range all {
		f := &paperFlags{scale: string(e.Scale), seed: e.Seed, seeds: len(e.Seeds), reading: e.Reading.String()}
		for _, o := range e.Origins {
			if len(o.Traces) > 0 {
				f.traces = "DIR"
			}
		}
		as[e.Experiment.ID] = f
	}
	return func(id string) string { return as[id].repeat("run", id) }
}

func (a *app) paperCheckCommand() *cobra.Command {
	var f paperFlags
	var share, most float64
	var seed uint64
	c := &cobra.Command{
		Use:   "check DIR",
		Short: "Compute rows of a record again, and compare",
		Long: `Compute a random share of the rows of a record again, of those whose runs took
at most --seconds of processor time. A number has to come out the same to the
last bit, a claim with the same verdict and as many seeds. Rows that differ are
listed, and the exit code is 1. Without the logs, rows that were computed from logs
are left out.`,
		Example: "  backfill paper check notebooks/record --traces ~/traces --share 0.1 --seconds 10",
		Args:    arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if !(share > 0 && share <= 1) || !(most > 0) {
				return usage("--share %v, --seconds %v: give a share of up to 1, and positive seconds", share, most)
			}
			opt, err := f.options(a)
			if err != nil {
				return err
			}
			rows, err := readRecord(args[0])
			if err != nil {
				return err
			}
			total := len(rows.Numbers) + len(rows.Claims)
			rows.draw(rand.New(rand.NewPCG(seed, 0)), share, func(h *paper.How) bool {
				return h.Seconds <= most && (len(h.Logs) == 0 || opt.Traces != nil)
			})
			again := len(rows.Numbers) + len(rows.Claims)
			all, err := catalogue.Recompute(a.ctx, opt, &rows.Record)
			if err != nil {
				return err
			}
			return a.checked(all, again, total)
		},
	}
	fl := c.Flags()
	fl.SortFlags = false
	fl.StringVar(&f.traces, "traces", "", "folder with the real logs (default: $BACKFILL_TRACES)")
	fl.Float64Var(&share, "share", 0.1, "share of the rows")
	fl.Float64Var(&most, "seconds", 10, "leave out rows whose runs took longer")
	fl.Uint64Var(&seed, "draw", 1, "which rows are drawn: another number draws others")
	f.scale, f.seed, f.seeds, f.cache = string(paper.Full), 1, 1, noCache
	return a.withJSON(c)
}

// checked prints the outcome of a check, and is an error if rows differ.
func (a *app) checked(all []paper.Difference, again, total int) error {
	type difference struct {
		ID   string `json:"id"`
		Was  string `json:"was"`
		Came string `json:"came"`
	}
	list := []difference{}
	for _, d := range all {
		list = append(list, difference(d))
	}
	err := a.show(map[string]any{"rows": total, "computed": again, "differ": list}, func() error {
		for _, d := range all {
			fmt.Fprintln(a, d)
		}
		_, err := fmt.Fprintf(a, "%s of %s computed again, %d differ\n", plural(again, "row"), whole(total), len(all))
		return err
	})
	if err == nil && len(all) > 0 {
		err = errors.New("the record is not what the program computes: make it anew, or find out what changed")
	}
	return err
}

// A readBack is a record from files.
type readBack struct{ paper.Record }

func readRecord(dir string) (r readBack, err error) {
	if r.Numbers, err = readLines[paper.RecordedNumber](filepath.Join(dir, numberLines)); err != nil {
		return r, err
	}
	r.Claims, err = readLines[paper.RecordedClaim](filepath.Join(dir, claimLines))
	return r, err
}

func readLines[R any](name string) ([]R, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return paper.ReadLines[R](name, f)
}

// draw keeps a random share of the rows that can be computed again.
func (r *readBack) draw(rng *rand.Rand, share float64, can func(*paper.How) bool) {
	r.Numbers = drawn(rng, r.Numbers, share, func(n paper.RecordedNumber) bool { return can(&n.How) })
	r.Claims = drawn(rng, r.Claims, share, func(c paper.RecordedClaim) bool { return can(&c.How) })
}

func drawn[R any](rng *rand.Rand, rows []R, share float64, can func(R) bool) (some []R) {
	for _, row := range rows {
		if rng.Float64() < share && can(row) {
			some = append(some, row)
		}
	}
	return some
}
