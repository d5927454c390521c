package bridge

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/wasm/service"
)

// helped runs a Spec on a simulator that spares as many policies as it can, up to most, at its first report. Each goes to a
// simulator of its own, except those that fail says are lost with theirs. prepare readies every simulator. It returns how
// many policies were spared, too.
func helped(t *testing.T, spec experiment.Spec, most int, fail func(run int) bool, prepare func(*service.Service)) (reply, int) {
	t.Helper()
	var s *service.Service
	var helpers sync.WaitGroup
	places := make(chan bool, 2) // for helpers that play: each takes 50 MB
	spared, reports := 0, 0
	s = New(Options{Program: "test", Yield: func() {
		if reports++; reports < 3 { // before its first report it is not known
			return
		}
		for ; spared < most; spared++ {
			run := numberOf(t, ask(t, s, request(t, map[string]any{"id": 100, "op": "spare", "target": 7})), "run")
			if run < 0 {
				return
			}
			helpers.Go(func() { help(t, s, spec, run, fail(run), places, prepare) })
		}
	}})
	prepare(s)
	got := ask(t, s, request(t, map[string]any{"id": 7, "op": "run", "spec": spec}))
	helpers.Wait()
	return got, spared
}

func numberOf(t *testing.T, r reply, name string) int {
	t.Helper()
	n, ok := r.Answer.(map[string]any)[name].(float64)
	if !ok {
		t.Fatalf("%+v has no %s", r, name)
	}
	return int(n)
}

// help plays a policy for the run with the id 7 of s and hands it over, as a page does.
func help(t *testing.T, s *service.Service, spec experiment.Spec, run int, fails bool, places chan bool, prepare func(*service.Service)) {
	hand := func(fields map[string]any, blobs ...[]byte) {
		fields["id"], fields["op"], fields["target"], fields["run"] = 200+run, "played", 7, run
		if got := ask(t, s, request(t, fields, blobs...)); got.Error != "" {
			t.Errorf("policy %d: %s", run, got.Error)
		}
	}
	if fails {
		hand(map[string]any{})
		return
	}
	places <- true
	other := New(Options{Program: "another"})
	prepare(other)
	got := ask(t, other, request(t, map[string]any{"id": 1, "op": "play", "spec": spec, "run": run}))
	<-places
	if got.Error != "" {
		t.Errorf("policy %d: %s", run, got.Error)
		return
	}
	if n := numberOf(t, got, "batches"); n != len(got.blobs) || n == 0 {
		t.Errorf("policy %d: %d batches, %d blobs", run, n, len(got.blobs))
	}
	answer := got.Answer.(map[string]any)
	hand(map[string]any{"row": answer["run"], "blocks": answer["blocks"], "batches": len(got.blobs)})
	for _, b := range got.blobs {
		hand(map[string]any{}, b)
	}
}

// answered is the JSON of an answer, without the seconds of computing.
func answered(t *testing.T, r reply) string {
	t.Helper()
	for _, row := range r.Answer.(map[string]any)["runs"].([]any) {
		delete(row.(map[string]any), "seconds")
	}
	text, err := json.Marshal(r.Answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sharedSpecs have every policy in one.
func sharedSpecs(t *testing.T) map[string]experiment.Spec {
	d := described(t)
	specs := map[string]experiment.Spec{
		"machine": {Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 120, Procs: 64, Load: 0.9, Users: 9, Seed: 7}}},
		"log": {Workload: experiment.Source{File: "log.swf"}, Overrun: "extend",
			Policies: []string{"dynp-advanced", "sjf-easy", "plan-sjf", "recorded"}},
		"grid":    d.Grid.Example,
		"shared":  d.Shared.Example,
		"cluster": d.Cluster.Example,
		"rules":   withExamples(t),
	}
	for _, name := range []string{"grid", "shared", "cluster"} {
		spec := specs[name]
		spec.Policies = nil
		specs[name] = spec
	}
	for _, p := range d.Policies {
		for name, spec := range specs {
			i := slices.IndexFunc(experiment.Families, func(f platform.Family) bool { return f.Name == p.Family })
			if string(experiment.Families[i].On) != name || p.Name == "recorded" {
				continue
			}
			if p.Name == "plan-opt" {
				p.Name += ":work=0.001"
			}
			spec.Policies = append(slices.Clip(spec.Policies), p.Name)
			specs[name] = spec
		}
	}
	return specs
}

func withLog(t *testing.T) func(*service.Service) {
	const log = "; MaxProcs: 4\n1 0 5 30 3 -1 -1 3 40 -1 1 7 2\n2 1 40 10 4 -1 -1 4 9 -1 1 8 2\n" +
		"3 2 3 25 1 -1 -1 1 30 -1 1 7 3\n4 3 60 9 2 -1 -1 2 9\n"
	return func(s *service.Service) {
		ask(t, s, request(t, map[string]any{"id": 3, "op": "load", "name": "log.swf"}, []byte(log)))
	}
}

// With helpers a run comes to the same answer and the same files, to the byte, whatever the policies are and whichever
// of them are played elsewhere.
func TestHelpersChangeNothing(t *testing.T) {
	never := func(int) bool { return false }
	for name, spec := range sharedSpecs(t) {
		t.Run(name, func(t *testing.T) {
			prepare := withLog(t)
			alone, _ := helped(t, spec, 0, never, prepare)
			if alone.Error != "" {
				t.Fatal(alone.Error)
			}
			n := len(spec.Policies)
			for _, c := range []struct {
				name string
				most int
				fail func(int) bool
			}{
				{"one", 1, never},
				{"all but the first", n, never},
				{"every other helper fails", n, func(run int) bool { return run%2 == 1 }},
				{"all helpers fail", n, func(int) bool { return true }},
			} {
				got, spared := helped(t, spec, c.most, c.fail, prepare)
				if want := min(c.most, n-1); got.Error != "" || spared != want {
					t.Fatalf("%s: %d policies spared, want %d; error %q", c.name, spared, want, got.Error)
				}
				if a, b := answered(t, alone), answered(t, got); a != b {
					t.Errorf("%s: answer %.600s, alone %.600s", c.name, b, a)
				}
				if len(got.blobs) != len(alone.blobs) {
					t.Fatalf("%s: %d files, alone %d", c.name, len(got.blobs), len(alone.blobs))
				}
				for i := range alone.blobs {
					if !bytes.Equal(got.blobs[i], alone.blobs[i]) {
						t.Errorf("%s: file %d differs, of %d bytes", c.name, i, len(alone.blobs[i]))
					}
				}
			}
		})
	}
}

// A run that waits for a policy played elsewhere can be cancelled, and what is handed to it later is not wanted.
func TestARunThatWaitsForAnotherIsCancelled(t *testing.T) {
	var s *service.Service
	yields := 0
	s = New(Options{Yield: func() {
		if yields++; yields != 3 {
			return
		}
		for want := range 2 {
			if run := numberOf(t, ask(t, s, request(t, map[string]any{"id": 8, "op": "spare", "target": 7})), "run"); run != 2-want {
				t.Errorf("policy %d was spared, want %d", run, 2-want)
			}
		}
		if run := numberOf(t, ask(t, s, request(t, map[string]any{"id": 8, "op": "spare", "target": 7})), "run"); run != -1 {
			t.Errorf("policy %d was spared, which has begun", run)
		}
		// Policy 2 is over before policy 1: this waits until the run ends.
		waiting := request(t, map[string]any{"id": 9, "op": "played", "target": 7, "run": 2})
		go s.Handle(waiting, func(service.Message) {})
		go func() {
			for ask(t, s, request(t, map[string]any{"id": 10, "op": "cancel", "target": 7})).Answer.(map[string]any)["found"] != true {
			}
		}()
	}})
	spec := map[string]any{"policies": []string{"fcfs", "easy", "cons"}}
	if got := ask(t, s, request(t, map[string]any{"id": 7, "op": "run", "spec": spec})); !got.Cancelled {
		t.Errorf("the run came to %+v", got)
	}
	for _, op := range []string{"spare", "played"} {
		got := ask(t, s, request(t, map[string]any{"id": 8, "op": op, "target": 7}))
		if a, _ := json.Marshal(got.Answer); string(a) != map[string]string{"spare": `{"run":-1}`, "played": `{"found":false}`}[op] {
			t.Errorf("%s after the run answers %s %s", op, a, got.Error)
		}
	}
}

// What is handed over must be what the run waits for: anything else is one error, or is not wanted.
func TestWhatIsNotARunIsNotTaken(t *testing.T) {
	var s *service.Service
	var handed sync.WaitGroup
	yields := 0
	s = New(Options{Yield: func() {
		if yields++; yields != 3 {
			return
		}
		for _, run := range []int{-1, 0, 1, 5} { // not spared, or not there
			got := ask(t, s, request(t, map[string]any{"id": 8, "op": "played", "target": 7, "run": run}))
			if got.Answer.(map[string]any)["found"] != false {
				t.Errorf("policy %d: %+v", run, got)
			}
		}
		ask(t, s, request(t, map[string]any{"id": 8, "op": "spare", "target": 7}))
		handed.Go(func() {
			row := map[string]any{"run": "default/easy", "policy": "easy", "metrics": []any{}, "left_out": 0, "seconds": 1}
			ask(t, s, request(t, map[string]any{"id": 9, "op": "played", "target": 7, "run": 1, "row": row, "batches": 1}))
			if got := ask(t, s, request(t, map[string]any{"id": 9, "op": "played", "target": 7, "run": 1}, []byte("no table"))); got.Error == "" {
				t.Errorf("no table was taken: %+v", got)
			}
		})
	}})
	got := ask(t, s, request(t, map[string]any{"id": 7, "op": "run", "spec": map[string]any{"policies": []string{"fcfs", "easy"}}}))
	handed.Wait()
	if got.Error == "" || got.Cancelled {
		t.Errorf("the run came to %+v", got)
	}
	for _, run := range []int{-1, 2} {
		spec := map[string]any{"policies": []string{"fcfs", "easy"}}
		if got := ask(t, s, request(t, map[string]any{"op": "play", "run": run, "spec": spec})); got.Error == "" {
			t.Errorf("policy %d of 2 was played", run)
		}
	}
}
