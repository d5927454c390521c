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
var policy = parsePolicy(`
core/sim: core/internal/clock core/internal/slab core/sim/event core/sim/job # knows no policy
core/sim/event:
core/sim/job:
core/sim/profile:

core/policy: core/internal/det core/policy/formula core/sim core/sim/profile internal/nearest # knows no workload and no processes
core/policy/formula: core/internal/det core/sim internal/nearest # orders that are expressions
core/policy/dynp: core/internal/wide core/policy core/policy/plan core/sim
core/policy/plan: core/internal/reserve core/optimum/exact core/policy core/sim core/sim/profile
core/policy/policytest: core/sim core/sim/job core/verify
core/policy/rules: readers core/internal/det core/internal/wide core/policy core/sim core/sim/job core/sim/profile
	internal/bounds # knows no workload

core/platform: core/metrics core/optimum/exact core/policy core/policy/rules core/result core/sim core/sim/event
	core/sim/job core/trace core/verify internal/numeral # knows no platform
core/platform/internal/stories: core/platform core/sim/job # for tests
core/platform/cluster: readers core/platform core/platform/internal/telling core/platform/machine core/policy
	core/result core/sim core/sim/event core/sim/job core/slurm/hostlist core/trace core/verify/cluster
	internal/bounds internal/numeral
core/platform/cluster/queue: core/internal/wide core/platform/cluster core/policy core/policy/dynp
	core/policy/plan core/sim core/sim/profile
core/platform/grid: core/internal/clock core/internal/det core/internal/reserve core/platform
	core/platform/internal/telling core/policy core/result core/sim core/sim/event core/sim/job core/sim/profile
	core/trace core/verify core/verify/grid internal/bounds internal/numeral
core/platform/internal/telling: internal/numeral
core/platform/machine: core/internal/heap core/internal/spool core/metrics core/optimum/exact core/platform
	core/platform/internal/telling core/policy core/policy/dynp core/policy/plan core/policy/rules core/result
	core/sim core/sim/job core/trace core/verify internal/numeral
core/platform/shared: core/internal/det core/internal/heap core/internal/wide core/metrics core/platform
	core/platform/internal/telling core/platform/machine core/platform/shared/internal/lp core/policy core/result
	core/sim core/sim/event core/sim/job core/trace core/verify/shared internal/bounds internal/numeral
core/platform/shared/bound: core/platform/shared
core/platform/shared/internal/lp: core/internal/heap

core/slurm/accounting: readers core/platform/cluster core/sim/job core/slurm/hostlist core/slurm/internal/sbatch
	core/study/stats core/trace core/trace/sacct internal/chart internal/doubt internal/numeral
core/slurm/campus: core/platform/cluster
core/slurm/conf: readers core/internal/text core/platform/cluster core/slurm/hostlist core/slurm/internal/amount
core/slurm/guess: core/internal/det core/platform/cluster core/slurm/hostlist core/trace/sacct
core/slurm/hostlist: core/internal/text
core/slurm/internal/amount: core/internal/text
core/slurm/internal/truth: core/platform/cluster core/slurm/accounting core/slurm/conf core/slurm/hostlist core/trace/sacct # for tests
core/slurm/predict: core/internal/pool core/platform/cluster core/slurm/accounting core/slurm/hostlist
	core/slurm/twin internal/doubt
core/slurm/internal/sbatch: core/internal/text core/slurm/internal/amount
core/slurm/twin: core/internal/det core/platform/cluster core/policy # knows no workload
core/slurm/whatif: core/internal/pool core/platform/cluster core/policy core/slurm/accounting
	core/slurm/hostlist core/study/stats core/trace internal/chart internal/doubt

core/trace: core/internal/det core/internal/heap core/internal/order core/internal/ranks core/internal/slab
	core/internal/spool core/internal/text core/result core/sim/job core/trace core/trace/internal/managers core/trace/sacct
	core/trace/swf core/trace/table internal/doubt internal/numeral
core/trace/builtin: core/slurm/campus core/trace
core/trace/internal/slurmdb: # for tests: knows no reader of logs
core/trace/sacct: core/internal/order core/internal/spool core/internal/text internal/doubt internal/numeral internal/printable
core/trace/swf: core/internal/text
core/trace/internal/managers: readers core/internal/text # knows no workload
core/trace/table: readers core/internal/text internal/doubt internal/nearest internal/numeral # knows no workload

core/metrics: core/internal/ranks core/internal/slab core/internal/wide core/sim/job core/study/stats
	internal/numeral

core/result: readers core/internal/spool core/internal/text core/metrics core/sim/job core/study/stats

core/experiment: readers core/internal/pool core/metrics core/optimum/exact core/platform core/platform/cluster
	core/platform/cluster/queue core/platform/grid core/platform/machine core/platform/shared core/policy
	core/policy/rules core/result core/sim core/sim/job core/slurm/accounting core/slurm/twin core/trace
	core/trace/builtin core/trace/model/empirical core/trace/model/lublin core/verify internal/bounds internal/numeral
	# knows no paper, and platforms in one file

core/study/compare: core/learn/pareto core/metrics core/result core/study/stats internal/numeral
core/study/stats: core/internal/det internal/numeral # knows no jobs: samples in, intervals out
core/study/sweep: readers core/experiment core/internal/pool core/metrics core/papers/paper core/result
	core/sim core/study/stats core/trace internal/atomicfile internal/chart internal/nearest internal/scratch internal/sealed
	# knows no file format and no paper

core/verify: core/sim/job # the referees share no code with what they judge
core/verify/cluster: core/sim/job core/verify
core/verify/grid: core/sim/job core/verify
core/verify/internal/known: core/sim/job
core/verify/shared: core/sim/job core/verify

core/optimum/exact: readers core/internal/det core/sim/job
core/optimum/program: readers core/internal/text core/optimum/exact

core/learn/evolve: core/internal/checkpoint core/internal/det core/internal/pool
	# a problem is an interface: knows no rules
core/learn/pareto: core/internal/checkpoint core/internal/det core/internal/pool
core/learn/queue: core/metrics core/policy core/sim core/sim/job # plays no policy: an agent from outside decides
core/learn/train: core/internal/checkpoint core/internal/det core/internal/pool core/learn/evolve core/policy/rules
	core/sim core/trace

core/papers: core/papers core/papers/paper
core/papers/dfrs: papers core/metrics core/platform core/platform/shared internal/numeral
core/papers/dynp: papers core/policy core/policy/dynp core/policy/plan core/sim/profile internal/numeral
	# no paper knows another
core/papers/exact: papers core/optimum core/platform core/policy/plan internal/measured
core/papers/grid: papers core/platform core/platform/grid internal/numeral
core/papers/internal: papers
core/papers/internal/laws: papers core/internal/golden internal/papertest # for tests
core/papers/paper: readers papers core/metrics core/platform core/policy/rules core/result core/study/stats internal/atomicfile
	internal/numeral internal/sealed # knows no paper
core/papers/record: core/papers/paper core/result internal/chart internal/numeral
core/papers/rules: papers core/learn core/papers/rules core/policy/rules
core/papers/rules/internal: core/internal/checkpoint core/learn/pareto core/policy/rules core/sim core/trace

core/internal/checkpoint: readers
core/internal/clock: core/sim/event core/sim/job
core/internal/det:
core/internal/drawn: # for tests
core/internal/drawn/clusters: core/platform/cluster
core/internal/golden: # for tests
core/internal/heap:
core/internal/order: core/internal/heap
core/internal/pool:
core/internal/ranks: core/internal/slab
core/internal/reserve:
core/internal/slab:
core/internal/slow: # for tests
core/internal/spool:
core/internal/text: internal/printable
core/internal/wide:

internal/atomicfile: internal/scratch
internal/bounded:
internal/bounds: internal/jsonerror internal/printable
internal/chart: # data only: figures in the browser draw it
internal/doubt:
internal/measured: readers
internal/jsonerror: internal/printable
internal/nearest:
internal/numeral:
internal/printable:
internal/papertest: core/experiment core/papers/paper core/sim core/trace internal/chart # for tests
internal/report: core/papers/paper core/papers/record core/slurm/whatif figures internal/chart internal/doubt internal/numeral
	internal/printable
internal/scratch:
internal/sealed:

arrowio: readers arrowio core/result core/trace/table internal/atomicfile internal/doubt internal/scratch
arrowio/internal/laws: core/result core/trace/table github.com/google/go-cmp pgregory.net/rapid
	# what every file format passes
arrowio/internal/sample: arrowio core/result # for the tests of the Python package
arrowio/internal/scan: core/result core/trace/table
arrowio/ipc: arrowio/internal/scan core/result core/trace/table github.com/apache/arrow/go/v17
	github.com/google/flatbuffers
arrowio/parquet: arrowio/internal/scan arrowio/ipc core/result core/trace/table github.com/andybalholm/brotli github.com/klauspost/compress
	github.com/parquet-go/parquet-go github.com/pierrec/lz4/v4

figures: core/metrics core/policy core/policy/rules core/result core/sim/job core/study/stats
	core/trace internal/chart internal/numeral internal/printable golang.org/x/image gonum.org/v1/plot

github.com/backfill-lab/backfill: core/experiment core/metrics core/policy core/result core/sim core/trace
	# the façade: a program that only simulates links no other module, so no arrowio

wasm: arrowio/ipc core internal/doubt internal/numeral wasm
wasm/internal/extra: internal/chart internal/numeral arrowio core figures wasm # add-ons, loaded when they are wanted
`)

// parsePolicy reads a line for each package, "package: imports", which an indented line continues, up to a #.
// A word of groups stands for several.
func parsePolicy(text string) map[string][]string {
	policy := map[string][]string{}
	var name string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if begins, imports, found := strings.Cut(line, ":"); found {
			name, line = begins, imports
			policy[name] = nil
		}
		for _, imp := range strings.Fields(line) {
			if group := groups[imp]; group != nil {
				policy[name] = append(policy[name], group...)
			} else {
				policy[name] = append(policy[name], imp)
			}
		}
	}
	return policy
}

var groups = map[string][]string{
	"papers": { // what every paper may import
		"internal/chart",
		"core/experiment",
		"core/internal/det",
		"core/internal/pool",
		"core/sim/job",
		"core/papers/paper",
		"core/papers/internal",
		"core/sim",
		"core/trace",
	},
	"readers": {"internal/bounded", "internal/jsonerror", "internal/printable"}, // what may read files of strangers
}

// anything may be imported by these, which nothing imports, except that cmd calls internal/cli.
var tops = []string{"cmd", "internal/cli", "notebooks", "wasm/build"}

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
			if slices.Contains(groups["papers"], grant) && under(key, []string{"core/papers/paper", "core/papers"}) {
				user = papers
			}
			if slices.Contains(groups["readers"], grant) {
				continue // a reader may need one, another all
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
