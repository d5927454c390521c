package experiment

import (
	"io"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/trace"
)

func TestBadSpecsAreRefusedInWords(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{``, "cannot be read"},
		{`[]`, "cannot be read"},
		{`{"policies":["easy"],"speed":3}`, `unknown field "speed"`},
		{`{"policies":["easy"],"workload":{"file":"a","timezone":"UTC"}}`, `cannot be read: the field "timezone" is "time_zone" now`},
		{`{"policies":["easy"]} {}`, "unexpected data after the experiment"},
		{`{}`, "no policy is named"},
		{`{"jobName":"a","start":1}`, "no member of an experiment, such as workload or policies, and is no log"},
		{"{\"a\":{\"workload\":1}}\n{\"a\":2}", "no member of an experiment"},
		{`{"SHRINK":1,"speed":3}`, `unknown field "speed"`},
		{`{"policies":["easy","easy"]}`, "policy easy is named twice"},
		{`{"policies":["esay"]}`, `unknown policy "esay"`},
		{`{"policies":["easy"],"procs":-1}`, "procs is -1: give a whole number from 0 to 1073741824"},
		{`{"policies":["easy"],"procs":4000000000}`, "procs is 4000000000: give"},
		{`{"policies":["easy"],"shrink":-0.5}`, "shrink is -0.5: give a number from 0 to 1000000"},
		{`{"policies":["easy"],"shrink":1e300}`, "shrink is 1e+300: give"},
		{`{"policies":["easy"],"width":"broad"}`, "allocated or requested"},
		{`{"policies":["easy"],"overrun":"kill"}`, "cut or extend"},
		{`{"policies":["easy"],"workload":{"builtin":"default","file":"x.swf"}}`, "more than one workload"},
		{`{"policies":["easy"],"workload":{"model":{"name":"weather","jobs":1,"seed":1}}}`, "unknown workload model"},
		{`{"policies":["easy"],"workload":{"model":{"name":"empirical","jobs":1,"seed":1}}}`, "needs a log"},
		{`{"policies":["easy"],"workload":{"model":{"name":"lublin","jobs":1,"seed":1,"from":"x"}}}`, "only it, needs a log"},
		{`{"policies":["easy"],"workload":{"model":{"name":"empirical","from":"x","procs":5}}}`, "from its log"},
		{`{"policies":["easy"],"workload":{"model":{"name":"empirical","from":"x","wide":0.5}}}`, "leave out procs"},
		{`{"policies":["easy"],"workload":{"model":{"name":"lublin","jobs":1e99}}}`, "cannot be read"},
	} {
		_, err := ParseSpec([]byte(c.json))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s gives %v, which does not say %q", c.json, err, c.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s gives an error of several lines: %v", c.json, err)
		}
	}
	for _, s := range []Spec{
		{Policies: []string{"easy"}, Shrink: math.NaN()},
		{Policies: []string{"easy"}, Workload: Source{Model: &Model{Name: "lublin", Jobs: 1, Load: math.NaN()}}},
		{Policies: []string{"easy"}, Workload: Source{Model: &Model{Name: "lublin", Jobs: 1, RunFactor: math.NaN()}}},
	} {
		if s.Validate() == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

func TestDefaultsWrittenOutAreTheSameSpec(t *testing.T) {
	short := Spec{Policies: []string{"easy"}}
	long := Spec{Workload: Source{Builtin: "default"}, Policies: []string{"easy"}, Shrink: 1, Width: "allocated", Overrun: "cut"}
	if a, b := string(short.JSON()), string(long.JSON()); a != b {
		t.Fatalf("%s and %s differ", a, b)
	}
	other := long
	other.Overrun = "extend"
	if long.Digest("w") == other.Digest("w") || long.Digest("w") == long.Digest("v") {
		t.Fatal("two different experiments have one digest")
	}
}

func TestSpecsSurviveJSON(t *testing.T) {
	s := Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 10, Procs: 64, Load: 0.7, Seed: 1 << 60}},
		Policies: []string{"easy", "recorded"}, Procs: 32, Shrink: 0.5, Width: "requested", Overrun: "extend"}
	back, err := ParseSpec(s.JSON())
	if err != nil || string(back.JSON()) != string(s.JSON()) || *back.Workload.Model != *s.Workload.Model {
		t.Fatalf("%s becomes %s, %v", s.JSON(), back.JSON(), err)
	}
}

// Columns are kept in the Spec, so that it can be run again, and are only for logs.
func TestColumnsOfALogAreInTheSpec(t *testing.T) {
	const rows, columns = "1,100,110,120,4\n2,105,120,150,2\n", "JobID,Submit,Start,End,NCPUS"
	open := func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(rows)), nil }
	s := Spec{Workload: Source{File: "rows.txt", Columns: columns}, Policies: []string{"easy"}}
	back, err := ParseSpec(s.JSON())
	if err != nil || back.Workload != s.Workload {
		t.Fatalf("%s becomes %s, %v", s.JSON(), back.JSON(), err)
	}
	if w, err := back.Load(open, trace.Options{}); err != nil || w.Len() != 2 {
		t.Errorf("%+v, %v", w, err)
	}
	if w, err := (Spec{Workload: Source{File: "rows.txt"}}).Load(open, trace.Options{Columns: columns}); err == nil {
		t.Errorf("without columns: %+v", w)
	}
	like := &Model{Name: "empirical", From: "rows.txt"}
	for source, good := range map[Source]bool{
		{Model: like, Columns: columns}:                   true,
		{Columns: columns}:                                false,
		{Builtin: "default", Columns: columns}:            false,
		{Model: &Model{Name: "lublin"}, Columns: columns}: false,
	} {
		if err := source.validate(); (err == nil) != good {
			t.Errorf("%+v: %v", source, err)
		}
	}
	if again, ok := (Source{Model: like, Columns: columns}).Reseeded(2); !ok || again.Columns != columns {
		t.Errorf("reseeded: %+v", again)
	}
}

func FuzzParseSpec(f *testing.F) {
	f.Add([]byte(`{"policies":["easy"],"workload":{"model":{"name":"lublin","jobs":5,"seed":1}}}`))
	f.Add(
		[]byte(
			`{"policies":["grid-moldable:power=0.5"],"grid":{"sites":[{"name":"a","procs":4,"speed":1,"from":["1","*"]}],` +
				`"home":"queue","multisite":{"overhead":0.5,"spread":"fixed"},"speedup":{"model":"downey","average":1},"seed":3}}`,
		))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseSpec(data)
		if err != nil {
			return
		}
		back, err := ParseSpec(s.JSON())
		if err != nil || string(back.JSON()) != string(s.JSON()) {
			t.Fatalf("%q is accepted as %s, which is read back as %s, %v", data, s.JSON(), back.JSON(), err)
		}
	})
}

// The built-in workload with its own seed is itself, drawn from a model.
func TestReseededIsTheSameModel(t *testing.T) {
	want := defaultWorkload(t)
	for _, s := range []Source{{}, {Builtin: "default"}} {
		same, ok := s.Reseeded(1)
		if !ok {
			t.Fatalf("%+v cannot be reseeded", s)
		}
		w, err := Spec{Workload: same}.Load(nil, trace.Options{})
		if err != nil || w.SHA256() != want.SHA256() {
			t.Fatalf("%+v with seed 1 is not the default workload: %v", s, err)
		}
		other, _ := same.Reseeded(2)
		w, err = Spec{Workload: other}.Load(nil, trace.Options{})
		if err != nil || w.SHA256() == want.SHA256() || same.Model.Seed != 1 {
			t.Fatalf("%+v with seed 2 is the default workload: %v", s, err)
		}
	}
	if _, ok := (Source{File: "x"}).Reseeded(1); ok {
		t.Fatal("a log was reseeded")
	}
}
