package experiment

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

func TestBadClustersAreRefusedInWords(t *testing.T) {
	file := `"workload":{"file":"memory.swf"},`
	for _, c := range []struct{ json, want string }{
		{`{"policies":["dfrs:Greedy*"]}`,
			"policy dfrs:Greedy*/OPT=MIN is for shared nodes, and the experiment has none: set its field \"shared\""},
		{`{"policies":["dfrs:Greedy*"],"grid":{"sites":[{"name":"a","procs":4}]}}`, "is for shared nodes, " +
			"and the experiment has a grid of sites: name policies that begin with grid-, or leave out its field \"grid\""},
		{`{"policies":["grid-sharing"],"shared":{"nodes":4}}`, "policy grid-sharing is for a grid of sites, " +
			"and the experiment has shared nodes: name policies for one machine or that begin with dfrs:, or leave out its field \"shared\""},
		{`{"policies":["grid-sharing"],"shared":{"nodes":4},"grid":{"sites":[{"name":"a","procs":4}]}}`, "leave one out"},
		{`{"policies":["recorded"],"shared":{"nodes":4}}`, "recorded cannot be played on a cluster"},
		{`{"policies":["dfrs:Greedy"],"shared":{"nodes":4}}`, "add * or /per"},
		{`{"policies":["dfrs:"],"shared":{"nodes":4}}`, "a name reads like GreedyPM*/per"},
		{`{"policies":["dfrs:EQUIPARTITION"],"shared":{"nodes":4}}`, "no workload has"},
		{`{"policies":["dfrs:GreedyPM*/per:POT=1"],"shared":{"nodes":4}}`,
			"policy dfrs:GreedyPM*/per: unknown option POT: expected one of OPT, MINFT, MINVT, PERIOD"},
		{`{"policies":["dfrs:Greedy*:MINVT=600"],"shared":{"nodes":4}}`, "unknown option MINVT: expected OPT"},
		{`{"policies":["dfrs:GreedyPM*/per:OPT=MAX"],"shared":{"nodes":4}}`,
			`policy dfrs:GreedyPM*/per: OPT is "MAX", expected one of MIN, AVG`},
		{`{"policies":["dfrs:GreedyPM*/per","dfrs:GreedyPM */per:OPT=MIN,PERIOD=600"],"shared":{"nodes":4}}`,
			"policy dfrs:GreedyPM*/per/OPT=MIN is named twice"},
		{`{"policies":["easy"],"shared":{"nodes":0}}`, "shared.nodes is 0: give a whole number from 1 to 100000"},
		{`{"policies":["easy"],"shared":{"nodes":1000000}}`, "shared.nodes is 1000000: give"},
		{`{"policies":["easy"],"shared":{"nodes":4},"procs":9}`, "leave procs out"},
		{`{"policies":["easy"],"shared":{"nodes":4},"overrun":"extend"}`, "leave overrun out"},
		{`{"policies":["easy"],"shared":{"nodes":4,"cores":2}}`, "leave the nodes' cores and memory out"},
		{`{"policies":["easy"],"shared":{"nodes":4,"memory_kib":2}}`, "leave the nodes' cores and memory out"},
		{`{` + file + `"policies":["easy"],"shared":{"nodes":4,"cores":-2}}`, "shared.cores is -2: give"},
		{`{` + file + `"policies":["easy"],"shared":{"nodes":4,"memory_kib":-2}}`, "shared.memory_kib is -2: give"},
		{`{` + file + `"policies":["easy"],"shared":{"nodes":4,"memory_kib":9000000000000000000}}`, "shared.memory_kib is 9000000000000000000"},
		{`{"policies":["easy"],"shared":{"nodes":4,"penalty_s":-1}}`, "shared.penalty_s is -1: give"},
		{`{"policies":["easy"],"shared":{"nodes":4,"penalty_s":9223372036854775807}}`, "shared.penalty_s is 9223372036854775807: give"},
		{`{"policies":["easy"],"shared":{"nodes":4,"cpus":4}}`, `unknown field "cpus"`},
	} {
		_, err := ParseSpec([]byte(c.json))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s gives %v, which does not say %q", c.json, err, c.want)
		}
	}
	spec := clusterOf()
	spec.Shared.MemoryKiB = 0
	if _, err := spec.Load(tight, trace.Options{}); err == nil ||
		!strings.Contains(err.Error(), "needs memory, and the nodes have none") {
		t.Errorf("a log with memory on nodes without: %v", err)
	}
	wide := Spec{
		Workload:  Source{Model: &Model{Name: "lublin", Jobs: 50, Procs: 64, Seed: 1}},
		Policies:  []string{"easy"},
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 64}},
	}
	other := loaded(t, wide)
	other.Jobs = trace.Hold(slices.Clone(other.Jobs.Held()))
	other.Jobs.Held()[49].ID = 1 << 60
	if _, err := Execute(context.Background(), wide, other, Options{}); err == nil ||
		!strings.Contains(err.Error(), "not one of the model's") {
		t.Errorf("a job that is not the model's is run: %v", err)
	}
}

func TestNamesOfOnePolicyAreOneSpec(t *testing.T) {
	penalty := int64(300)
	file := Source{File: "memory.swf"}
	short := Spec{Workload: file, Policies: []string{"dfrs:GreedyPM*/per/OPT=MIN", "easy"},
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 4}}}
	want := `{"workload":{"file":"memory.swf"},"policies":["dfrs:GreedyPM*/per/OPT=MIN","easy"],"shared":{"nodes":4}}`
	for _, name := range []string{
		"dfrs:GreedyPM*/per", "dfrs:GreedyPM */per/OPT=MIN", "dfrs:GreedyPM*/per:PERIOD=600", "dfrs: GreedyPM*/per:OPT=MIN"} {
		long := Spec{Workload: file, Policies: []string{name, "easy"},
			Platforms: Platforms{Shared: &shared.Nodes{Nodes: 4, Cores: 1, PenaltyS: &penalty}}}
		if a, b := string(short.JSON()), string(long.JSON()); a != want || b != want {
			t.Errorf("%s and %s; want %s", a, b, want)
		}
		if long.Policies[0] != name || long.Shared.Cores != 1 {
			t.Error("writing the Spec changed it")
		}
		back, err := ParseSpec(fmt.Appendf(nil, `{"policies":[%q],"shared":{"nodes":4}}`, name))
		if err != nil || back.Policies[0] != short.Policies[0] {
			t.Errorf("%s is read as %v, %v", name, back.Policies, err)
		}
		outcomes, err := Execute(context.Background(), long, loaded(t, clusterOf()), Options{})
		if err == nil || outcomes != nil { // the log says what memory it needs
			t.Errorf("%v, %v", outcomes, err)
		}
	}
	if got := Builtin.Join([]string{"dfrs:GreedyPM*/per:OPT=AVG", "MINVT=600", "easy", "dfrs:MCB8 */OPT=MIN"}); !slices.Equal(
		got, []string{"dfrs:GreedyPM*/per/OPT=AVG/MINVT=600", "easy", "dfrs:MCB8*/OPT=MIN"}) {
		t.Errorf("joined to %q", got)
	}
	zero := Spec{Workload: file, Policies: short.Policies, Platforms: Platforms{Shared: &shared.Nodes{Nodes: 4, PenaltyS: new(int64)}}}
	if back, err := ParseSpec(zero.JSON()); err != nil || back.Shared.Penalty() != 0 || zero.Digest("w") == short.Digest("w") {
		t.Errorf("no penalty is written as %s, %v", zero.JSON(), err)
	}
}

// All of the paper's algorithms are policies, and the combinations that are listed
// take every parameter that they offer.
func TestEveryAlgorithmIsAPolicy(t *testing.T) {
	for _, a := range shared.All() {
		info, err := Builtin.Find(shared.Prefix + a.String())
		if err != nil || info.Title != a.String() || info.Family != "dfrs" {
			t.Errorf("%s: %+v, %v", a, info, err)
		}
	}
	if n := len(metrics.Sharing); n != 6 {
		t.Errorf("%d metrics of shared nodes", n)
	}
	for _, info := range shared.Combinations() {
		for _, o := range info.Options {
			values := []string{o.Default}
			for _, c := range o.Choices {
				values = append(values, c.Name)
			}
			if o.Choices == nil {
				values = append(values, strconv.Itoa(int(o.Least)), strconv.Itoa(int(o.Most)))
			}
			for _, v := range values {
				if _, err := Builtin.Find(info.Name + ":" + o.Name + "=" + v); (err == nil) != (v != "") {
					t.Errorf("%s:%s=%s: %v", info.Name, o.Name, v, err)
				}
			}
		}
	}
}
