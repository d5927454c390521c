package experiment

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/workload"
)

var update = flag.Bool("update", false, "rewrite testdata/digests.txt; CHANGELOG then says which numbers change and why")

const digests = "testdata/digests.txt"

// everyPolicy names all policies that schedule.
func everyPolicy() (names []string) {
	for _, info := range Policies() {
		if info.Name != policy.Recorded {
			names = append(names, info.Name)
		}
	}
	return names
}

// small is every kind of experiment, small enough for all builds in seconds.
var small = []struct {
	name string
	spec Spec
}{
	{"policies", Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 500, Procs: 64, Load: 0.9, Users: 20, Seed: 7, Estimates: "round", Factor: 2}},
		Policies: everyPolicy()}},
	{"extend", Spec{Workload: Source{File: "tight.swf"}, Overrun: "extend", Width: "requested",
		Policies: []string{"fcfs", "list", "easy", "cons", "lxf-easy", "lxf-cons", "recorded",
			"plan-fcfs", "plan-sjf", "plan-lxf", "dynp-simple", "dynp-advanced:quality=2xsldww+ms,policies=fcfs+saf+wfp3,slack=2.5,hours=1"}}},
	{"default", Spec{Policies: []string{"fcfs", "easy", "cons", "sjf-easy", "plan-sjf", "dynp-advanced"}}},
	{"shrink", Spec{Shrink: 0.8, Procs: 200, Policies: []string{"easy", "unicef-cons"}}},
	{"both", Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 800, Type: "both", Seed: 3}}, Policies: []string{"f1-easy"}}},
	{"empirical", Spec{Workload: Source{Model: &Model{Name: "empirical", From: "tight.swf", Jobs: 600, Seed: 5, Load: 1}}, Policies: []string{"easy", "wfp3-easy"}}},
}

// tight is a log in which every second job runs past its estimate.
func tight(string) (io.ReadCloser, error) {
	var b bytes.Buffer
	b.WriteString("; MaxProcs: 16\n")
	for i := range 400 {
		run := 1 + i*7919%500
		fmt.Fprintf(&b, "%d %d %d %d %d -1 -1 %d %d -1 1 %d 1 -1 %d -1 -1 -1\n",
			i+1, 60*i, i*31%50, run, 1+i*31%12, 1+i*31%16, max(1, run*(1+i%2)/2), i%9, i%3)
	}
	return io.NopCloser(&b), nil
}

// The results of the small experiments are, bit for bit, those of the golden
// file. The test runs on amd64, with GOAMD64=v3 and as WebAssembly (make
// digest): one file for all is how their equality is checked.
func TestDigests(t *testing.T) {
	var got strings.Builder
	for _, e := range small {
		w, err := e.spec.Load(tight, workload.Options{})
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for _, name := range e.spec.Policies {
			one := e.spec
			one.Policies = []string{name}
			jobs, runs, steps := result.NewDigest(result.Jobs), result.NewDigest(result.Runs), result.NewDigest(result.Steps)
			if _, err := Execute(context.Background(), one, w, Options{Jobs: jobs, Runs: runs, Steps: steps}); err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			fmt.Fprintf(&got, "%-10s %-14s jobs %s runs %s", e.name, name, jobs.Sum(), runs.Sum())
			if sum := steps.Sum(); sum != result.NewDigest(result.Steps).Sum() {
				fmt.Fprintf(&got, " steps %s", sum)
			}
			fmt.Fprintln(&got)
		}
	}
	if *update {
		if err := os.WriteFile(digests, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(digests)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n"); len(a) != len(b) {
		t.Fatalf("there are %d experiments, not %d", len(a)-1, len(b)-1)
	} else {
		for i := range a {
			if a[i] != b[i] {
				t.Errorf("got  %s\nwant %s", a[i], b[i])
			}
		}
	}
}
