package experiment

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A ferry is a fifth platform, whole in this file: it leaves every few minutes with the jobs that its policy lets board, as
// many processors as it has places.
type ferry struct{ Every int64 }

// boarding is what its policies are: it says in which order jobs board.
type boarding func(a, b *job.Job) int

var aboutFerry = &platform.About{Kind: "ferry", Phrase: "a ferry",
	Families: []platform.Family{{Name: "ferry", Prefix: "ferry-"}},
	Makes:    func(make any) bool { _, ok := make.(func() boarding); return ok }}

func (ferry) About() *platform.About { return aboutFerry }

func (f ferry) Validate(*platform.Setting) error {
	if f.Every < 1 {
		return errors.New("a ferry that never leaves carries nobody: say every how many seconds it does")
	}
	return nil
}

func (f ferry) Prepare(p *platform.Problem) (platform.Player, error) { return sailor{f, p}, nil }

type sailor struct {
	ferry
	*platform.Problem
}

func (s sailor) Play(_ context.Context, r *platform.Run) error {
	order, ok := r.Entry.Make.(func() boarding)
	if !ok {
		return &platform.Misplaced{Policy: r.Entry.Spelling, Of: r.Entry.On, Given: aboutFerry}
	}
	r.Procs, r.Jobs = s.Workload.Procs, s.Workload.Jobs.Held()
	r.Placed = make([]job.Placement, len(r.Jobs))
	waiting := make([]int, len(r.Jobs))
	for i := range waiting {
		waiting[i] = i
	}
	slices.SortStableFunc(waiting, func(a, b int) int { return order()(&r.Jobs[a], &r.Jobs[b]) })
	for at := s.Every; len(waiting) > 0; at += s.Every {
		places := r.Procs
		waiting = slices.DeleteFunc(waiting, func(i int) bool {
			j := &r.Jobs[i]
			boards := j.Submit <= at && int(j.Procs) <= places
			if boards {
				places -= int(j.Procs)
				r.Placed[i] = job.Placement{Start: at, End: at + j.Run}
			}
			return boards
		})
	}
	return nil
}

// A platform is one package, here one file, and a row: what goes through Execute goes through it, too.
func TestAFifthPlatformIsOneTypeAndOneRow(t *testing.T) {
	wide := func() boarding { return func(a, b *job.Job) int { return int(b.Procs - a.Procs) } }
	spec := Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 60, Procs: 16, Seed: 3}}, Policies: []string{"wide"},
		Own: []Own{{Name: "wide", Version: "1", Make: wide}}, Platforms: Platforms{Other: ferry{600}}}
	w := loaded(t, spec)
	tables := result.Collecting(result.Jobs, result.Runs)
	outcomes, err := Execute(context.Background(), spec, w, Options{Tables: tables, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	o := outcomes[0]
	for i := range o.Jobs {
		if p := o.Placed[i]; p.Start%600 != 0 || p.Start < o.Jobs[i].Submit {
			t.Errorf("job %d boards at %d", o.Jobs[i].ID, p.Start)
		}
	}
	if rows := tables[result.Jobs].(*result.Collect).Table().Rows; len(o.Jobs) != w.Len() || rows != w.Len() || !(o.Metric("awrt_s") > 0) {
		t.Errorf("%d jobs of %d, %d rows, AWRT %v", len(o.Jobs), w.Len(), rows, o.Metric("awrt_s"))
	}
	size, unit, details := spec.Describe(w)
	if got := fmt.Sprint(size, unit, details); got != "16processor" || spec.Simple() || spec.Notes(w) != nil || spec.Reseed(4) != true {
		t.Errorf("it is described as %s", got)
	}
	for want, change := range map[string]func(s *Spec){
		"a ferry that never leaves carries nobody": func(s *Spec) { s.Other = ferry{} },
		"policy easy is for one machine, and the experiment has a ferry: name policies that begin with ferry-": func(s *Spec) {
			s.Policies = []string{"easy"}
		},
		"both a grid of sites and a ferry are given":                          func(s *Spec) { s.Grid = twoSites().Grid },
		"policy wide of your own is made by a func() experiment.boarding":     func(s *Spec) { s.Other = nil },
		"runs on a ferry cannot explain themselves":                           nil,
		"cannot be verified: a ferry has no referee":                          nil,
		"the best schedule of a step is found for one machine only, and this": nil,
	} {
		s := spec
		var err error
		switch {
		case change != nil:
			change(&s)
			err = s.Validate()
		case strings.HasPrefix(want, "runs on"):
			_, err = Explain(context.Background(), s, w, "wide", w.Label(&w.Jobs.Held()[0]))
		case strings.HasPrefix(want, "the best"):
			_, err = InstanceAt(context.Background(), s, w, "wide", 600, nil)
		default:
			_, err = Verify(s, w, &o)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q in it", err, want)
		}
	}
	if got, err := ParseSpec(spec.JSON()); err == nil || got.Other != nil || policy.Fold(got.Policies[0]) != "wide" {
		t.Errorf("read back, it is %+v, %v", got, err)
	}
}

// Only the registry names platforms.
func TestOnlyTheRegistryNamesPlatforms(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		read, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range read.Imports {
			_, of, platforms := strings.Cut(strings.Trim(imp.Path.Value, `"`), "/core/platform/")
			if platforms && f.Name() != "platforms.go" {
				t.Errorf("%s names the platform %s", f.Name(), of)
			}
		}
	}
}
