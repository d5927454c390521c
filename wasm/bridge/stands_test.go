package bridge

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/trace"
)

// The answer's standings are those of the command, and so is who is like whom in the mean wait; the answer says in how many
// weeks, days or hours that is seen.
func TestStandingsAreThoseOfTheCommand(t *testing.T) {
	seen, pairs := map[standing]int{}, map[metrics.Likeness]int{}
	specs := sharedSpecs(t)
	specs["weeks"] = experiment.Spec{Workload: experiment.Source{Builtin: "default"}, Policies: []string{"fcfs", "sjf-easy"}}
	for name, spec := range specs {
		if name == "log" {
			continue // too short
		}
		got := ask(t, New(Options{}), request(t, map[string]any{"id": 1, "op": "run", "spec": spec})).Answer.(map[string]any)
		w, err := spec.Load(nil, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		outcomes, err := experiment.Execute(t.Context(), spec, w, experiment.Options{Parallel: 1})
		if err != nil {
			t.Fatal(err)
		}
		s := experiment.Stand(outcomes)
		within := got["within"].(map[string]any)
		var want blocked
		if s.Paired != nil {
			want = blocked{s.Paired.Unit, s.Paired.Blocks}
		}
		if within["unit"] != want.Unit || within["n"] != float64(want.N) {
			t.Errorf("%s: within %v, %+v", name, within, s.Paired)
		}
		alike, known := got["alike"].([]any)
		like := s.Likenesses(metrics.Every[metrics.Index("wait_mean_s")])
		if known != (like != nil) || len(alike) != len(like) {
			t.Errorf("%s: %v are alike, want %v", name, got["alike"], like)
			continue
		}
		for a, row := range like {
			for b, is := range row {
				want := map[metrics.Likeness]string{metrics.Different: "", metrics.Alike: "alike", metrics.Unknown: "unknown"}[is]
				if pairs[is]++; alike[a].([]any)[b] != want {
					t.Errorf("%s: run %d is like %v, want %v", name, a, alike[a], row)
				}
			}
		}
		for m, metric := range metrics.Every {
			for k, at := range s.In(metric) {
				is := standing(got["runs"].([]any)[k].(map[string]any)["stands"].([]any)[m].(string))
				seen[is]++
				if want := map[metrics.Standing]standing{metrics.Behind: behind, metrics.First: first, metrics.Best: best}[at]; is != want {
					t.Errorf("%s: %s of %s stands as %q, want %q", name, metric.Name, outcomes[k].Policy, is, want)
				}
			}
		}
	}
	if len(seen) != 3 || len(pairs) != 3 {
		t.Errorf("only %v and %v were seen", seen, pairs)
	}
}

// A group's interval is that of Compare of both sides, over the weeks in which the group has jobs.
func TestChangesOfGroupsAreThoseOfCompare(t *testing.T) {
	const n, groups, unix = 3000, 4, 1_000_000_000
	r := rand.New(rand.NewPCG(1, 2))
	var blobs [3][]byte
	number := func(x float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)) }
	var submit []int64
	var before, after []float64
	var of []int
	for range n {
		s, k := r.ExpFloat64()*20*86400, r.IntN(groups-1)
		if s > 100*86400 {
			k = groups - 1 // of the last few weeks only
		}
		submit, of = append(submit, int64(s)), append(of, k)
		before, after = append(before, 1000*r.ExpFloat64()), append(after, 900*r.ExpFloat64()+100*math.Sin(s/2e6))
		blobs[0] = append(blobs[0], number(s)...)
		blobs[1] = append(blobs[1], number(after[len(after)-1]-before[len(before)-1])...)
		blobs[2] = binary.LittleEndian.AppendUint32(blobs[2], uint32(k))
	}
	got := ask(t, New(Options{}), request(t, map[string]any{"id": 1, "op": "changes", "groups": groups, "unix_start": unix}, blobs[:]...))
	answer := got.Answer.(map[string]any)
	blocks := stats.Divide(submit, unix)
	if w := answer["within"].(map[string]any); w["unit"] != "week" || w["n"] != float64(blocks.N) {
		t.Errorf("within %v, want %d weeks", w, blocks.N)
	}
	for k := range groups {
		a, b := stats.NewSums(blocks.N), stats.NewSums(blocks.N)
		for i := range submit {
			if of[i] == k {
				a.Add(blocks.Of[i], before[i], 1)
				b.Add(blocks.Of[i], after[i], 1)
			}
		}
		want := stats.Compare(a, b, stats.Level)
		g := answer["groups"].([]any)[k].(map[string]any)
		switch half, known := g["half"].(float64); {
		case want.Blocks < stats.Least:
			if known {
				t.Errorf("group %d has jobs in %d weeks and an interval: %v", k, want.Blocks, g)
			}
		case !known || math.Abs(2*half-(want.Interval.High-want.Interval.Low)) > 1e-6*half || g["blocks_each"] != float64(want.Merged) ||
			g["dependent"] != want.Dependent:
			t.Errorf("group %d: %v, want %+v", k, g, want)
		}
	}
	if of := slices.Index(of, groups-1); of < 0 {
		t.Error("no job is in the last group")
	}
	bad := slices.Clone(blobs[2])
	bad[0] = groups
	wrong := map[string]any{"id": 1, "op": "changes", "groups": groups, "unix_start": unix}
	got = ask(t, New(Options{}), request(t, wrong, blobs[0], blobs[1], bad))
	if got.Error == "" {
		t.Errorf("a job of no group: %+v", got)
	}
}
