package paper

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/report"
)

func recordCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var out, from string
	c := usage.New("paper record", nil, func(cmd *cobra.Command, args []string) error {
		if from != "" && len(args) > 0 {
			return usage.Errorf("--from takes all that the other record has: name no experiments")
		}
		fresh, err := computedOrTaken(a, &f, args, cmd.Flags().Changed("seeds"), from)
		if err != nil {
			return err
		}
		r, err := readRecord(out)
		if err != nil {
			return err
		}
		r.Update(evaluation.Catalogue(), fresh)
		files, err := writeRecord(a, r, out)
		if err != nil {
			return err
		}
		return a.ShowFiles(withoutPictures(files, out), tally(r.Evaluations))
	})
	f.AddTo(c)
	c.Flags().StringVarP(&out, "out", "o", "record", "folder for the record")
	c.Flags().StringVar(&from, "from", "", "folder of another record to take experiments from, instead of computing them")
	return a.WithJSON(c)
}

// recorded evaluates the experiments, paper by paper, each with its own number of seeds
// unless the user gave one.
func recorded(a *console.App, f *evaluation.Flags, ids []string, given bool) (all []*paper.Evaluation, err error) {
	opt, err := f.Options(a)
	if err != nil {
		return nil, err
	}
	opt.Version = buildinfo.Version()
	chosen, err := evaluation.Find(a, opt, ids)
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
		evaluated, err := evaluation.EvaluateUnder(a, f, one, chosen[0].Paper.Key, own)
		if err != nil {
			return nil, err
		}
		all, chosen = append(all, evaluated...), chosen[n:]
	}
	return all, nil
}

// computedOrTaken is recorded, or the record in another folder.
func computedOrTaken(a *console.App, f *evaluation.Flags, ids []string, given bool, from string) (*record.Record, error) {
	if from == "" {
		all, err := recorded(a, f, ids, given)
		return &record.Record{Evaluations: all}, err
	}
	r, err := readRecord(from)
	if err == nil && len(r.Evaluations) == 0 {
		err = fmt.Errorf("%s: there is no record in it; backfill paper record -o %s makes one", from, from)
	}
	return r, err
}

// readRecord reads the record in a folder; an empty one if there is none.
func readRecord(dir string) (*record.Record, error) {
	tables, err := arrowio.ReadTables(dir, record.Schemas...)
	if errors.Is(err, fs.ErrNotExist) {
		return &record.Record{}, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := record.Read(evaluation.Catalogue(), tables)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; write the record to another folder, or remove its Parquet files", dir, err)
	}
	return r, nil
}

func writeRecord(a *console.App, r *record.Record, out string) ([]string, error) {
	if err := atomicfile.MakeFolder(out); err != nil {
		return nil, err
	}
	d := evaluation.Folder{App: a, Dir: out}
	writeTables(&d, r)
	writePages(&d, r)
	d.Write("report.html", func(w io.Writer) error {
		return report.Write(w, report.Input{Evaluations: r.Evaluations, Leagues: r.Leagues, Program: buildinfo.This().String(), Log: archived,
			Repeat: repeatRecorded(r.Evaluations)})
	})
	return d.Files, d.Err
}

// writeTables writes the record's tables.
func writeTables(d *evaluation.Folder, r *record.Record) {
	tables, meta := r.Tables(buildinfo.Version())
	var files []string
	files, d.Err = arrowio.WriteTables(d.Dir, meta, tables...)
	d.Files = append(d.Files, files...)
}

// addLeague puts a league into a record, and into its page.
func addLeague(a *console.App, dir string, l *record.League) error {
	r, err := readRecord(dir)
	if err != nil {
		return err
	}
	r.SetLeague(l)
	if len(r.Evaluations) > 0 {
		_, err = writeRecord(a, r, dir)
		return err
	}
	if err := atomicfile.MakeFolder(dir); err != nil {
		return err
	}
	d := evaluation.Folder{App: a, Dir: dir}
	writeTables(&d, r)
	return d.Err
}

// repeatRecorded returns the commands that evaluate experiments again as they were.
func repeatRecorded(all []*paper.Evaluation) func(id string) string {
	as := map[string]*evaluation.Flags{}
	for _, e := range all {
		f := &evaluation.Flags{Scale: string(e.Scale), Seed: e.Seed, Seeds: len(e.Seeds), Reading: e.Reading.String()}
		for _, o := range e.Origins {
			if len(o.Traces) > 0 {
				f.Traces = "DIR"
			}
		}
		as[e.Experiment.ID] = f
	}
	return func(id string) string { return as[id].Repeat("run", id) }
}
