package record

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// invented is a paper with three choices of two values each, and its numbers in three groups.
var (
	invented = &paper.Paper{Key: "invented", Choices: []*paper.Choice{yesNo("a"), yesNo("b"), yesNo("c")},
		JobSets: func(paper.Setting) []paper.JobSet { return nil },
		Experiments: func(paper.Setting) []paper.Experiment {
			return []paper.Experiment{{ID: "invented/table1", Kind: paper.Table}}
		}}
	threeGroups = []string{"x", "y", "z"}
)

func yesNo(key string) *paper.Choice {
	return &paper.Choice{Key: key, Values: []paper.Answer{{Name: "no"}, {Name: "yes"}}}
}

// numbers returns for each group a number that far away, and some that do not count.
func numbers(distance func(group string, r paper.Reading) float64, r paper.Reading) []*paper.Evaluation {
	e := &paper.Evaluation{Experiment: &paper.Experiment{}}
	add := func(n paper.Number) {
		n.Row = fmt.Sprint(len(e.Numbers))
		e.Numbers = append(e.Numbers, n)
		e.Experiment.Published = append(e.Experiment.Published, paper.Published{Row: n.Row})
	}
	for _, g := range threeGroups {
		add(paper.Number{ID: g, Published: 1, Ours: numeral.JSON(math.Exp2(distance(g, r))), Verdict: paper.Differs, Class: paper.Measured,
			Groups: []string{g}})
	}
	// None of these counts.
	add(paper.Number{Published: 1, Ours: 2, Verdict: paper.Differs, Class: paper.Measured, Groups: threeGroups[:2]})
	add(paper.Number{Published: 1, Ours: 2, Verdict: paper.Differs, Class: paper.Input, Groups: threeGroups[:1]})
	add(paper.Number{Published: 1, Ours: numeral.JSON(math.NaN()), Verdict: paper.None, Class: paper.Measured, Groups: threeGroups[:1]})
	add(paper.Number{Ours: 2, Groups: threeGroups[:1]})
	return []*paper.Evaluation{e}
}

func league(t *testing.T, budget int, distance func(string, paper.Reading) float64) (*League, []string) {
	t.Helper()
	var tried []string
	l, err := NewLeague(t.Context(), paper.Catalogue{invented}, paper.Options{Scale: paper.Quick}, Search{Budget: budget,
		Tried: func(done int, r paper.Reading) { tried = append(tried, r.String()) },
		Evaluate: func(r paper.Reading) ([]*paper.Evaluation, error) {
			return numbers(distance, r), nil
		}}, "invented")
	if err != nil {
		t.Fatal(err)
	}
	return l, tried
}

// Two changes each help all groups: the search finds both, and no reading twice.
func TestALeagueFindsTheBestReading(t *testing.T) {
	l, tried := league(t, 0, func(_ string, r paper.Reading) float64 {
		d := 0.9
		for _, key := range []string{"a", "c"} {
			if r[key] == "yes" {
				d -= 0.4
			}
		}
		return d + 0.01*float64(len(r))
	})
	if got := l.Trials[0].Reading.String(); got != "a=yes,c=yes" || !l.Whole {
		t.Errorf("the best reading is %s, whole %t", got, l.Whole)
	}
	for _, f := range l.Folds {
		if f.Chosen.String() != "a=yes,c=yes" || math.Abs(f.Held.Mean-0.12) > 1e-12 || f.Held.Numbers != 1 || f.Others.Numbers != 2 ||
			math.Abs(f.First.Mean-0.9) > 1e-12 {
			t.Errorf("fold %+v", f)
		}
	}
	var held []string
	for i, h := range l.Held {
		if held = append(held, h.ID); h.Reading != "a=yes,c=yes" || float64(h.Ours) != math.Exp2(0.12) || h.Verdict != paper.Differs {
			t.Errorf("number %d held out: %+v, ours %v", i, h, h.Ours)
		}
	}
	if !slices.Equal(held, threeGroups) {
		t.Errorf("held out are the numbers %v, want %v", held, threeGroups)
	}
	seen := map[string]bool{}
	for _, r := range tried {
		if seen[r] {
			t.Errorf("%q is computed twice", r)
		}
		seen[r] = true
	}
	if tried[0] != "" || len(tried) != len(l.Trials) || len(tried) == 8 {
		t.Errorf("%d readings are computed, %q first, %d in the league", len(tried), tried[0], len(l.Trials))
	}
}

// A change that helps one group alone is chosen for the others, and is seen to fail on those
// that had no part in the choice.
func TestAFitShows(t *testing.T) {
	l, _ := league(t, 0, func(g string, r paper.Reading) float64 {
		if r["b"] != "yes" {
			return 0.5
		}
		return map[string]float64{"x": 0.1, "y": 0.5, "z": 0.8}[g]
	})
	for i, want := range []struct {
		chosen string
		held   float64
	}{{"", 0.5}, {"b=yes", 0.5}, {"b=yes", 0.8}} {
		f := l.Folds[i]
		if f.Group != threeGroups[i] || f.Chosen.String() != want.chosen || math.Abs(f.Held.Mean-want.held) > 1e-12 ||
			math.Abs(f.First.Mean-0.5) > 1e-12 {
			t.Errorf("%s: chose %q, which has %v there; want %+v", f.Group, f.Chosen, f.Held, want)
		}
	}
}

func TestABudgetEndsTheSearch(t *testing.T) {
	l, tried := league(t, 3, func(_ string, r paper.Reading) float64 { return 1 / float64(2+len(r)) })
	if len(tried) != 3 || l.Whole || len(l.Folds) != 3 {
		t.Errorf("%d readings, whole %t, %d folds", len(tried), l.Whole, len(l.Folds))
	}
}

// What was chosen by the printed numbers takes no part.
func TestALeagueLeavesOutWhatIsFitted(t *testing.T) {
	b := &invented.Choices[1].Values[1]
	b.Fitted = true
	defer func() { b.Fitted = false }()
	_, tried := league(t, 0, func(_ string, r paper.Reading) float64 { return 0.5 - 0.1*float64(len(r)) })
	if len(tried) != 4 || slices.ContainsFunc(tried, func(r string) bool { return strings.Contains(r, "b=") }) {
		t.Errorf("tried %q", tried)
	}
}

// What the numbers of a group chose is scored on the other groups alone, and may be chosen only for them. It
// counts for a league that begins with it, too.
func TestALeagueScoresNothingOnWhatChoseIt(t *testing.T) {
	b := &invented.Choices[1].Values[1]
	b.Fitted, b.By = true, []string{"x"}
	defer func() { b.Fitted, b.By = false, nil }()
	for _, start := range []paper.Reading{nil, {"b": "yes"}} {
		l, err := NewLeague(t.Context(), paper.Catalogue{invented}, paper.Options{Scale: paper.Quick, Reading: start}, Search{
			Evaluate: func(r paper.Reading) ([]*paper.Evaluation, error) {
				return numbers(func(string, paper.Reading) float64 { return 0.5 - 0.1*float64(len(r)) }, r), nil
			}}, "invented")
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"a=yes,c=yes", "a=yes,b=yes,c=yes", "a=yes,b=yes,c=yes"} {
			if got := l.Folds[i].Chosen.String(); got != want {
				t.Errorf("from %q: %s has %s, want %s", start, l.Folds[i].Group, got, want)
			}
		}
		text := l.Markdown()
		for _, want := range []string{"| a=yes,b=yes,c=yes | 0.200* | 0.200* | 0.200 | 0.200 |", "A * marks numbers"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in:\n%s", want, text)
			}
		}
	}
}

// Two changes that help only together are found by a product alone, and one that changes nothing is left out.
func TestALeagueTriesAProduct(t *testing.T) {
	for _, product := range [][]string{nil, {"a", "b"}} {
		l, err := NewLeague(t.Context(), paper.Catalogue{invented}, paper.Options{Scale: paper.Quick}, Search{Product: product,
			Evaluate: func(r paper.Reading) ([]*paper.Evaluation, error) {
				return numbers(func(string, paper.Reading) float64 {
					if r["a"] == "yes" && r["b"] == "yes" {
						return 0.1
					}
					return 0.5 + 0.1*float64(len(r.Only(&paper.Paper{Choices: invented.Choices[:2]})))
				}, r), nil
			}}, "invented")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := l.Folds[0].Chosen.String(), map[bool]string{true: "a=yes,b=yes"}[product != nil]; got != want {
			t.Errorf("the product of %q finds %q, want %q", product, got, want)
		}
		if slices.ContainsFunc(l.Trials, func(t Trial) bool { return t.Reading["c"] != "" }) {
			t.Errorf("c changes nothing, and is a trial: %s", l.Markdown())
		}
	}
	_, err := NewLeague(t.Context(), paper.Catalogue{invented}, paper.Options{Scale: paper.Quick}, Search{Product: []string{"d"},
		Evaluate: func(r paper.Reading) ([]*paper.Evaluation, error) {
			return numbers(func(string, paper.Reading) float64 { return 1 }, r), nil
		},
	}, "invented")
	if err == nil || !strings.Contains(err.Error(), `no choice "d"`) {
		t.Error(err)
	}
}

// A real paper: its numbers know the group that they come from.
func TestALeagueOfTheDemo(t *testing.T) {
	l, err := NewLeague(t.Context(), paper.Catalogue{papertest.Demo()}, paper.Options{Scale: paper.Quick}, Search{}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Trials) != 2 || len(l.Groups) != 1 || l.Groups[0] != "small" || len(l.Folds) != 0 {
		t.Errorf("%d trials, groups %v, %d folds", len(l.Trials), l.Groups, len(l.Folds))
	}
}

func TestALeagueRefuses(t *testing.T) {
	other := *invented
	other.Key, other.Choices = "other", nil
	other.Experiments = func(paper.Setting) []paper.Experiment {
		return []paper.Experiment{{ID: "other/table1", Kind: paper.Table}}
	}
	c := paper.Catalogue{invented, &other}
	for ids, want := range map[string]string{"invented": "no printed numbers", "other": "declares no choices",
		"neither": "unknown experiment", "": "two papers"} {
		_, err := NewLeague(t.Context(), c, paper.Options{Scale: paper.Quick}, Search{}, strings.Fields(ids)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", ids, err, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct{ published, ours, want float64 }{
		{100, 100, 0}, {0, 0, 0}, {100, 200, 1}, {100, 50, 1}, {100, 1000, 1}, {100, math.Sqrt2 * 100, 0.5}, {0, 1, 1}, {1, 0, 1},
		{1, -1, 1},
	} {
		n := paper.Number{Published: numeral.JSON(c.published), Ours: numeral.JSON(c.ours), Verdict: paper.Differs, Class: paper.Measured}
		if d, ok := distance(&n); !ok || math.Abs(d-c.want) > 1e-12 {
			t.Errorf("%v beside %v is %v away, want %v", c.ours, c.published, d, c.want)
		}
	}
	for ends, want := range map[[2]float64]float64{{50, 200}: 1, {100, 200}: 0.5, {90, 1000}: (math.Log2(100.0/90) + 1) / 2} {
		n := paper.Number{Published: 100, Ours: numeral.JSON(ends[0]), Most: numeral.JSON(ends[1]), Verdict: paper.Undecided,
			Class: paper.Measured}
		if d, ok := distance(&n); !ok || math.Abs(d-want) > 1e-12 {
			t.Errorf("%v beside 100 is %v away, want %v", ends, d, want)
		}
	}
}

func TestALeagueIsPrinted(t *testing.T) {
	l, _ := league(t, 0, func(_ string, r paper.Reading) float64 { return 0.5 - 0.1*float64(len(r)) })
	text := l.Markdown()
	for _, want := range []string{"| reading | all (3) | x (1) | y (1) | z (1) |", "| a=yes,b=yes,c=yes | 0.200 | 0.200 | 0.200 | 0.200 |",
		"| x | a=yes,b=yes,c=yes | 0.200 | 0.200 | 0.500 |", "| defaults | 0.500 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}
