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
	"core/job":             {},
	"core/event":           {},
	"core/profile":         {},
	"core/internal/det":    {},
	"core/scratch":         {},
	"core/numeral":         {},
	"core/atomicfile":      {"core/scratch"},
	"core/swf":             {"core/internal/text"},
	"core/sacct":           {"core/internal/order", "core/internal/spool", "core/internal/text"},
	"core/verify":          {"core/job"}, // the referees share no code with what they judge
	"core/verify/sites":    {"core/job", "core/verify"},
	"core/verify/nodes":    {"core/job", "core/verify"},
	"core/verify/system":   {"core/job", "core/verify"},
	"core/hostlist":        {},
	"core/internal/amount": {},
	"core/sbatch":          {"core/internal/amount", "core/internal/text"},
	"core/slurmconf":       {"core/hostlist", "core/system", "core/internal/amount", "core/internal/text"},
	"core/slurmconf/guess": {"core/hostlist", "core/internal/det", "core/sacct", "core/system"},
	"core/system":          {"core/hostlist", "core/event", "core/job"}, // knows no scheduler
	"core/system/slurm":    {"core/system", "core/internal/det"},        // knows no workload
	"core/system/queue":    {"core/system", "core/policy", "core/plan", "core/dynp", "core/sim", "core/profile", "core/internal/wide"},
	"core/twin":            {"core/chart", "core/job", "core/sacct", "core/sbatch", "core/system", "core/workload"},
	"core/example":         {"core/system"},
	"core/predict":         {"core/hostlist", "core/internal/pool", "core/system", "core/system/slurm", "core/twin"},
	"core/stats":           {"core/internal/det", "core/numeral"}, // knows no jobs: samples in, intervals out
	"core/contest":         {"core/metrics", "core/numeral", "core/result", "core/rules/pareto", "core/stats"},
	"core/whatif": {"core/chart", "core/hostlist", "core/internal/pool", "core/policy", "core/stats", "core/system", "core/twin",
		"core/workload"},
	"core/known":             {"core/job"},
	"core/metrics":           {"core/job", "core/numeral", "core/stats", "core/internal/ranks", "core/internal/slab", "core/internal/wide"},
	"core/sim":               {"core/job", "core/event", "core/internal/clock", "core/internal/slab"}, // knows no policy
	"core/policy":            {"core/sim", "core/profile", "core/nearest", "core/internal/det"},       // knows no workload
	"core/nearest":           {},
	"core/remote":            {"core/sim"}, // knows no processes: it must run in a browser, too
	"core/policy/policytest": {"core/job", "core/sim", "core/verify"},
	"core/plan":              {"core/sim", "core/profile", "core/policy", "core/exact", "core/internal/reserve"},
	"core/dynp":              {"core/sim", "core/policy", "core/plan", "core/internal/wide"},
	"core/grid": {
		"core/job",
		"core/event",
		"core/sim",
		"core/profile",
		"core/policy",
		"core/internal/clock",
		"core/internal/det",
		"core/internal/reserve",
	}, // knows no workload
	"core/internal/clock":   {"core/job", "core/event"},
	"core/internal/golden":  {}, // for tests
	"core/internal/heap":    {},
	"core/internal/lp":      {"core/internal/heap"},
	"core/internal/pool":    {},
	"core/internal/reserve": {},
	"core/internal/ranks":   {"core/internal/slab"},
	"core/internal/slab":    {},
	"core/internal/order":   {"core/internal/heap"},
	"core/internal/spool":   {},
	"core/internal/slow":    {},                                             // for tests
	"core/internal/slurmdb": {},                                             // for tests: knows no reader of logs
	"core/internal/truth":   {"core/slurmconf", "core/system", "core/twin"}, // for tests
	"core/internal/text":    {},
	"core/internal/wide":    {},
	"core/internal/drawn":   {"core/system"},
	"core/internal/retell": {
		"core/grid",
		"core/dfrs",
		"core/sim",
		"core/hostlist",
		"core/system",
		"core/verify",
	}, // the one place that knows engines and referees
	"core/dfrs": {
		"core/job",
		"core/metrics",
		"core/event",
		"core/policy",
		"core/internal/heap",
		"core/internal/lp",
		"core/internal/wide",
	}, // knows no workload
	"core/dfrs/tasks": {"core/dfrs", "core/job", "core/workload", "core/internal/det"},
	"core/dfrs/bound": {"core/dfrs"},
	"core/rules": {
		"core/job",
		"core/sim",
		"core/policy",
		"core/profile",
		"core/internal/det",
		"core/internal/wide",
	}, // knows no workload
	"core/rules/internal": {},
	"core/rules/evolve":   {"core/internal/det", "core/internal/pool", "core/rules/internal"}, // a problem is an interface: knows no rules
	"core/rules/pareto":   {"core/internal/det", "core/internal/pool", "core/rules/internal"},
	"core/rules/train":    {"core/workload", "core/rules", "core/sim", "core/internal/det", "core/internal/pool"},
	"core/rules/offline":  {"core/job", "core/workload", "core/rules", "core/rules/pareto", "core/sim"},
	"core/exact":          {"core/job", "core/internal/det"},
	"core/exact/program":  {"core/exact"},
	"core/why":            {"core/dfrs", "core/grid", "core/hostlist", "core/numeral", "core/sim", "core/system"},
	"core/columns":        {"core/internal/text", "core/nearest"}, // knows no workload
	"core/workload": {"core/columns", "core/job", "core/swf", "core/sacct", "core/numeral", "core/result", "core/internal/det",
		"core/internal/heap", "core/internal/order", "core/internal/ranks", "core/internal/slab", "core/internal/spool", "core/internal/text",
		"core/workload"},
	"core/result":     {"core/job", "core/metrics", "core/stats", "core/internal/spool"},
	"core/dictionary": {"core/result", "core/atomicfile"},
	"core/workload/builtin": {
		"core/example",
		"core/workload",
	},
	"core/experiment": {
		"core/dfrs",
		"core/dynp",
		"core/event",
		"core/exact",
		"core/grid",
		"core/hostlist",
		"core/internal/heap",
		"core/internal/pool",
		"core/internal/retell",
		"core/internal/spool",
		"core/job",
		"core/metrics",
		"core/numeral",
		"core/plan",
		"core/policy",
		"core/result",
		"core/rules",
		"core/sim",
		"core/system",
		"core/twin",
		"core/verify",
		"core/why",
		"core/workload",
	}, // knows no paper
	"core/sweep": {
		"core/atomicfile",
		"core/chart",
		"core/experiment",
		"core/internal/pool",
		"core/metrics",
		"core/nearest",
		"core/paper",
		"core/result",
		"core/scratch",
		"core/stats",
		"core/workload",
	}, // knows no file format and no paper
	"core/chart": {}, // data only: figures in the browser draw it
	"core/paper": onePaper(
		"core/metrics",
		"core/stats",
		"core/result",
		"core/rules",
		"core/atomicfile",
		"core/numeral",
	), // knows no paper
	"core/paper/papertest": onePaper("core/internal/golden"),
	"core/papers":          {"core/paper", "core/papers"},
	"core/papers/internal": onePaper(),
	"core/papers/dynp":     onePaper("core/dynp", "core/numeral", "core/plan", "core/policy", "core/profile"), // no paper knows another
	"core/papers/grid":     onePaper("core/grid"),
	"core/papers/dfrs":     onePaper("core/dfrs", "core/metrics"),
	"core/papers/rules":    onePaper("core/rules"),
	"core/papers/exact":    onePaper("core/exact", "core/plan"),

	"arrowio":      {"core/columns", "core/dictionary", "core/result", "core/scratch", "arrowio", "core/atomicfile"},
	"arrowio/ipc":  {"core/columns", "core/result", "github.com/apache/arrow/go/v17", "github.com/google/flatbuffers"},
	"arrowio/laws": {"core/columns", "core/result", "pgregory.net/rapid", "github.com/google/go-cmp"}, // what every file format passes
	"arrowio/parquet": {"core/columns", "core/result", "github.com/parquet-go/parquet-go", "github.com/klauspost/compress",
		"github.com/pierrec/lz4/v4"},
	"figures": {
		"core/result",
		"core/metrics",
		"core/stats",
		"core/rules",
		"core/chart",
		"core/job",
		"core/policy",   // the name of the recorded schedule
		"core/workload", // what it ignores
		"gonum.org/v1/plot",
		"golang.org/x/image",
		"core/numeral",
	},
	"figures/report": {"core/numeral", "core/paper", "core/whatif", "figures"},

	"wasm":       {"core", "arrowio/ipc", "wasm"},
	"wasm/extra": {"core", "arrowio", "figures", "wasm"}, // add-ons, loaded when they are wanted
}

// ofPapers is what every paper may import.
var ofPapers = []string{
	"core/chart",
	"core/experiment",
	"core/internal/det",
	"core/internal/pool",
	"core/job",
	"core/paper",
	"core/papers/internal",
	"core/sim",
	"core/workload",
}

// onePaper returns what a paper may import: its schedulers, and what all papers use.
func onePaper(schedulers ...string) []string { return append(schedulers, ofPapers...) }

// anything may be imported by these, which nothing imports.
var tops = []string{"cmd", "notebooks", "wasm/bench", "wasm/build"}

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
		if under(key, []string{"core/paper", "core/papers"}) {
			imports[papers] = append(imports[papers], p.Imports...)
		}
	}
	for key, grants := range policy {
		for _, grant := range grants {
			user := key
			if slices.Contains(ofPapers, grant) && under(key, []string{"core/paper", "core/papers"}) {
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
