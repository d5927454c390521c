// Package experiment describes runs as data and executes them: a Spec names a workload, a
// machine and policies; Execute simulates them and writes rows to the tables of a result.Set.
// It is the only package that sees workloads, policies, metrics and results together.
package experiment

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
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/internal/bounds"
)

// A Spec is one experiment: a workload under one or more policies. The same Spec gives the
// same bytes on every machine and build.
type Spec struct {
	Workload Source   `json:"workload"`
	Policies []string `json:"policies"`                              // names that Builtin knows, with any options; each at most once
	Procs    int      `json:"procs,omitempty" range:"0..1073741824"` // size of the machine; 0 is the workload's own
	Shrink   float64  `json:"shrink,omitempty" range:"0..1e6"`       // multiplies the times between submissions; 0 is 1
	Width    string   `json:"width,omitempty"`                       // a job's width in a log: "allocated" (also "") or "requested"
	Overrun  string   `json:"overrun,omitempty"`                     // a run past its estimate: "cut" (also "") or "extend"

	// OfferedLoad scales the times between submissions, instead of Shrink, so that the offered load becomes this: 1 fills the
	// machine (trace.ScaleLoad). 0 leaves it.
	OfferedLoad float64 `json:"load,omitempty" range:"0..1000"`

	// Estimates replaces those of the workload: "exact" are the run times, "factor:2" twice its
	// own, "model:2" drawn between the run time and 2 times it more and rounded up to popular values
	// (lublin.Estimates, round). "" leaves them.
	Estimates string `json:"estimates,omitempty"`

	// Shake moves every submission by a few seconds at random, so that several runs of one log tell a policy's effect from an
	// accident of the log (trace.Shake).
	Shake *Shake `json:"shake,omitempty"`

	// Arrival says when jobs come: at their "submission" (also ""), or when they became "eligible"
	// in sacct output (trace.ArriveEligible).
	Arrival string `json:"arrival,omitempty"`

	Platforms

	Rules []*rules.Base `json:"rules,omitempty"` // which policies rules:NAME name
	Own   []Own         `json:"own,omitempty"`   // policies of the Spec's author

	// UserGroups are the bounds of the user groups in metrics, results and the policies
	// rules:STRATEGY; see rules.Bounds, which has the default.
	UserGroups []float64 `json:"user_groups,omitempty" range:"0..100"`
}

// A Shake says by how much submissions move.
type Shake struct {
	WithinS int64  `json:"within_s" range:"1..604800"` // 1 to trace.MostShake seconds, earlier or later
	Seed    uint64 `json:"seed,omitempty" range:"0..18446744073709551615"`
}

// A Source names a workload in one of three ways. The zero Source is the built-in default
// workload.
type Source struct {
	Builtin string `json:"builtin,omitempty"`
	File    string `json:"file,omitempty"` // a log: SWF, sacct output or a table (CSV, Parquet, Arrow); text may be gzipped
	Model   *Model `json:"model,omitempty"`

	// Columns names the columns of File, or of the model's log, if it is sacct output
	// without a header line; see sacct.Reader.
	Columns string `json:"columns,omitempty"`

	// Map says which columns of File, or of the model's log, are which fields of jobs if it is a table: see
	// package columns. "" goes by their names.
	Map string `json:"map,omitempty"`

	// TimeZone is the zone of the log's cluster, such as Europe/Berlin: see trace.Options.
	TimeZone string `json:"time_zone,omitempty"`

	// Anonymize replaces all names in the log and its own by pseudonyms, here and in all that is
	// made of the results: see trace.Workload.Anonymize.
	Anonymize bool `json:"anonymize,omitempty"`

	// SHA256 is that of the log's bytes. Results have it, so that the log is found again and no
	// other is taken for it.
	SHA256 string `json:"sha256,omitempty"`
}

// A Model generates a workload. lublin.Model and empirical.Options have the defaults, for which
// zero fields stand, and the ranges.
type Model struct {
	Name  string  `json:"name"`                                  // "lublin" or "empirical"
	From  string  `json:"from,omitempty"`                        // empirical: the log it imitates
	Jobs  int     `json:"jobs,omitempty" range:"0..10000000"`    // how many
	Procs int     `json:"procs,omitempty" range:"0..1073741824"` // lublin: size of the machine
	Load  float64 `json:"load,omitempty" range:"0..1000"`        // offered load to scale to; 0 leaves the model's own
	Users int     `json:"users,omitempty" range:"0..1000000"`    // how many users submit the jobs
	Seed  uint64  `json:"seed,omitempty" range:"0..18446744073709551615"`

	Type      string  `json:"type,omitempty"`                   // lublin: batch, interactive, both or untyped
	Estimates string  `json:"estimates,omitempty"`              // lublin: exact, factor or round
	Factor    float64 `json:"factor,omitempty" range:"0..1000"` // lublin: of the estimates factor and round

	Wide      float64 `json:"wide,omitempty" range:"0..1"`          // lublin: share of parallel jobs that are wide
	RunFactor float64 `json:"run_factor,omitempty" range:"0..1000"` // lublin: multiplies the run times
}

// ParseSpec reads a Spec from JSON and validates it. Unknown fields are errors. The policies own are added to
// it; they take the places of those of the same name, which the JSON can only name.
func ParseSpec(data []byte, own ...Own) (Spec, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var read struct {
		Schema string `json:"$schema"` // for editors
		Spec
	}
	if err := d.Decode(&read); err != nil && isForeign(data) {
		return Spec{}, errForeign
	} else if err != nil {
		return Spec{}, fmt.Errorf("the experiment's JSON cannot be read: %w", worded(err, reflect.TypeOf(read)))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Spec{}, errors.New("unexpected data after the experiment: give one JSON object")
	}
	s := read.Spec
	for _, o := range own {
		s.Own = append(slices.DeleteFunc(s.Own, func(read Own) bool { return policy.Fold(read.Name) == policy.Fold(o.Name) }), o)
	}
	s.Policies = s.Catalogue().Names(s.Policies)
	return s, s.Validate()
}

var errForeign = errors.New("the JSON has no member of an experiment, such as workload or policies, and is no log in a form that is read " +
	"here: give the log as its batch system prints it, or as a CSV table with a header line")

// isForeign reports whether JSON is an object without a member of a Spec, such as a log that no reader knows.
func isForeign(data []byte) bool {
	var members map[string]json.RawMessage
	if json.NewDecoder(bytes.NewReader(data)).Decode(&members) != nil {
		return false
	}
	for name := range members {
		one, _ := json.Marshal(map[string]any{name: nil}) // of a text and null
		d := json.NewDecoder(bytes.NewReader(one))
		if d.DisallowUnknownFields(); d.Decode(&Spec{}) == nil {
			return false
		}
	}
	return len(members) > 0
}

// worded says in words that a field of JSON has a former name, or a value of another kind.
func worded(err error, t reflect.Type) error {
	if strings.Contains(err.Error(), `unknown field "timezone"`) {
		return errors.New(`the field "timezone" is "time_zone" now`)
	}
	return bounds.Worded(err, t)
}

// Validate reports the first reason, apart from the workload's, why the Spec cannot be run.
func (s Spec) Validate() error {
	for _, check := range []func() error{
		func() error { return bounds.Check(s) }, s.Workload.validate, s.onePlatform, s.validateRules, s.validateOwn, s.validatePolicies,
		func() error { return s.Platform().Validate(s.setting()) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	if _, _, err := s.estimator(); err != nil {
		return err
	}
	switch m := s.Workload.Model; {
	case s.OfferedLoad > 0 && s.Shrink > 0 && s.Shrink != 1:
		return errors.New("a load and a shrinking factor are given, which both scale the times between submissions: leave one out")
	case s.OfferedLoad > 0 && m != nil && m.Load > 0:
		return errors.New("a load is given, and another for the model: leave one out")
	case s.Width != "" && s.Width != "allocated" && s.Width != "requested":
		return fmt.Errorf("the width %q is unknown: it is allocated or requested", s.Width)
	case s.Arrival != "" && s.Arrival != "submission" && s.Arrival != "eligible":
		return fmt.Errorf("the arrival %q is unknown: it is submission or eligible", s.Arrival)
	case s.Overrun != "" && s.Overrun != "cut" && s.Overrun != "extend":
		return fmt.Errorf("the overrun rule %q is unknown: it is cut or extend", s.Overrun)
	}
	return nil
}

func (s *Spec) validatePolicies() error {
	if len(s.Policies) == 0 {
		return errors.New("no policy is named: give at least one, such as easy")
	}
	seen := map[string]bool{}
	for _, name := range s.Policies {
		e, err := s.Catalogue().Find(name)
		switch given := s.Platform().About(); {
		case err != nil:
			return err
		case seen[e.Key]:
			return fmt.Errorf("policy %s is named twice", e.Spelling)
		case !given.Plays(e.On):
			return &platform.Misplaced{Policy: e.Spelling, Of: e.On, Given: given}
		}
		seen[e.Key] = true
	}
	return nil
}

func (s Source) validate() error {
	if s.Builtin != "" && s.File != "" || s.Model != nil && s.Builtin+s.File != "" {
		return errors.New("more than one workload is given: name a built-in one, a file or a model")
	}
	m := s.Model
	switch {
	case s.TimeZone != "" && s.File == "" && (m == nil || m.From == ""):
		return errors.New("a time zone is given without a log: leave it out")
	case s.Columns != "" && s.File == "" && (m == nil || m.From == ""):
		return errors.New("columns are given without a log: they are those of sacct output without a header line")
	case s.Map != "" && s.File == "" && (m == nil || m.From == ""):
		return errors.New("a map of columns is given without a log: leave it out")
	case s.Map != "" && s.Columns != "":
		return errors.New("a map of columns and columns are given: the map is for tables, columns for sacct output without a header line")
	case m == nil:
		return nil
	case m.Name != "lublin" && m.Name != "empirical":
		return fmt.Errorf("unknown workload model %q: it is lublin or empirical", m.Name)
	case (m.Name == "empirical") != (m.From != ""):
		return fmt.Errorf("the model %s: the empirical model, and only it, needs a log to imitate", m.Name)
	case m.Name == "empirical" && *m != Model{Name: m.Name, From: m.From, Jobs: m.Jobs, Load: m.Load, Users: m.Users, Seed: m.Seed}:
		return errors.New("the empirical model takes machine and jobs from its log: " +
			"leave out procs, type, estimates, factor, wide and run_factor")
	}
	return nil
}

// JSON returns the Spec's canonical form, without defaults.
func (s Spec) JSON() []byte {
	if s.Shrink == 1 {
		s.Shrink = 0
	}
	s.Width = strings.TrimPrefix(s.Width, "allocated")
	s.Overrun = strings.TrimPrefix(s.Overrun, "cut")
	s.Arrival = strings.TrimPrefix(s.Arrival, "submission")
	if s.Workload == (Source{}) {
		s.Workload.Builtin = builtin.Default
	}
	if c, ok := s.Platform().(platform.Canonical); ok {
		s.setPlatform(c.Canonical(s.setting()))
	}
	s.Policies = s.Catalogue().Names(s.Policies)
	s.Rules, s.Own = s.namedRules(), s.namedOwn()
	if slices.Equal(s.UserGroups, rules.DefaultBounds[:]) {
		s.UserGroups = nil
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a Spec that Validate accepts is made of strings and finite numbers
	}
	return b
}

// Digest returns the SHA-256, in hexadecimal, of the Spec's canonical form and the workload's
// digest: all that a run depends on, and the key of its cached results. Where the log lies is
// no part of it.
func (s Spec) Digest(workloadSHA256 string) string {
	s.Workload = s.Workload.moved(trace.BaseName(s.Workload.Log()))
	s.Workload.SHA256 = ""
	sum := sha256.Sum256(fmt.Appendf(s.JSON(), "\n%s\n", workloadSHA256))
	return hex.EncodeToString(sum[:])
}

// Meta returns what the result files of the Spec's runs on w say about themselves.
func (s Spec) Meta(w *trace.Workload, workloadSHA256, version string) result.Meta {
	ignored, err := json.Marshal(s.Ignored(w))
	if err != nil {
		panic(err) // texts and finite numbers
	}
	doubts := ""
	if all := s.Doubts(w); len(all) > 0 {
		text, err := json.Marshal(all)
		if err != nil {
			panic(err) // texts and whole numbers
		}
		doubts = string(text)
	}
	return result.Meta{
		{Key: result.MetaSpec, Value: string(s.JSON())},
		{Key: result.MetaDigest, Value: s.Digest(workloadSHA256)},
		{Key: result.MetaWorkload, Value: workloadSHA256},
		{Key: result.MetaVersion, Value: version},
		{Key: result.MetaStart, Value: strconv.FormatInt(w.UnixStart, 10)},
		{Key: result.MetaZone, Value: w.TimeZone},
		{Key: result.MetaProcs, Value: strconv.Itoa(w.Procs)},
		{Key: result.MetaSizeFrom, Value: w.SizeFrom()},
		{Key: result.MetaIgnored, Value: string(ignored)},
		{Key: result.MetaDoubts, Value: doubts},
	}
}
