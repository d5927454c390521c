package sweep

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func parse(t testing.TB, text string) *Study {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// specs returns the canonical Spec of every run.
func specs(t testing.TB, s *Study) (all []string) {
	t.Helper()
	for i := range s.Len() {
		r, err := s.At(i)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(r.Spec.JSON()))
	}
	return all
}

const model = `"model":{"name":"lublin","jobs":30,"procs":16`

// The runs of a study, written out by hand: the last field varies fastest, policies after all
// others.
func TestAStudyStandsForTheseRuns(t *testing.T) {
	for _, c := range []struct {
		study string
		want  []string
	}{
		{`{"policies":["easy"]}`, []string{`{"workload":{"builtin":"default"},"policies":["easy"]}`}},
		{`{"policies":["easy","cons"],"shrink":[0.5,0.9]}`, []string{
			`{"workload":{"builtin":"default"},"policies":["easy"],"shrink":0.5}`,
			`{"workload":{"builtin":"default"},"policies":["cons"],"shrink":0.5}`,
			`{"workload":{"builtin":"default"},"policies":["easy"],"shrink":0.9}`,
			`{"workload":{"builtin":"default"},"policies":["cons"],"shrink":0.9}`,
		}},
		{`{"policies":["easy"],"workload":[{"builtin":"campus"},{` + model + `,"load":[0.5,0.7],"seed":{"from":3,"to":4}}}]}`, []string{
			`{"workload":{"builtin":"campus"},"policies":["easy"]}`,
			`{"workload":{` + model + `,"load":0.5,"seed":3}},"policies":["easy"]}`,
			`{"workload":{` + model + `,"load":0.5,"seed":4}},"policies":["easy"]}`,
			`{"workload":{` + model + `,"load":0.7,"seed":3}},"policies":["easy"]}`,
			`{"workload":{` + model + `,"load":0.7,"seed":4}},"policies":["easy"]}`,
		}},
		{`{"policies":["easy"],"user_groups":[50,20,10,5]}`, []string{
			`{"workload":{"builtin":"default"},"policies":["easy"],"user_groups":[50,20,10,5]}`,
		}},
		{`{"policies":["easy"],"user_groups":[[50,20,10,5],[40,20,10,5]]}`, []string{
			`{"workload":{"builtin":"default"},"policies":["easy"],"user_groups":[50,20,10,5]}`,
			`{"workload":{"builtin":"default"},"policies":["easy"],"user_groups":[40,20,10,5]}`,
		}},
		{`{"policies":["easy"],"user_groups":[null,[40,20,10,5]]}`, []string{
			`{"workload":{"builtin":"default"},"policies":["easy"]}`,
			`{"workload":{"builtin":"default"},"policies":["easy"],"user_groups":[40,20,10,5]}`,
		}},
		{`{"policies":["grid-sharing"],"grid":{"sites":[{"name":"a","procs":[16,32]},{"name":"b","procs":64}]}}`, []string{
			`{"workload":{"builtin":"default"},"policies":["grid-sharing"],"grid":{"sites":[{"name":"a","procs":16},{"name":"b","procs":64}]}}`,
			`{"workload":{"builtin":"default"},"policies":["grid-sharing"],"grid":{"sites":[{"name":"a","procs":32},{"name":"b","procs":64}]}}`,
		}},
		{`{"policies":["EASY"],"shrink":[{"from":0.5,"to":0.65,"step":0.05},2]}`, []string{
			`{"workload":{"builtin":"default"},"policies":["easy"],"shrink":0.5}`,
			`{"workload":{"builtin":"default"},"policies":["easy"],"shrink":0.55}`,
			`{"workload":{"builtin":"default"},"policies":["easy"],"shrink":0.6}`,
			`{"workload":{"builtin":"default"},"policies":["easy"],"shrink":0.65}`,
			`{"workload":{"builtin":"default"},"policies":["easy"],"shrink":2}`,
		}},
	} {
		if got := specs(t, parse(t, c.study)); !slices.Equal(got, c.want) {
			t.Errorf("%s stands for\n%s\nwant\n%s", c.study, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestARangeIsExactInDecimals(t *testing.T) {
	for text, want := range map[string]string{
		`{"from":1,"to":3}`:                                       "1 2 3",
		`{"from":0.1,"to":0.5,"step":0.1}`:                        "0.1 0.2 0.3 0.4 0.5",
		`{"from":-0.2,"to":0.25,"step":0.15}`:                     "-0.2 -0.05 0.1 0.25",
		`{"from":-1,"to":1}`:                                      "-1 0 1",
		`{"from":5,"to":5}`:                                       "5",
		`{"from":1,"to":2,"step":0.75}`:                           "1 1.75",
		`{"from":18446744073709551614,"to":18446744073709551615}`: "18446744073709551614 18446744073709551615",
	} {
		n, err := parseNumbers([]byte(text), "seed")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range n.count {
			got = append(got, string(n.write(nil, i)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is %v, want %s", text, got, want)
		}
	}
}

func TestErrorsOfStudiesSayWhatAndWhere(t *testing.T) {
	const empty = "the list is empty: name at least one value, or leave it out"
	for text, want := range map[string]string{
		``:                         "the study's JSON cannot be read: the JSON ends too early: the file is cut off or empty",
		`[]`:                       "the study is not a JSON object: give an experiment with lists where values vary",
		`{"policies":["easy"]} {}`: "unexpected data after the study's JSON object",
		`{"polices":["easy"]}`:     `the study: polices: unknown field "polices": did you mean policies?`,
		`{"policies":["easy"],"workload":{"modle":{}}}`: `the study: workload.modle: unknown field "modle": did you mean model?`,
		`{"policies":[]}`:                   "the study: policies: " + empty,
		`{"policies":["easy"],"shrink":[]}`: "the study: shrink: " + empty,
		`{"policies":[["easy"],["cons"]]}`: "the study: policies: a list inside a list: " +
			"write its values into the outer one",
		`{"policies":["easy"],"shrink":[[1,2]]}`: "the study: shrink: a list inside a list: " +
			"write its values into the outer one",
		`{"policies":["easy"],"shrink":{"from":2,"to":1}}`:          "the study: shrink: a range goes up, by a step above 0",
		`{"policies":["easy"],"shrink":{"from":1,"to":2,"step":0}}`: "the study: shrink: a range goes up, by a step above 0",
		`{"policies":["easy"],"shrink":{"from":1}}`: `the study: shrink: a range is written {"from": 1, "to": 16} or ` +
			`{"from": 0.5, "to": 1, "step": 0.05}`,
		`{"policies":["easy"],"shrink":{"from":1,"to":1e9}}`: "the study: shrink: 1e9: write the numbers of a range " +
			"without an exponent and with 30 digits at most",
		`{"policies":["easy"],"shrink":{"from":1,"to":10000001}}`: "the study: shrink: more than 10000000 values: split the study",
		`{"policies":["easy"],"shrink":{"from":1,"to":40000},"procs":{"from":1,"to":40000}}`: "the study: " +
			"shrink: more than 10000000 runs: split the study",
	} {
		if _, err := Parse([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"policies":["easy","ezsy"]}`: `run 2 of the study (policies ezsy): unknown policy "ezsy"; did you mean easy?`,
		`{"policies":["easy"],"shrink":[1,-1]}`: "run 2 of the study (shrink -1, policies easy): shrink is -1: " +
			"give a number from 0 to 1000000",
		`{"policies":["easy"],"workload":{"model":{"name":["lublin","dublin"]}}}`: "run 2 of the study (workload.model.name dublin, " +
			`policies easy): unknown workload model "dublin": it is lublin or empirical`,
	} {
		s := parse(t, text)
		if _, err := s.Digest(0); err != nil {
			t.Error(err)
		}
		if _, err := s.Digest(1); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
		if _, err := s.At(1); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
}

// digests returns those of all runs.
func digests(t testing.TB, s *Study) (all []Digest) {
	t.Helper()
	for i := range s.Len() {
		d, err := s.Digest(i)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

// However a run is written, its address is the same; two runs that differ have different ones.
func TestTheAddressIsThatOfTheRunNotOfTheStudy(t *testing.T) {
	one := digests(t, parse(t, `{"policies":["easy","cons"],"shrink":[1,0.9],"workload":{`+model+`,"seed":{"from":1,"to":3}}}}`))
	same := digests(t, parse(t, `{"workload":[{`+model+`,"seed":3}},{`+model+`,"seed":[1,2]}}],
		"width":"allocated","shrink":[0.90,1.0],"policies":["Cons","EASY"]}`))
	slices.SortFunc(one, compare)
	slices.SortFunc(same, compare)
	if !slices.Equal(one, same) {
		t.Error("the same runs written in another order and with defaults have other addresses")
	}
	if len(slices.Compact(one)) != 12 {
		t.Error("two of 12 runs have one address")
	}
	for _, other := range []string{
		`{"policies":["easy"],"workload":{` + model + `,"seed":9}}}`, `{"policies":["fcfs"],"workload":{` + model + `,"seed":1}}}`,
		`{"policies":["easy"],"shrink":0.8,"workload":{` + model + `,"seed":1}}}`,
		`{"policies":["easy"],"overrun":"extend","workload":{` + model + `,"seed":1}}}`,
	} {
		if slices.Contains(one, digests(t, parse(t, other))[0]) {
			t.Errorf("%s has the address of another run", other)
		}
	}
}

// Cores of nodes are a default for a workload that is drawn, and none for a log.
func TestTheAddressKnowsWhatTheWorkloadMakesOfThePlatform(t *testing.T) {
	s := parse(t, `{"workload":{"file":"a.swf"},"shared":{"nodes":64,"cores":[1,2]},"policies":["easy"]}`)
	s.fix(map[string]string{"a.swf": "1"}, nil)
	if d := digests(t, s); d[0] == d[1] {
		t.Error("on a log, nodes of one core and of two have one address")
	}
}

// The address changes with the bytes of the log and not with where it is.
func TestTheAddressIsOfTheLogsBytes(t *testing.T) {
	at := func(name, sha256 string) Digest {
		s := parse(t, `{"workload":{"file":"`+name+`"},"policies":["easy"]}`)
		s.fix(map[string]string{name: sha256}, nil)
		return digests(t, s)[0]
	}
	if at("x/a.swf", "1") != at("../a.swf", "1") {
		t.Error("the folder of the log changes the address")
	}
	if at("a.swf", "1") == at("a.swf", "2") {
		t.Error("another log of the same name has the same address")
	}
}

func TestTheLogsAreThoseThatRunsNeed(t *testing.T) {
	for text, want := range map[string]string{
		`{"policies":["easy"]}`: "",
		`{"policies":["easy"],"workload":{"model":{"name":"lublin","seed":{"from":1,"to":1000000}}}}`:                                 "",
		`{"policies":["easy"],"workload":{"file":["b","a"]}}`:                                                                         "b a",
		`{"policies":["easy"],"workload":[{"file":"b"},{"model":{"name":"empirical","from":"a","seed":[1,2]}},{"builtin":"campus"}]}`: "b a",
	} {
		names, err := parse(t, text).Logs()
		if err != nil || strings.Join(names, " ") != want {
			t.Errorf("%s needs %v, %v, want %s", text, names, err, want)
		}
	}
}

// FuzzParse: what is read as a study stands for JSON objects, each either a Spec with an address
// or an error.
func FuzzParse(f *testing.F) {
	f.Add(`{"policies":["easy","cons"],"shrink":[{"from":0.5,"to":0.65,"step":0.05},2],"workload":[{"file":"a"},{` + model + `}}]}`)
	f.Add(`{"policies":["grid-sharing"],"grid":{"sites":[{"name":"a","procs":[16,32]},{"name":"b","procs":64}]},"user_groups":[[1,2]]}`)
	f.Add(`{"policies":[["easy"],"cons"],"user_groups":[null,[1]]}`)
	f.Add(`{"policies":["easy"],"cluster":{},"rules":[],"shared":{"nodes":[1,2]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse([]byte(text))
		if err != nil {
			return
		}
		if s.Len() < 1 || s.Len() > MaxRuns {
			t.Fatalf("%d runs", s.Len())
		}
		for i := range min(s.Len(), 20) {
			if !json.Valid(s.join(i/s.rest.count, i%s.rest.count)) {
				t.Fatalf("run %d is %s", i, s.join(i/s.rest.count, i%s.rest.count))
			}
			r, err := s.At(i)
			d, err2 := s.Digest(i)
			if (err == nil) != (err2 == nil) || err == nil && d != r.Digest {
				t.Fatalf("run %d: %v, %v", i, err, err2)
			}
			if err == nil && len(r.Spec.Policies) != 1 {
				t.Fatalf("run %d has the policies %v", i, r.Spec.Policies)
			}
		}
	})
}

// BenchmarkPlanMillion computes the addresses of a million runs.
func BenchmarkPlanMillion(b *testing.B) {
	b.ReportAllocs()
	runs := 0
	for b.Loop() {
		s := parse(b, `{"workload":{"model":{"name":"lublin","jobs":1000,"procs":128,"load":{"from":0.5,"to":0.99,"step":0.01},`+
			`"seed":{"from":1,"to":1000}}},"policies":["easy","cons"],"shrink":{"from":0.5,"to":0.95,"step":0.05}}`)
		if _, err := NewPlan(b.Context(), b.TempDir(), s, nil, nil); err != nil {
			b.Fatal(err)
		}
		runs += s.Len()
	}
	b.ReportMetric(float64(runs)/b.Elapsed().Seconds(), "runs/s")
}
