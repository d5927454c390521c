package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/backfill-lab/backfill/"

// policy says which packages of the module each package may import, by prefix,
// and which modules besides the standard library. A package not listed falls
// under the longest listed prefix of its path. Tests may import more: what they
// test against, from inside core, and the testing libraries below.
var policy = map[string][]string{
	"core/sim/job":                {},
	"core/sim/event":              {},
	"core/sim/profile":            {},
	"core/internal/det":           {},
	"internal/scratch":            {},
	"internal/numeral":            {},
	"internal/atomicfile":         {"internal/scratch"},
	"core/trace/swf":              {"core/internal/text"},
	"core/trace/sacct":            {"core/internal/order", "core/internal/spool", "core/internal/text"},
	"core/verify":                 {"core/sim/job"}, // the referees share no code with what they judge
	"core/verify/grid":            {"core/sim/job", "core/verify"},
	"core/verify/shared":          {"core/sim/job", "core/verify"},
	"core/verify/cluster":         {"core/sim/job", "core/verify"},
	"core/slurm/hostlist":         {},
	"core/slurm/internal/amount":  {},
	"core/slurm/sbatch":           {"core/slurm/internal/amount", "core/internal/text"},
	"core/slurm/conf":             {"core/slurm/hostlist", "core/platform/cluster", "core/slurm/internal/amount", "core/internal/text"},
	"core/slurm/guess":            {"core/slurm/hostlist", "core/internal/det", "core/trace/sacct", "core/platform/cluster"},
	"core/platform/cluster":       {"core/slurm/hostlist", "core/sim/event", "core/sim/job"}, // knows no scheduler
	"core/slurm/twin":             {"core/platform/cluster", "core/internal/det"},            // knows no workload
	"core/platform/cluster/queue": {"core/platform/cluster", "core/policy", "core/policy/plan", "core/policy/dynp", "core/sim", "core/sim/profile", "core/internal/wide"},
	"core/slurm/accounting":       {"core/result/chart", "core/sim/job", "core/trace/sacct", "core/slurm/sbatch", "core/platform/cluster", "core/trace"},
	"core/slurm/campus":           {"core/platform/cluster"},
	"core/slurm/predict":          {"core/slurm/hostlist", "core/internal/pool", "core/platform/cluster", "core/slurm/twin", "core/slurm/accounting"},
	"core/study/stats":            {"core/internal/det", "internal/numeral"}, // knows no jobs: samples in, intervals out
	"core/study/compare":          {"core/metrics", "internal/numeral", "core/result", "core/learn/pareto", "core/study/stats"},
	"core/slurm/whatif": {"core/result/chart", "core/slurm/hostlist", "core/internal/pool", "core/policy", "core/study/stats", "core/platform/cluster", "core/slurm/accounting",
		"core/trace"},
	"core/verify/known":      {"core/sim/job"},
	"core/metrics":           {"core/sim/job", "internal/numeral", "core/study/stats", "core/internal/ranks", "core/internal/slab", "core/internal/wide"},
	"core/sim":               {"core/sim/job", "core/sim/event", "core/internal/clock", "core/internal/slab"}, // knows no policy
	"core/policy":            {"core/sim", "core/sim/profile", "internal/nearest", "core/internal/det"},       // knows no workload
	"internal/nearest":       {},
	"core/policy/external":   {"core/sim"}, // knows no processes: it must run in a browser, too
	"core/policy/policytest": {"core/sim/job", "core/sim", "core/verify"},
	"core/policy/plan":       {"core/sim", "core/sim/profile", "core/policy", "core/optimum/exact", "core/internal/reserve"},
	"core/policy/dynp":       {"core/sim", "core/policy", "core/policy/plan", "core/internal/wide"},
	"core/platform/grid": {
		"core/sim/job",
		"core/sim/event",
		"core/sim",
		"core/sim/profile",
		"core/policy",
		"core/internal/clock",
		"core/internal/det",
		"core/internal/reserve",
	}, // knows no workload
	"core/internal/clock":              {"core/sim/job", "core/sim/event"},
	"core/internal/golden":             {}, // for tests
	"core/internal/heap":               {},
	"core/platform/shared/internal/lp": {"core/internal/heap"},
	"core/internal/pool":               {},
	"core/internal/reserve":            {},
	"core/internal/ranks":              {"core/internal/slab"},
	"core/internal/slab":               {},
	"core/internal/order":              {"core/internal/heap"},
	"core/internal/spool":              {},
	"core/internal/slow":               {},                                                                    // for tests
	"core/trace/internal/slurmdb":      {},                                                                    // for tests: knows no reader of logs
	"core/slurm/internal/truth":        {"core/slurm/conf", "core/platform/cluster", "core/slurm/accounting"}, // for tests
	"core/internal/text":               {},
	"core/internal/wide":               {},
	"core/internal/drawn":              {"core/platform/cluster"},
	"core/internal/retell": {
		"core/platform/grid",
		"core/platform/shared",
		"core/sim",
		"core/slurm/hostlist",
		"core/platform/cluster",
		"core/verify",
	}, // the one place that knows engines and referees
	"core/platform/shared": {
		"core/sim/job",
		"core/metrics",
		"core/sim/event",
		"core/policy",
		"core/internal/heap",
		"core/platform/shared/internal/lp",
		"core/internal/wide",
	}, // knows no workload
	"core/platform/shared/tasks": {"core/platform/shared", "core/sim/job", "core/trace", "core/internal/det"},
	"core/platform/shared/bound": {"core/platform/shared"},
	"core/policy/rules": {
		"core/sim/job",
		"core/sim",
		"core/policy",
		"core/sim/profile",
		"core/internal/det",
		"core/internal/wide",
	}, // knows no workload
	"core/learn/internal":  {},
	"core/learn/evolve":    {"core/internal/det", "core/internal/pool", "core/learn/internal"}, // a problem is an interface: knows no rules
	"core/learn/pareto":    {"core/internal/det", "core/internal/pool", "core/learn/internal"},
	"core/learn/train":     {"core/learn/evolve", "core/learn/internal", "core/trace", "core/policy/rules", "core/sim", "core/internal/det", "core/internal/pool"},
	"core/learn/offline":   {"core/learn/internal", "core/sim/job", "core/trace", "core/policy/rules", "core/learn/pareto", "core/sim"},
	"core/optimum/exact":   {"core/sim/job", "core/internal/det"},
	"core/optimum/program": {"core/optimum/exact"},
	"core/platform/why":    {"core/platform/shared", "core/platform/grid", "core/slurm/hostlist", "internal/numeral", "core/sim", "core/platform/cluster"},
	"core/trace/table":     {"core/internal/text", "internal/nearest"}, // knows no workload
	"core/trace": {"core/trace/table", "core/sim/job", "core/trace/swf", "core/trace/sacct", "internal/numeral", "core/result", "core/internal/det",
		"core/internal/heap", "core/internal/order", "core/internal/ranks", "core/internal/slab", "core/internal/spool", "core/internal/text",
		"core/trace"},
	"core/result":            {"core/sim/job", "core/metrics", "core/study/stats", "core/internal/spool"},
	"core/result/dictionary": {"core/result", "internal/atomicfile"},
	"core/trace/builtin": {
		"core/slurm/campus",
		"core/trace",
	},
	"core/experiment": {
		"core/platform/shared",
		"core/policy/dynp",
		"core/sim/event",
		"core/optimum/exact",
		"core/platform/grid",
		"core/slurm/hostlist",
		"core/internal/heap",
		"core/internal/pool",
		"core/internal/retell",
		"core/internal/spool",
		"core/sim/job",
		"core/metrics",
		"internal/numeral",
		"core/policy/plan",
		"core/policy",
		"core/result",
		"core/policy/rules",
		"core/sim",
		"core/platform/cluster",
		"core/slurm/accounting",
		"core/slurm/twin",
		"core/verify",
		"core/platform/why",
		"core/trace",
	}, // knows no paper
	"core/study/sweep": {
		"internal/atomicfile",
		"core/result/chart",
		"core/experiment",
		"core/internal/pool",
		"core/metrics",
		"internal/nearest",
		"core/papers/paper",
		"core/result",
		"internal/scratch",
		"core/study/stats",
		"core/trace",
	}, // knows no file format and no paper
	"core/result/chart": {}, // data only: figures in the browser draw it
	"core/papers/paper": onePaper(
		"core/metrics",
		"core/study/stats",
		"core/result",
		"core/policy/rules",
		"internal/atomicfile",
		"internal/numeral",
	), // knows no paper
	"core/papers/papertest": onePaper("core/internal/golden"),
	"core/papers/league":    {"core/papers/paper", "core/result"},
	"core/papers/record":    {"core/papers/paper", "core/papers/league", "core/result"},
	"core/papers":           {"core/papers/paper", "core/papers"},
	"core/papers/internal":  onePaper(),
	"core/papers/dynp":      onePaper("core/policy/dynp", "internal/numeral", "core/policy/plan", "core/policy", "core/sim/profile"), // no paper knows another
	"core/papers/grid":      onePaper("core/platform/grid"),
	"core/papers/dfrs":      onePaper("core/platform/shared", "core/metrics"),
	"core/papers/rules":     onePaper("core/learn", "core/policy/rules"),
	"core/papers/exact":     onePaper("core/optimum", "core/policy/plan"),

	"arrowio":               {"core/trace/table", "core/result/dictionary", "core/result", "internal/scratch", "arrowio", "internal/atomicfile"},
	"arrowio/ipc":           {"core/trace/table", "core/result", "arrowio/internal/scan", "github.com/apache/arrow/go/v17", "github.com/google/flatbuffers"},
	"arrowio/internal/scan": {"core/trace/table", "core/result"},
	"arrowio/internal/laws": {"core/trace/table", "core/result", "pgregory.net/rapid", "github.com/google/go-cmp"}, // what every file format passes
	"arrowio/parquet": {"core/trace/table", "core/result", "arrowio/internal/scan", "github.com/parquet-go/parquet-go", "github.com/klauspost/compress",
		"github.com/pierrec/lz4/v4"},
	"figures": {
		"core/result",
		"core/metrics",
		"core/study/stats",
		"core/policy/rules",
		"core/result/chart",
		"core/sim/job",
		"core/policy", // the name of the recorded schedule
		"core/trace",  // what it ignores
		"gonum.org/v1/plot",
		"golang.org/x/image",
		"internal/numeral",
	},
	"figures/report": {"internal/numeral", "core/papers/paper", "core/papers/league", "core/papers/record", "core/slurm/whatif", "figures"},

	"wasm":                {"core", "internal/numeral", "arrowio/ipc", "wasm"},
	"wasm/internal/extra": {"core", "arrowio", "figures", "wasm"}, // add-ons, loaded when they are wanted
}

// ofPapers is what every paper may import.
var ofPapers = []string{
	"core/result/chart",
	"core/experiment",
	"core/internal/det",
	"core/internal/pool",
	"core/sim/job",
	"core/papers/paper",
	"core/papers/internal",
	"core/sim",
	"core/trace",
}

// onePaper returns what a paper may import: its schedulers, and what all papers use.
func onePaper(schedulers ...string) []string { return append(schedulers, ofPapers...) }

// anything may be imported by these, which nothing imports, except that cmd calls internal/cli.
var tops = []string{"cmd", "internal/cli", "notebooks", "python", "wasm/build"}

type pkg struct {
	ImportPath string
	Imports    []string
}

// packages returns the packages of the module that have a rule. Their imports are those
// outside the standard library, without the module's path, on this system or in the browser.
func packages(t *testing.T) (all []pkg) {
	t.Helper()
	for _, system := range []string{runtime.GOOS, "js"} {
		cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
		cmd.Dir = ".."
		if cmd.Env = os.Environ(); system == "js" {
			cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
		}
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.Output()
		if errors.Is(err, exec.ErrNotFound) || runtime.GOOS == "js" {
			t.Skip("there is no go command where this test runs")
		} else if err != nil {
			t.Fatalf("go list for %s: %v: %s", system, err, &said)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p pkg
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if p = p.relative(); under(p.ImportPath, tops) {
				if slices.ContainsFunc(p.Imports, func(imp string) bool { return under(imp, []string{"internal/cli"}) }) &&
					!under(p.ImportPath, []string{"cmd", "internal/cli"}) {
					t.Errorf("%s imports packages of internal/cli, which is for cmd alone", p.ImportPath)
				}
				continue
			}
			if key, _ := rule(p.ImportPath); key != "" {
				all = append(all, p)
			} else if len(p.Imports) > 0 {
				t.Errorf("%s stands in no rule of the import policy", p.ImportPath)
			}
		}
	}
	if len(all) < 20 {
		t.Fatalf("only %d packages were found", len(all))
	}
	return all
}

// relative returns p without the module's path in its names, and without imports of the
// standard library.
func (p pkg) relative() pkg {
	r := pkg{ImportPath: strings.TrimPrefix(p.ImportPath, module)}
	for _, imp := range p.Imports {
		if strings.Contains(strings.Split(imp, "/")[0], ".") {
			r.Imports = append(r.Imports, strings.TrimPrefix(imp, module))
		}
	}
	return r
}

func TestImportPolicy(t *testing.T) {
	for _, p := range packages(t) {
		_, allowed := rule(p.ImportPath)
		for _, imp := range p.Imports {
			if under(imp, tops) || !under(imp, allowed) {
				t.Errorf("%s imports %s, but may import only %v", p.ImportPath, imp, allowed)
			}
		}
	}
}

// Each grant of the policy is used by a package that falls under its rule, or it is looser
// than the code. What all papers may import has to be used by one of them.
func TestTheImportPolicyGrantsNothingUnused(t *testing.T) {
	const papers = "a paper"
	imports := map[string][]string{}
	for _, p := range packages(t) {
		key, _ := rule(p.ImportPath)
		imports[key] = append(imports[key], p.Imports...)
		if under(key, []string{"core/papers/paper", "core/papers"}) {
			imports[papers] = append(imports[papers], p.Imports...)
		}
	}
	for key, grants := range policy {
		for _, grant := range grants {
			user := key
			if slices.Contains(ofPapers, grant) && under(key, []string{"core/papers/paper", "core/papers"}) {
				user = papers
			}
			if !slices.ContainsFunc(imports[user], func(imp string) bool { return under(imp, []string{grant}) }) {
				t.Errorf("%s may import %s, but does not", user, grant)
			}
		}
	}
}

// rule returns the rule of path, the longest prefix in the policy, and what it allows;
// "" without a rule.
func rule(path string) (key string, allowed []string) {
	for p := path; p != ""; {
		if allowed, ok := policy[p]; ok {
			return p, allowed
		}
		p = p[:max(0, strings.LastIndexByte(p, '/'))]
	}
	return "", nil
}

func under(path string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
}
