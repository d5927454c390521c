package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A claim is undecided if single trainings reverse it, and counts only those of the approaches
// that it compares.
func TestClaimsAreJudgedByEachTraining(t *testing.T) {
	r := &paper.Results{Setting: paper.First(paper.Full)}
	objectives := map[string][]float64{pitts.title: {10, 11, 12}, cca.title: {8, 9, 11.5}, prob.title: {20, 21, 22}}
	of := func(r *paper.Results, by pick) paper.Source {
		return func(set, row, _ string) float64 {
			for k, v := range objectives[row] {
				if nth(k+1)(r, set, row) == by(r, set, row) {
					return v
				}
			}
			t.Fatal(by(r, set, row))
			return 0
		}
	}
	for _, c := range []struct {
		below, above string
		want         paper.Verdict
		note         string
	}{
		{cca.title, pitts.title, paper.Undecided, "7 of 9 combinations"},
		{pitts.title, prob.title, paper.Holds, "9 of 9 combinations"},
		{prob.title, pitts.title, paper.Fails, "0 of 9 combinations"},
	} {
		v, note := judgedBy(r, of, func(at paper.Source) bool { return at(ctc.key, c.below, objective) < at(ctc.key, c.above, objective) })
		if v != c.want || !strings.Contains(note, c.note) {
			t.Errorf("%s below %s: %s%s, want %s, %s", c.below, c.above, v, note, c.want, c.note)
		}
	}
	v, note := judgedBy(r, of, func(at paper.Source) bool { return at(ctc.key, cca.title, objective) < 9 })
	if v != paper.Undecided || !strings.Contains(note, "1 of 3 trainings") {
		t.Errorf("%s%s", v, note)
	}
}

// Settings share no training on a set, and labels do not tell them apart.
func TestEverySettingTrainsWithItsOwnSeeds(t *testing.T) {
	for _, s := range allSets {
		for _, scale := range []paper.Scale{paper.Quick, paper.Full} {
			seen, labels := map[uint64]bool{}, ""
			for seed := range uint64(3) {
				at := paper.Setting{Scale: scale, Seed: seed + 1}
				var all []string
				for k := range s.times(at) {
					n := s.seed(at, k+1)
					if seen[n] {
						t.Errorf("%s: seed %d twice", s.title, n)
					}
					seen[n] = true
					all = append(all, s.train(at, pitts, k+1).Label)
				}
				if text := fmt.Sprint(all); labels == "" {
					labels = text
				} else if text != labels {
					t.Errorf("%s: labels %s and %s", s.title, labels, text)
				}
			}
			for n := range uint64(len(seen)) {
				if !seen[n+1] {
					t.Errorf("%s: no setting trains with seed %d", s.title, n+1)
				}
			}
		}
	}
}

// Each value of a choice changes what it is about: CTC's job set, or the search for the front.
func TestChoicesChangeWhatIsComputed(t *testing.T) {
	digest := func(at paper.Setting) string {
		front := ctc.front(at).Task
		return fmt.Sprint(made(t, "ctc", Paper().Loader(at, nil)).SHA256(), len(front.After), front.Params)
	}
	for _, c := range choices {
		if c == cleaningChoice {
			continue // without the log, nothing is restored
		}
		seen := map[string]string{}
		for _, v := range c.Values {
			at := paper.First(paper.Quick)
			at.Reading = paper.Reading{c.Key: v.Name}
			d := digest(at)
			if other, ok := seen[d]; ok {
				t.Errorf("%s: %s computes what %s does", c.Key, v.Name, other)
			}
			seen[d] = v.Name
		}
	}
	first, second := paper.First(paper.Quick), paper.First(paper.Quick)
	second.Seed = 2
	if digest(first) == digest(second) {
		t.Error("the scaling does not depend on the setting's seed")
	}
}
