// Package sweep runs studies of many runs: it expands a study into runs, runs those that are
// missing on all cores, keeps their results, and collects them into one table.
//
//	study.json ── Parse ── Study ── NewPlan ── Plan ── Worker ── Store ── Collect ──> table
//	                       lazy      digests    runs missing   packs       in order of the plan
//
// A run is addressed by its content: the digest of its normalised Spec, of its log and of the
// version of results (experiment.Version). A Store keeps results by that digest, in files that
// appear whole or not at all and never change. So no order of events does harm: a run that is
// done is never repeated by the same process, two that do the same run at the same time write
// the same result, and what was cut off is done again. There are no locks, no leases and no
// times that decide anything, which a killed process, a clock or a network file system could
// get wrong.
package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/jsonerror"
)

// A Study is a Spec with lists where a value may vary. Its runs are numbered from 0; each has
// one policy. It is safe for concurrent use.
//
// A list varies where the Spec has one value, and policies always do; where the Spec has a
// list itself, such as user_groups, a list of lists does. For a number, a range
// {"from": 1, "to": 16} stands for a list; "step" is 1 unless it is given.
type Study struct {
	text     []byte
	workload *node
	rest     *node // all other fields
	version  string
	own      []experiment.Own  // the code of policies of the study's author
	programs []*Program        // that play some of them
	logs     map[string]string // SHA-256 by name
	tables   string            // whose rows are kept: part of what a run leaves

	mu        sync.Mutex
	workloads map[int]*workloadPart
	rests     map[int]*restPart

	kinds         sync.Once
	workloadKinds []int32 // of each workload and of each rest; nil for too many
	restKinds     []int32
	kindsOfRest   int
}

// A part of runs that is parsed once for many of them.
type (
	workloadPart struct {
		source experiment.Source
		digest string
		err    error
	}
	restPart struct {
		alone  bool   // on one machine: normalised without the workload
		digest string // then
	}
)

// keptParts bounds the parts in memory.
const keptParts = 1 << 12

// A Digest addresses a run by its content.
type Digest [sha256.Size]byte

// String returns the digest in hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// A Run is one run of a study.
type Run struct {
	Spec   experiment.Spec
	Digest Digest
}

// Parse reads a study. Only its form is checked: At reports what is wrong with a run. own is the code of policies
// of the author's own that the study has.
func Parse(data []byte, own ...experiment.Own) (*Study, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return nil, fmt.Errorf("the study's JSON cannot be read: %w", jsonerror.Words(err))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("unexpected data after the study's JSON object")
	}
	if len(raw) == 0 || raw[0] != '{' {
		return nil, errors.New("the study is not a JSON object: give an experiment with lists where values vary")
	}
	all, err := build(raw, reflect.TypeFor[experiment.Spec](), "")
	if err != nil {
		return nil, fmt.Errorf("the study: %w", err)
	}
	s := &Study{
		text: raw, rest: &node{kind: objectNode, count: 1, names: []string{}}, workload: &node{count: 1, leaf: []byte("{}")},
		version: experiment.Version(), own: own, workloads: map[int]*workloadPart{}, rests: map[int]*restPart{},
	}
	for i, name := range all.names {
		if name == "workload" {
			s.workload = all.parts[i]
			continue
		}
		s.rest.names, s.rest.parts = append(s.rest.names, name), append(s.rest.parts, all.parts[i])
		s.rest.count *= all.parts[i].count
	}
	return s, nil
}

// Len returns the number of runs.
func (s *Study) Len() int { return s.workload.count * s.rest.count }

// JSON returns the study's text.
func (s *Study) JSON() []byte { return s.text }

// Paths returns where values vary, such as workload.model.load, in the order of the Spec's
// fields.
func (s *Study) Paths() (all []string) {
	see := func(path string) {
		if !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	s.workload.paths(see)
	s.rest.paths(see)
	return all
}

// Logs returns the names of the logs that runs need, each once, in order of first use.
func (s *Study) Logs() (names []string, err error) {
	if !s.namesLogs() {
		return nil, nil
	}
	for w := range s.workload.count {
		part := s.workloadPart(w)
		if part.err != nil {
			return nil, part.err
		}
		if log := part.source.Log(); log != "" && !slices.Contains(names, log) {
			names = append(names, log)
		}
	}
	return names, nil
}

// checkLogs reads every log once, in the first way that a workload reads it: a file that is no log is an error.
func (s *Study) checkLogs(open experiment.Opener, names []string) error {
	names = slices.Clone(names)
	for w := 0; len(names) > 0; w++ {
		part := s.workloadPart(w)
		k := slices.Index(names, part.source.Log())
		if k < 0 {
			continue
		}
		f, err := open(names[k])
		if err != nil {
			return err
		}
		_, err = trace.ReadFrom(names[k], f, experiment.Spec{Workload: part.source}.Reading(trace.Options{NoNodeLists: true}))
		f.Close()
		if err != nil {
			return err
		}
		names = slices.Delete(names, k, k+1)
	}
	return nil
}

// namesLogs tells whether a workload names a log.
func (s *Study) namesLogs() bool {
	logs := false
	s.workload.each(func(n *node) { logs = logs || slices.Contains(n.names, "file") || slices.Contains(n.names, "from") })
	return logs
}

// fix tells the SHA-256 of every log by its name in the study, and the tables that are kept.
func (s *Study) fix(logs map[string]string, tables []*result.Schema) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logs, s.tables = logs, ""
	for _, t := range tables {
		s.tables += t.Name + rowsForm
	}
	clear(s.workloads)
}

// rowsForm changes when files of rows get another form: since the second they lack the policy, which
// their folder tells.
const rowsForm = "/2 "

// At returns the i-th run. An error says what is wrong with its Spec.
func (s *Study) At(i int) (Run, error) {
	var r Run
	var err error
	if r.Spec, err = s.spec(i/s.rest.count, i%s.rest.count); err != nil {
		return r, s.named(i, err)
	}
	r.Digest, err = s.Digest(i)
	return r, err
}

// named adds to an error which run it is of.
func (s *Study) named(i int, err error) error {
	values := s.ValuesAt(i)
	if len(values) == 0 {
		return fmt.Errorf("the study's only run: %w", err)
	}
	return fmt.Errorf("run %d of the study (%s): %w", i+1, where(values), err)
}

// spec returns the Spec of a workload and a rest.
func (s *Study) spec(w, k int) (experiment.Spec, error) {
	return experiment.ParseSpec(s.join(w, k), s.own...)
}

// join returns the Spec of a workload and a rest as JSON.
func (s *Study) join(w, k int) []byte {
	text := s.rest.write([]byte(`{"workload":`), k, nil)
	at := len(`{"workload":`)
	rest := slices.Clone(text[at+1:])
	text = s.workload.write(text[:at], w, nil)
	if len(rest) > 1 {
		text = append(text, ',')
	}
	return append(text, rest...)
}

// Digest returns the i-th run's address. Runs share their parsed parts, so that a million of
// them take seconds.
func (s *Study) Digest(i int) (Digest, error) {
	w := s.workloadPart(i / s.rest.count)
	if w.err != nil {
		return Digest{}, s.named(i, w.err)
	}
	r, err := s.restPart(i % s.rest.count)
	if err != nil {
		return Digest{}, s.named(i, err)
	}
	rest := r.digest
	if !r.alone {
		spec, err := s.spec(i/s.rest.count, i%s.rest.count)
		if err != nil {
			return Digest{}, s.named(i, err)
		}
		rest = spec.Digest("")
	}
	b := make([]byte, 0, 512)
	for _, text := range []string{"backfill run", s.version, s.tables, w.digest, rest} {
		b = append(append(b, text...), '\n')
	}
	return sha256.Sum256(b), nil
}

func (s *Study) workloadPart(w int) *workloadPart {
	s.mu.Lock()
	p := s.workloads[w]
	s.mu.Unlock()
	if p != nil {
		return p
	}
	p = new(workloadPart)
	if p.source, p.err = experiment.ParseSource(s.workload.write(nil, w, nil)); p.err == nil {
		bare := experiment.Spec{Workload: p.source}
		p.digest = bare.Digest(s.logs[p.source.Log()])
	}
	keep(s, s.workloads, w, p)
	return p
}

func (s *Study) restPart(k int) (*restPart, error) {
	s.mu.Lock()
	p := s.rests[k]
	s.mu.Unlock()
	if p != nil {
		return p, nil
	}
	spec, err := s.spec(0, k)
	if err != nil {
		return nil, err
	}
	p = &restPart{alone: spec.Grid == nil && spec.Shared == nil && spec.Cluster == nil}
	spec.Workload = experiment.Source{}
	p.digest = spec.Digest("")
	keep(s, s.rests, k, p)
	return p, nil
}

// keep keeps a part, and forgets all when there are too many.
func keep[T any](s *Study, parts map[int]T, i int, part T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(parts) >= keptParts {
		clear(parts)
	}
	parts[i] = part
}
