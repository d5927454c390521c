package paper

import (
	"cmp"
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/artefact"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

func packCommand(a *console.App) *cobra.Command {
	var from, out string
	c := usage.New("paper pack", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		var keys []string
		for _, p := range evaluation.Catalogue() {
			keys = append(keys, p.Key)
		}
		if err := usage.Known("paper", args, keys, "backfill paper list"); err != nil {
			return err
		}
		r, err := filledRecord(a, from, args)
		if err != nil {
			return err
		}
		p, err := newPack(r, args[0])
		if err != nil {
			return err
		}
		files, err := artefact.Publish(a, out, p.write)
		if err != nil {
			return err
		}
		return a.ShowFiles(files, tally(p.record.Evaluations))
	})
	c.ValidArgsFunction = usage.Completes(evaluation.IDs)
	fl := usage.Ordered(c)
	fl.StringVar(&from, "record", "record", "folder of the record")
	fl.StringVarP(&out, "out", "o", "artefact", "folder to make, which must not exist or be empty")
	return a.WithJSON(c)
}

// A pack is what others need to check a paper's record.
type pack struct {
	paper   *paper.Paper
	record  *record.Record // of the paper alone
	program buildinfo.Build
	repeat  func(id string) string
	keys    map[string][]paper.RunKey // by experiment
}

func newPack(r *record.Record, key string) (*pack, error) {
	p := &pack{record: &record.Record{}, program: buildinfo.This(), keys: map[string][]paper.RunKey{}}
	for _, e := range r.Evaluations {
		if e.Paper.Key == key {
			p.paper, p.record.Evaluations = e.Paper, append(p.record.Evaluations, e)
		}
	}
	for _, l := range r.Leagues {
		if l.Paper == key {
			p.record.SetLeague(l)
		}
	}
	p.repeat = repeatRecorded(p.record.Evaluations)
	for _, e := range p.record.Evaluations {
		var err error
		if p.keys[e.Experiment.ID], err = e.Keys(p.jobSets(e)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// jobSets returns the SHA-256 of the job sets that e may use. Those of its own come before those of
// other experiments under the same scale and reading, which runs may come after.
func (p *pack) jobSets(e *paper.Evaluation) map[string]string {
	sums := map[string]string{}
	for _, o := range append(slices.Clone(p.record.Evaluations), e) {
		if o.Scale == e.Scale && o.Reading.String() == e.Reading.String() {
			for _, set := range o.Origins {
				sums[set.JobSet] = set.SHA256
			}
		}
	}
	return sums
}

// write writes the files, of which SHA256SUMS is the last.
func (p *pack) write(d *evaluation.Folder) {
	for _, dir := range []string{recordFolder, specFolder, tableFolder, figureFolder} {
		if d.Err == nil {
			d.Err = atomicfile.MakeFolder(filepath.Join(d.Dir, dir))
		}
	}
	for _, e := range p.record.Evaluations {
		p.experiment(d, e)
	}
	p.tables(d)
	artefact.Environment(d)
	readme, err := p.readme()
	d.Err = cmp.Or(d.Err, err)
	artefact.Bytes(d, "README.md", []byte(readme))
	artefact.Seal(d, artefact.Check{Intro: verifyIntro, Step: strings.ReplaceAll(verifyStep, "{paper}", p.paper.Key)})
}

// tables writes the record's tables and pages.
func (p *pack) tables(d *evaluation.Folder) {
	if d.Err != nil {
		return
	}
	in := evaluation.Folder{App: d.App, Dir: filepath.Join(d.Dir, recordFolder)}
	writeTables(&in, p.record)
	writePages(&in, p.record)
	d.Files, d.Err = append(d.Files, in.Files...), in.Err
}

// The folders of a pack.
const (
	recordFolder = "record"
	specFolder   = "experiments"
	tableFolder  = "tables"
	figureFolder = "figures"
)

// experiment writes what an experiment runs, its table and its figure.
func (p *pack) experiment(d *evaluation.Folder, e *paper.Evaluation) {
	x := e.Experiment
	name := strings.TrimPrefix(x.ID, p.paper.Key+"/")
	artefact.JSON(d, filepath.Join(specFolder, name+".json"), struct {
		ID      string         `json:"id"`
		Kind    paper.Kind     `json:"kind"`
		Title   string         `json:"title"`
		Doc     string         `json:"doc,omitempty"`
		Scale   paper.Scale    `json:"scale"`
		Seeds   []uint64       `json:"seeds"`
		Reading paper.Reading  `json:"reading,omitempty"`
		Command string         `json:"command"`
		Version string         `json:"version"` // of the program that made the record
		JobSets []paper.Origin `json:"job_sets"`
		Runs    []paper.RunKey `json:"runs"` // with the first seed
	}{x.ID, x.Kind, x.Title, x.Doc, e.Scale, e.Seeds, e.Reading, p.repeat(x.ID), e.Version, e.Origins, p.keys[x.ID]})
	artefact.Bytes(d, filepath.Join(tableFolder, name+".md"), []byte(e.Markdown()))
	if e.Chart == nil || d.Err != nil {
		return
	}
	drawing, err := figures.DrawChart(*e.Chart)
	if err == nil {
		var picture []byte
		if picture, err = drawing.Bytes("svg"); err == nil {
			artefact.Bytes(d, filepath.Join(figureFolder, name+".svg"), picture)
		}
	}
	if err != nil {
		d.Err = fmt.Errorf("the figure of %s: %w", x.ID, err)
	}
}

// verifyIntro and verifyStep are what the paper's verify.sh says and does besides what each has.
const verifyIntro = `# Verifies this folder in three steps: its files are those that were packed, the program computes what the
# program of the record computes, and numbers of the record come out again to the last bit.
#
#   sh verify.sh                        30 printed numbers, drawn at random; those of more than 10 s are left out
#   sh verify.sh --traces DIR           with the logs in DIR; the environment's BACKFILL_TRACES does the same
#   sh verify.sh --share 1 --seconds N  all numbers and claims of at most N s each
#
# Arguments are those of "backfill paper audit".
`

//go:embed verify_step.sh
var verifyStep string
