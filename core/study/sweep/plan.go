package sweep

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/jsonerror"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// The files of a sweep's folder.
const (
	planFile   = "sweep.json" // the plan; a folder that has it is a sweep
	listFolder = "plan"       // the digests of its runs
	logFolder  = "logs"       // copies of the logs, named by their SHA-256
	rowsFolder = "rows"       // the rows that are kept of every run
)

// A Plan is a study in a folder, or experiments of papers, with the digest of every run.
type Plan struct {
	Dir         string
	*Study                        // nil if the runs are those of Experiments
	Experiments *Experiments      // nil if they are a study's
	Tables      []*result.Schema  // whose rows are kept for every run
	ID          string            // changes when the plan does
	Damaged     func(file string) // is told the name of each file of Cache that is set aside; or nil

	list []byte            // the digests
	kept map[string]string // SHA-256 of the copies of logs, by name

	once       sync.Once
	parameters []Parameter
}

// planJSON is the file of a plan.
type planJSON struct {
	Backfill    string            `json:"backfill"` // the version of results
	Runs        int               `json:"runs"`
	List        string            `json:"list"` // SHA-256 of the digests, and the name of their file
	Logs        map[string]string `json:"logs,omitempty"`
	Tables      []string          `json:"tables,omitempty"`
	Study       json.RawMessage   `json:"study,omitempty"`
	Programs    []*Program        `json:"programs,omitempty"`    // that play policies of the study
	Experiments *Experiments      `json:"experiments,omitempty"` // instead of a study
}

// NewPlan computes the digest of every run of a study and writes the plan into a folder, which
// may have an older plan: what has been computed of the new one stays. logs opens the study's
// logs; they are copied into the folder, so that any machine that sees it can run the sweep. A file that cannot be read
// as a log is an error, and not copied: a study may be a stranger's.
func NewPlan(ctx context.Context, dir string, s *Study, tables []*result.Schema, logs experiment.Opener) (*Plan, error) {
	if err := atomicfile.MakeFolder(filepath.Join(dir, listFolder)); err != nil {
		return nil, err
	}
	p := &Plan{Dir: dir, Study: s, Tables: tables}
	names, err := s.Logs()
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(s.checkAnonymous(names), s.checkLogs(logs, names)); err != nil {
		return nil, err
	}
	if err := p.keepLogs(logs, names); err != nil {
		return nil, err
	}
	s.fix(p.kept, tables)
	if err := p.digests(ctx); err != nil {
		return nil, err
	}
	if err := p.unique(); err != nil {
		return nil, err
	}
	return p, p.write()
}

// write puts the plan into its folder.
func (p *Plan) write() error {
	file := planJSON{Backfill: experiment.Version(), Runs: p.Len(), List: p.listSHA256(), Logs: p.kept, Experiments: p.Experiments}
	if p.Study != nil {
		file.Study, file.Programs = p.text, p.programs
	}
	for _, t := range p.Tables {
		file.Tables = append(file.Tables, t.Name)
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	p.ID = planID(text)
	if err := atomicfile.WriteBytes(p.listFile(file.List), p.list); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(p.Dir, planFile), sealed.Seal(text))
}

// Len returns the number of runs.
func (p *Plan) Len() int { return len(p.list) / sha256.Size }

func planID(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

func (p *Plan) listFile(sha256 string) string {
	return filepath.Join(p.Dir, listFolder, sha256+".list")
}

// stretch is the number of digests that are computed at a time.
const stretch = 4096

func (p *Plan) digests(ctx context.Context) error {
	n := p.Study.Len()
	p.list = make([]byte, 0, n*sha256.Size)
	return pool.Ordered(ctx, (n+stretch-1)/stretch, 0, func(_ context.Context, k int) ([]byte, error) {
		part := make([]byte, 0, stretch*sha256.Size)
		for i := k * stretch; i < min(n, (k+1)*stretch); i++ {
			d, err := p.Study.Digest(i)
			if err != nil {
				return nil, err
			}
			part = append(part, d[:]...)
		}
		return part, nil
	}, func(_ int, part []byte) error {
		p.list = append(p.list, part...)
		return nil
	})
}

// unique is an error if two runs are the same.
func (p *Plan) unique() error {
	order := make([]uint32, p.Len())
	for i := range order {
		order[i] = uint32(i)
	}
	at := func(i uint32) []byte { return p.list[int(i)*sha256.Size:][:sha256.Size] }
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(bytes.Compare(at(a), at(b)), cmp.Compare(a, b))
	})
	first, second := len(order), 0
	for k := 1; k < len(order); k++ {
		if a, b := int(order[k-1]), int(order[k]); a < first && bytes.Equal(at(order[k-1]), at(order[k])) {
			first, second = a, b
		}
	}
	if first < len(order) {
		return fmt.Errorf("runs %d and %d of the study (%s) are the same: leave out one of two values that mean the same",
			first+1, second+1, where(p.ValuesAt(first))+difference(p.ValuesAt(first), p.ValuesAt(second)))
	}
	return nil
}

// keepLogs copies logs into the folder and notes their SHA-256.
func (p *Plan) keepLogs(open experiment.Opener, names []string) (err error) {
	p.kept = map[string]string{}
	for _, name := range names {
		if p.kept[name], err = p.keepLog(open, name); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) keepLog(open experiment.Opener, name string) (sum string, err error) {
	if err := atomicfile.MakeFolder(filepath.Join(p.Dir, logFolder)); err != nil {
		return "", err
	}
	from, err := open(name)
	if err != nil {
		return "", err
	}
	sum, err = experiment.SHA256Of(from)
	from.Close()
	if err != nil {
		return "", err
	}
	if from, err = open(name); err != nil {
		return "", err
	}
	defer from.Close()
	perm, err := permOf(from)
	if err != nil {
		return "", err
	}
	if checkLog(p.logFile(sum), sum) == nil {
		return sum, atMost(p.logFile(sum), perm)
	}
	return sum, copyAs(p.logFile(sum), perm, from, sum)
}

// Log returns the SHA-256 of a log of the plan's study, and where its copy is.
func (p *Plan) Log(name string) (sha256, file string) { return p.kept[name], p.logFile(p.kept[name]) }

// OpenLog opens the plan's copy of a log.
func (p *Plan) OpenLog(name string) (io.ReadCloser, error) {
	return bounded.Open(p.logFile(p.kept[name]))
}

func (p *Plan) logFile(sha256 string) string { return filepath.Join(p.Dir, logFolder, sha256) }

// Open opens the plan in a folder. A plan of another version of results is an error.
func Open(dir string) (*Plan, error) {
	text, err := bounded.ReadFile(filepath.Join(dir, planFile), bounded.Most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no sweep in this folder: make one with backfill sweep plan STUDY --out and its name", dir)
	case err != nil:
		return nil, fmt.Errorf("%s: the plan cannot be read: %w", dir, atomicfile.Cause(err))
	}
	content, _, err := sealed.Open(text)
	if err != nil {
		return nil, fmt.Errorf("%s: the plan is damaged (%w): plan the sweep again; its results stay", filepath.Join(dir, planFile), err)
	}
	p, file, err := parsePlan(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, planFile), err)
	}
	p.Dir = dir
	if p.list, err = bounded.ReadFile(p.listFile(file.List), bounded.Most); err != nil {
		return nil, fmt.Errorf("%s: the list of runs cannot be read: %w; plan the sweep again", dir, atomicfile.Cause(err))
	}
	if p.listSHA256() != file.List || len(p.list) != file.Runs*sha256.Size {
		return nil, fmt.Errorf("%s: the list of runs is damaged: plan the sweep again; its results stay", p.listFile(file.List))
	}
	return p, nil
}

// parsePlan reads the file of a plan.
func parsePlan(text []byte) (*Plan, *planJSON, error) {
	var file planJSON
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, nil, fmt.Errorf("the plan cannot be read: %w", jsonerror.Words(err))
	}
	if file.Backfill != experiment.Version() {
		return nil, nil, fmt.Errorf("the sweep was planned by a program whose results are of version %.40q, and this one's are of version %s: "+
			"use that program, or plan the sweep again, which runs everything again and keeps the older results until backfill sweep clean",
			file.Backfill, experiment.Version())
	}
	for _, sum := range file.Logs {
		if !IsSHA256(sum) {
			return nil, nil, fmt.Errorf("%.80q is not the SHA-256 of a log: plan the sweep again; its results stay", sum)
		}
	}
	p := &Plan{Experiments: file.Experiments, ID: planID(bytes.TrimSuffix(text, []byte("\n"))), kept: file.Logs}
	var err error
	if len(file.Tables) > 0 {
		if p.Tables, err = result.Named(file.Tables...); err != nil {
			return nil, nil, err
		}
	}
	var runs int
	if p.Experiments != nil {
		if err := p.Experiments.check(); err != nil {
			return nil, nil, err
		}
		runs = len(p.Experiments.Runs)
	} else {
		if p.Study, err = Parse(file.Study); err != nil {
			return nil, nil, err
		}
		p.SetPrograms(file.Programs)
		p.fix(file.Logs, p.Tables)
		runs = p.Study.Len()
	}
	if runs != file.Runs || !IsSHA256(file.List) {
		return nil, nil, errors.New("the plan does not fit its runs: plan the sweep again; its results stay")
	}
	return p, &file, nil
}

// IsSHA256 tells whether a text is the hexadecimal name of a file's content.
func IsSHA256(text string) bool {
	return len(text) == 2*sha256.Size && strings.Trim(text, "0123456789abcdef") == ""
}

// Digest returns the address of the i-th run, as it was planned.
func (p *Plan) Digest(i int) Digest { return Digest(p.list[i*sha256.Size:]) }

// Run returns the i-th run of a study.
func (p *Plan) Run(i int) (Run, error) {
	r, err := p.At(i)
	if err == nil && r.Digest != p.Digest(i) {
		err = p.named(i, errors.New("it is not what was planned: plan the sweep again"))
	}
	return r, err
}

// RowsFile returns the file of a run's rows of a table.
func (p *Plan) RowsFile(d Digest, s *result.Schema) string {
	name := d.String()
	return filepath.Join(p.Dir, rowsFolder, s.Name, name[:2], name+".parquet")
}

// All returns the numbers of all runs.
func (p *Plan) All() []int {
	all := make([]int, p.Len())
	for i := range all {
		all[i] = i
	}
	return all
}
