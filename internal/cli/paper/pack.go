package paper

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/scratch"
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
		files, err := p.publish(a, out)
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

// publish makes the folder out, which appears complete or not at all, and returns its files.
func (p *pack) publish(a *console.App, out string) (files []string, err error) {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s: there is something in this folder, and nothing is overwritten: name a new one with -o DIR", out)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the folder cannot be made: %w", out, atomicfile.Cause(err))
	}
	parent, name := filepath.Split(filepath.Clean(out))
	if err := atomicfile.MakeFolder(filepath.Join(parent, ".")); err != nil {
		return nil, err
	}
	hidden, err := scratch.Mkdir(filepath.Join(parent, "."), name)
	if err != nil {
		return nil, fmt.Errorf("%s: the folder cannot be made: %w", out, atomicfile.Cause(err))
	}
	defer os.RemoveAll(hidden)
	d := evaluation.Folder{App: a, Dir: hidden}
	p.write(&d)
	if a.Context.Err() != nil {
		return nil, console.ErrStopped
	}
	if d.Err != nil {
		return nil, d.Err
	}
	os.Remove(out) // an empty folder, which a rename does not replace
	if err := os.Rename(hidden, out); err != nil {
		return nil, fmt.Errorf("%s: the folder cannot be made: %w", out, atomicfile.Cause(err))
	}
	atomicfile.SyncFolder(filepath.Join(parent, ".")) // if this fails, only a power cut can undo the rename
	for _, file := range d.Files {
		rel, err := filepath.Rel(hidden, file)
		if err != nil {
			return nil, err
		}
		files = append(files, filepath.Join(out, rel))
	}
	return files, nil
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
	bytesOf(d, "LICENSE", backfill.Licence)
	bytesOf(d, "CITATION.cff", backfill.Citation)
	jsonOf(d, "environment.json", struct {
		Program buildinfo.Build    `json:"program"`
		Modules []buildinfo.Module `json:"modules"`
	}{p.program, buildinfo.Modules()})
	readme, err := p.readme()
	d.Err = cmp.Or(d.Err, err)
	bytesOf(d, "README.md", []byte(readme))
	bytesOf(d, "verify.sh", []byte(p.verify(len(d.Files)+1)))
	p.sums(d)
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
	jsonOf(d, filepath.Join(specFolder, name+".json"), struct {
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
	bytesOf(d, filepath.Join(tableFolder, name+".md"), []byte(e.Markdown()))
	if e.Chart == nil || d.Err != nil {
		return
	}
	drawing, err := figures.DrawChart(*e.Chart)
	if err == nil {
		var picture []byte
		if picture, err = drawing.Bytes("svg"); err == nil {
			bytesOf(d, filepath.Join(figureFolder, name+".svg"), picture)
		}
	}
	if err != nil {
		d.Err = fmt.Errorf("the figure of %s: %w", x.ID, err)
	}
}

//go:embed verify.sh
var verifyScript string

// verify returns verify.sh, which checks that many files.
func (p *pack) verify(files int) string {
	return strings.NewReplacer("{files}", fmt.Sprint(files), "{paper}", p.paper.Key, "{version}", p.program.Version,
		"{results}", p.program.Results).Replace(verifyScript)
}

// sums writes the SHA-256 of every file so far, as sha256sum reads it.
func (p *pack) sums(d *evaluation.Folder) {
	if d.Err != nil {
		return
	}
	var lines []string
	for _, file := range d.Files {
		rel, err := filepath.Rel(d.Dir, file)
		if err == nil {
			var data []byte
			if data, err = bounded.ReadFile(file, bounded.Most); err == nil {
				lines = append(lines, sumLine(filepath.ToSlash(rel), data))
			}
		}
		if err != nil {
			d.Err = err
			return
		}
	}
	bytesOf(d, "SHA256SUMS", []byte(strings.Join(lines, "")))
}

func bytesOf(d *evaluation.Folder, name string, data []byte) {
	d.Write(name, func(w io.Writer) error { _, err := w.Write(data); return err })
}

func jsonOf(d *evaluation.Folder, name string, v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && d.Err == nil {
		d.Err = fmt.Errorf("%s: %w", name, err)
	}
	bytesOf(d, name, b.Bytes())
}
