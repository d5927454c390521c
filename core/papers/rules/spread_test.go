package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A claim is undecided if the trainings on some draw reverse it; each approach is compared with the others on
// the same draw, and one that was trained less often with its last training.
func TestClaimsAreJudgedOnEachDraw(t *testing.T) {
	r := &paper.Results{Setting: paper.First(paper.Full)}
	objectives := map[string][]float64{pitts.title: {10, 11, 12}, cca.title: {8, 9, 12.5}, prob.title: {20, 21, 22}}
	of := func(_ *paper.Results, k int) paper.Source {
		return func(set, row, _ string) float64 { return objectives[row][k-1] }
	}
	for _, c := range []struct {
		below, above string
		want         paper.Verdict
		note         string
	}{
		{cca.title, pitts.title, paper.Undecided, "2 of 3 draws"},
		{pitts.title, prob.title, paper.Holds, "3 of 3 draws"},
		{prob.title, pitts.title, paper.Fails, "0 of 3 draws"},
	} {
		v, note := judgedBy(r, of, func(at paper.Source) bool { return at(ctc.key, c.below, objective) < at(ctc.key, c.above, objective) })
		if v != c.want || !strings.Contains(note, c.note) {
			t.Errorf("%s below %s: %s%s, want %s, %s", c.below, c.above, v, note, c.want, c.note)
		}
	}
	if m := source(of).medians(r)(ctc.key, cca.title, objective); m != 9 {
		t.Errorf("the median of 8, 9 and 12.5 is %v", m)
	}
	if m := source(of).medians(r)("kth", cca.title, objective); m != 8 {
		t.Errorf("of the only training on KTH the median is %v", m)
	}
}

// Settings share no draw and no training on a set, and labels do not tell them apart.
func TestEverySettingTrainsWithItsOwnSeeds(t *testing.T) {
	for _, s := range allSets {
		for _, scale := range []paper.Scale{paper.Quick, paper.Full} {
			seen, labels := map[uint64]bool{}, ""
			for seed := range uint64(3) {
				at := paper.Setting{Scale: scale, Seed: seed + 1}
				var all []string
				for k := range draws(at) {
					n := s.seed(at, k+1)
					if seen[n] {
						t.Errorf("%s: seed %d twice", s.title, n)
					}
					seen[n] = true
				}
				if n := s.times(at, pitts.title); n > draws(at) || n > drawsTrained {
					t.Errorf("%s: %d trainings on %d draws", s.title, n, draws(at))
				}
				for _, run := range s.trainingsOf(at, pitts) {
					all = append(all, run.Label)
				}
				if text := fmt.Sprint(all); labels == "" {
					labels = text
				} else if text != labels {
					t.Errorf("%s: labels %s and %s", s.title, labels, text)
				}
			}
		}
	}
}

// The first draws of many are those that are trained on.
func TestRescaledDrawsAreTheJobSets(t *testing.T) {
	at := paper.First(paper.Quick)
	for _, s := range allSets {
		l := Paper().Loader(at, nil)
		w, err := s.unscaled(l)
		if err != nil {
			t.Fatal(err)
		}
		all := do(t, s.rescaled(at), w, &paper.Aid{Workers: 1}).Series[objective]
		for k := range s.times(at, pitts.title) {
			drawn, err := s.make(l, k+1)
			if err != nil {
				t.Fatal(err)
			}
			want := do(t, s.strategies(at, k+1), drawn, &paper.Aid{Workers: 1}).Series[objective]
			if from := min(k*len(want), len(all)-len(want)); !slices.Equal(all[from:from+len(want)], want) {
				t.Errorf("%s, draw %d: %v, the job set gives %v", s.title, k+1, all[from:from+len(want)], want)
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
