package rules

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func randomBase(r *rand.Rand, n int) *Base {
	b := NewBase("näme \"quoted\", <b>", "trained on nothing, 100 %", nil)
	switch n % 4 {
	case 0:
		b.Controller = randomRigid(r, Strategy(NumStrategies))
	case 1:
		b.Controller = randomFuzzy(r, StrategyNames)
	case 2:
		b.Controller, _ = NewPair(randomFuzzy(r, OrderNames), randomFuzzy(r, AlgorithmNames))
	case 3:
		b.Controller = always(Strategy(n % NumStrategies))
		b.Bounds, b.Advantage = Bounds{90, 12.5, 1e-3, 0}, Advantage{5, 4, 3, 2, 1}
	}
	return b
}

func write(t testing.TB, b *Base) string {
	t.Helper()
	var w bytes.Buffer
	if err := Write(&w, b); err != nil {
		t.Fatal(err)
	}
	return w.String()
}

func TestKindsAreToldInWords(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	two, err := NewPair(randomFuzzy(r, OrderNames), randomFuzzy(r, AlgorithmNames))
	if err != nil {
		t.Fatal(err)
	}
	one := two.orders
	one.rules = one.rules[:1]
	for want, c := range map[string]Controller{
		"always greedy":                   always(GreedyStrategy),
		"a rigid rule base of":            randomRigid(r, Strategy(NumStrategies)),
		"a fuzzy rule base of 1 rule":     one,
		"1 rule for the order and one of": two,
		"a rule base of the type <nil>":   nil,
	} {
		if got := Kind(c); !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}

// As part of other JSON a rule base is what it is in its file.
func TestPartOfJSONIsTheFile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 8 {
		want := []*Base{randomBase(r, n)}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got []*Base
		if err := json.Unmarshal(text, &got); err != nil || len(got) != 1 || write(t, got[0]) != write(t, want[0]) {
			t.Fatalf("%s is read as %v, %v", text, got, err)
		}
	}
	if _, err := json.Marshal(NewBase("", "", nil)); err == nil {
		t.Error("a rule base of nothing is written")
	}
	got := NewBase("kept", "", nil)
	if err := json.Unmarshal([]byte(`{"format": "x"}`), got); err == nil || got.Name != "kept" {
		t.Errorf("a bad rule base gives %v and leaves %+v", err, got)
	}
}

func TestAFileIsTheRuleBase(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for n := range 80 {
		b := randomBase(r, n)
		text := write(t, b)
		got, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if write(t, got) != text || got.Name != b.Name || got.About != b.About || got.Bounds != b.Bounds || got.Advantage != b.Advantage {
			t.Fatalf("the file\n%s\nbecame\n%s", text, write(t, got))
		}
		for range 50 {
			x := randomState(r)
			if got.Controller.Decide(&x) != b.Controller.Decide(&x) {
				t.Fatalf("case %d decides otherwise in %v", n, x)
			}
		}
		if f, ok := b.Controller.(*Fuzzy); ok && !reflect.DeepEqual(encode(got.Controller.(*Fuzzy)), encode(f)) {
			t.Fatal("the numbers differ")
		}
	}
}

const small = `{
  "format": "backfill rule base 1",
  "name": "by hand",
  "about": "",
  "groups_above_percent": [8, 2, 1, 0.1],
  "greedy_advantage_s": [216000, 86400, 0, 0, 0],
  "fuzzy": {
    "rules": [
      {
        "when": [
          {"feature": "sd", "mean": 1.5, "sigma": 0.25},
          {"feature": "prcwq1", "mean": 20, "sigma": 10}
        ],
        "strongly_for": ["narrow-easy", "greedy"],
        "for": [],
        "against": [],
        "strongly_against": ["submit-fcfs"]
      }
    ]
  }
}
`

func TestAFileIsReadable(t *testing.T) {
	b, err := Read(strings.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	if got := write(t, b); got != small {
		t.Fatalf("it is written as\n%s", got)
	}
	var x Vector
	if got := b.Controller.Decide(&x); got.String() != "narrow-easy" {
		t.Fatalf("of equals the first is not taken, but %s", got)
	}
	rigid := `{"format": "backfill rule base 1", "rigid": {"partitions": [{"feature": "um", "bounds": [80]}],
		"rules": [{"when": "um > 80", "then": "greedy"}, {"when": "um <= 80", "then": "submit-cons"}]}}`
	if b, err = Read(strings.NewReader(rigid)); err != nil {
		t.Fatal(err)
	}
	if got := b.Controller.(*Rigid).Choice(); got[0].String() != "submit-cons" || got[1].String() != "greedy" ||
		b.Bounds != DefaultBounds || b.Advantage != DefaultAdvantage {
		t.Fatalf("%+v, %v", b, got)
	}
}

func TestBadFilesAreOneClearError(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(small, old) {
			t.Fatalf("the file has no %q", old)
		}
		return strings.Replace(small, old, new, 1)
	}
	for _, c := range []struct{ file, want string }{
		{"", "line 1: the JSON ends too early"},
		{"[]", "line 1:"},
		{small[:300], "line 12: the JSON ends too early"},
		{small + "x", "line"},
		{small + "{}", "more text follows"},
		{change(`by hand",`, `by hand"`), "line 4: not JSON: '\"' stands where"},
		{change(`rule base 1`, `rule base 2`), `the format is "backfill rule base 2"`},
		{change(`"name"`, `"nom"`), `unknown field "nom"`},
		{change(`"name"`, `"Name"`), `line 3: the field "Name" is given twice or not in small`},
		{change(`"about": ""`, `"name": ""`), `line 4: the field "name" is given twice`},
		{change(`"by hand"`, `"by\nhand"`), "not one line"},
		{change(`[8, 2, 1, 0.1]`, `[8, 2, 1]`), "groups_above_percent has 3 numbers, not 4"},
		{change(`[8, 2, 1, 0.1]`, `[8, 2, 2, 0.1]`), "falling percentages"},
		{change(`86400`, `-1`), "greedy_advantage_s[1] is -1: give a whole number from 0 to 100000000000"},
		{change(`86400`, `0.5`), "line 6: greedy_advantage_s is 0.5: give a whole number"},
		{change(`"prcwq1"`, `"prcwq9"`), `fuzzy: rule 1: unknown feature "prcwq9": give one of sd, um`},
		{change(`"prcwq1"`, `"sd"`), "the feature sd occurs twice"},
		{change(`"sigma": 10`, `"sigma": 0`), "fuzzy.rules[0].when[1].sigma is 0: give a number from 1e-6 to 1000000000"},
		{change(`"sigma": 10`, `"sigma": 1e999`), "line 12: fuzzy.rules.when.sigma is 1e999: give a number"},
		{change(`, "sigma": 10`, ``), "prcwq1 has no mean or no sigma"},
		{change(`"greedy"]`, `"greed"]`), `unknown output "greed"`},
		{change(`"submit-fcfs"`, `"greedy"`), "greedy occurs twice"},
		{change(`"rules": [`, `"rules": [{"when": []},`), "fuzzy: rule 2: its features differ from those of rule 1"},
		{change(`"fuzzy"`, `"orders"`), "give one of rigid, fuzzy"},
		{change(`"fuzzy": {`, `"fuzzy": {"rules": []}, "orders": {`), "give one of rigid, fuzzy"},
		{change(`"fuzzy": {`, `"orders": {"rules": []}, "algorithms": {`), "orders: a fuzzy rule base of 0 rules, expected 1 to 256"},
		{`{"format": "backfill rule base 1", "rigid": {"partitions": [{"feature": "um", "bounds": [80]}],
			"rules": [{"when": "um > 80", "then": "greedy"}, {"when": "um > 80", "then": "greedy"}]}}`, "rigid: rule 2"},
		{`{"format": "backfill rule base 1", "rigid": {"partitions": [], "rules": [{"when": "always", "then": "nothing"}]}}`,
			`unknown strategy "nothing"`},
		{`{"format": "backfill rule base 1", "rigid": {"rules": []}}`,
			"rigid: a rigid rule base of 1 situations needs as many strategies, not 0"},
		{strings.Repeat("[", 100000), "line 1"},
	} {
		_, err := Read(strings.NewReader(c.file))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, not %q", c.file, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	f.Add([]byte(small))
	for n := range 4 {
		var w bytes.Buffer
		if err := Write(&w, randomBase(r, n)); err != nil {
			f.Fatal(err)
		}
		f.Add(w.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Read(bytes.NewReader(data))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("the error has several lines: %q", err)
			}
			return
		}
		text := write(t, b)
		again, err := Read(strings.NewReader(text))
		if err != nil || write(t, again) != text {
			t.Fatalf("what was read is written as\n%s\nand read as %v", text, err)
		}
		x := Vector{3, 50, 20, 20, 20, 20, 20}
		b.Controller.Decide(&x)
	})
}
