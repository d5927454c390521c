package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/golden"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/verify"
)

// A student meets no abbreviation in the spoken name of a policy but in brackets, and no two
// policies of one platform have the same.
func TestEveryPolicyHasASpokenName(t *testing.T) {
	abbreviation := regexp.MustCompile(`[A-Z]{2}|[*/=]|[A-Z][0-9]`)
	seen := map[string]string{}
	for _, info := range Builtin.List() {
		words := regexp.MustCompile(`\(.*\)`).ReplaceAllString(info.Spoken, "")
		if words == "" || abbreviation.MatchString(words) || words[:1] != strings.ToUpper(words[:1]) {
			t.Errorf("%s is spoken %q", info.Name, info.Spoken)
		}
		key := info.Family + info.Spoken
		if other := seen[key]; other != "" {
			t.Errorf("%s and %s are both spoken %q", other, info.Name, info.Spoken)
		}
		seen[key] = info.Name
	}
}

// Every policy that is listed is found as it is listed, whatever the case of its name
// and with spaces in it, and makes what its platform plays.
func TestEveryPolicyListedIsFound(t *testing.T) {
	all := Builtin.List()
	seen := map[string]bool{}
	w, small := defaultWorkload(t), must(cluster.New(fourNodes()))
	for _, info := range all {
		if seen[info.Name] || info.Title == "" || info.Doc == "" || info.Source == "" {
			t.Errorf("%+v is listed twice or says too little", info)
		}
		seen[info.Name] = true
		e, err := Builtin.Find(info.Name)
		if err != nil || !reflect.DeepEqual(e.Info, info) {
			t.Fatalf("Find(%s) = %+v, %v", info.Name, e, err)
		}
		upper, lower := strings.ToUpper(info.Name), strings.ToLower(info.Name)
		for _, name := range []string{upper, lower, " " + info.Name + "\t", e.Spelling} {
			if f, err := Builtin.Find(name); err != nil || f.Key != e.Key || f.Spelling != e.Spelling {
				t.Errorf("Find(%q) = %+v, %v; want %s", name, f, err, e.Spelling)
			}
			if err := (Spec{Policies: []string{e.Spelling, name}}).Validate(); err == nil {
				t.Errorf("%s and %s are two policies", e.Spelling, name)
			}
		}
		_, onMachine := machine.Policy(e, w)
		_, onNodes := onCluster.Scheduler(e, small)
		_, queued := queue.All.Find(info.Name)
		for kind, plays := range map[*platform.About]bool{machine.About: onMachine == nil, grid.About: grid.About.Makes(e.Make),
			shared.About: shared.Shares(e), onCluster.About(): onNodes == nil} {
			if plays != (kind == e.On && info.Name != policy.Recorded || kind == onCluster.About() && queued == nil) {
				t.Errorf("%s for %s: %v", info.Name, kind, plays)
			}
		}
	}
	if n := len(policy.All.List()) + len(plan.Orders) + 3 + len(grid.All) + 14 + rules.NumStrategies + 2; all[n-1].Name != policy.Recorded ||
		len(all) != n {
		t.Errorf("%d policies are listed", len(all))
	}
}

// A name with options has them in its title, and is spelled as it was written.
func TestNamesWithOptions(t *testing.T) {
	for _, name := range []string{"dynp-advanced:quality=ms", "dynp-basic:lower=1,upper=2", "plan-opt:work=0.5", "grid-moldable:power=0.3",
		"dfrs:GreedyPM*/per/OPT=AVG/MINVT=60"} {
		for _, written := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, "=", " = ")} {
			e, err := Builtin.Find(written)
			if err != nil || e.Name != name || e.Spelling != name || !strings.Contains(e.Title, name[strings.Index(name, ":")+1:]) {
				t.Errorf("Find(%s) = %+v, %v", written, e, err)
			}
		}
	}
}

// Two spellings of one policy are one policy.
func TestAPolicyIsNamedOnce(t *testing.T) {
	for _, names := range [][]string{
		{"easy", "EASY"}, {"dynp-advanced", "dynp-advanced:quality=artww"}, {"dynp-simple:slack=5,first=3", "dynp-simple:first=3,slack=5.0"},
		{"plan-opt:work=0.50", "plan-opt:work=0.5"}, {"rules:group-easy", "Rules:GROUP-easy"}, {"recorded", " Recorded "},
	} {
		err := (Spec{Policies: names}).Validate()
		if err == nil || !strings.Contains(err.Error(), "is named twice") {
			t.Errorf("%q: %v", names, err)
		}
	}
	if err := (Spec{Policies: []string{"dynp-simple:slack=5", "dynp-simple:slack=6", "dynp-simple"}}).Validate(); err != nil {
		t.Error(err)
	}
}

// Every option takes its default, its bounds and each of its choices, and refuses what
// is beyond them in words that name what it takes.
func TestEveryOptionTakesWhatItSays(t *testing.T) {
	for _, info := range Builtin.List() {
		for _, o := range info.Options {
			var takes []string
			for _, c := range o.Choices {
				takes = append(takes, c.Name)
			}
			if o.Default != "" {
				takes = append(takes, o.Default)
			}
			refuses := map[string]string{"?": o.Name}
			if o.Choices == nil {
				least, most := strconv.FormatFloat(o.Least, 'f', -1, 64), strconv.FormatFloat(o.Most, 'f', -1, 64)
				span := "from " + least + " to " + most
				refuses = map[string]string{"x": span, "1e1": span, "-1": span, most + "9": span, "NaN": span}
				if o.Name != "upper" && o.Name != "lower" { // which bound each other
					takes = append(takes, least, most)
				}
			}
			for _, v := range takes {
				if _, err := Builtin.Find(info.Name + ":" + o.Name + "=" + v); err != nil {
					t.Error(err)
				}
			}
			for v, words := range refuses {
				_, err := Builtin.Find(info.Name + ":" + o.Name + "=" + v)
				if err == nil || !strings.Contains(err.Error(), words) && o.Type != policy.Text {
					t.Errorf("%s:%s=%s: %v; want %q", info.Name, o.Name, v, err, words)
				}
			}
		}
	}
}

// Forms are built from the JSON of the options: it stays as it is.
func TestFormsStay(t *testing.T) {
	var b strings.Builder
	of := map[string][]string{}
	var order []string
	for _, info := range Builtin.List() {
		for _, o := range info.Options {
			text, err := json.Marshal(o)
			if err != nil {
				t.Fatal(err)
			}
			if of[string(text)] == nil {
				order = append(order, string(text))
			}
			of[string(text)] = append(of[string(text)], info.Name)
		}
	}
	for _, text := range order {
		fmt.Fprintf(&b, "%s\n\t%s\n", text, strings.Join(of[text], " "))
	}
	const file = "testdata/options.txt"
	if golden.Read(t, file, b.String()) != b.String() {
		t.Errorf("the options are\n%s", b.String())
	}
}

func TestAWrongNameIsAnsweredInWords(t *testing.T) {
	for name, want := range map[string]string{
		"esay":                    "did you mean easy?",
		"slurmish":                "did you mean slurm?",
		"none-of-them":            "or begins with plan-, dynp-, rules:, grid- or dfrs:",
		"slurm":                   "is for a cluster, and the experiment has none",
		"plan-easy":               "it is one of plan-fcfs, plan-sjf",
		"plan-shortest":           "it is one of plan-fcfs, plan-sjf",
		"plan-opt:work=0":         "expected a number from 0.00001 to 1000",
		"Plan-Opt:Work=NaN":       `policy plan-opt: work is "NaN", expected a number`,
		"plan-opt:time=1":         "unknown option time: expected work",
		"plan-sjf:work=1":         "policy plan-sjf: it takes no options",
		"dynp-simple:work=1e-3":   "expected a number from 0.00001 to 1000",
		"dynp-clever":             "it is one of dynp-basic, dynp-simple, dynp-advanced",
		"dynp-advanced:slak=1":    "unknown option slak",
		"dynp-advanced:quality=x": "expected one of art, artww",
		"fcfs:slack=1":            "policy fcfs: it takes no options",
		"grid-magic":              "it is one of grid-independent",
		"grid-sharing:power=1":    "unknown option power",
		"grid-sharing":            "is for a grid of sites, and the experiment has none",
		"GreedyPM*":               "did you mean dfrs:GreedyPM*/OPT=MIN?",
		"rules:no-such":           "nor one of narrow-fcfs, narrow-easy",
		"rules:submit-esay":       "did you mean rules:submit-easy?",
	} {
		if _, err := Builtin.Machine(name, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q in it", name, err, want)
		}
		if err := (Spec{Policies: []string{name}}).Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate with %s: %v; want %q in it", name, err, want)
		}
	}
}

// Every policy is of one family, whose name and prefix it has.
func TestFamiliesHoldEveryPolicy(t *testing.T) {
	of, prefixed := map[string]string{policy.Recorded: "queue"}, map[string]bool{}
	for _, f := range Families {
		if f.Name == "" || len(f.List) == 0 || prefixed[f.Prefix] {
			t.Errorf("family %q begins with %q and has %d policies", f.Name, f.Prefix, len(f.List))
		}
		prefixed[f.Prefix] = true
		for _, p := range f.List {
			of[p.Name] = f.Name
			if p.Family != f.Name || !strings.HasPrefix(p.Name, f.Prefix) || familyOf(policy.Fold(p.Name)).Name != f.Name {
				t.Errorf("policy %s of family %q is listed in %q", p.Name, p.Family, f.Name)
			}
		}
	}
	for _, p := range Builtin.List() {
		if of[p.Name] != p.Family {
			t.Errorf("policy %s of family %q is listed in %q", p.Name, p.Family, of[p.Name])
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, info := range Builtin.List() {
		f.Add(info.Name)
		for _, o := range info.Options {
			f.Add(info.Name + ":" + o.Name + "=" + o.Default)
		}
	}
	f.Add("dfrs:greedyPM */per:opt=AVG,minvt=5")
	f.Fuzz(func(t *testing.T, name string) {
		e, err := Builtin.Find(name)
		if err != nil {
			if len(err.Error()) > 2000 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		for _, again := range []string{e.Spelling, strings.ToUpper(name)} {
			if strings.ToUpper(name) == again && policy.Fold(again) != policy.Fold(name) {
				continue // letters that have no upper case of their own
			}
			if f, err := Builtin.Find(again); err != nil || f.Key != e.Key || f.Spelling != e.Spelling {
				t.Fatalf("%q is %+v, but %q is %+v, %v", name, e, again, f, err)
			}
		}
	})
}

func TestNamesSplitAtCommasAreJoined(t *testing.T) {
	got := Builtin.Join(strings.Split("easy,dynp-advanced:quality=ms,slack=5,plan-sjf,dynp-basic:lower=1,upper=2,dynp-basic,lower=3,"+
		"order(max(estimate, 10, wait))-easy,fcfs,order(min(1,2", ","))
	want := []string{"easy", "dynp-advanced:quality=ms,slack=5", "plan-sjf", "dynp-basic:lower=1,upper=2", "dynp-basic", "lower=3",
		"order(max(estimate,10,wait))-easy", "fcfs", "order(min(1,2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPlansStepsAndOrdersInForceAreWrittenDown(t *testing.T) {
	w := defaultWorkload(t)
	names := []string{"easy", "cons", "plan-fcfs", "dynp-basic", "dynp-simple", "dynp-advanced:slack=1"}
	var jobs, steps result.Collect
	spec := Spec{Policies: names}
	outcomes, err := Execute(context.Background(), spec, w, Options{Tables: result.Set{result.Jobs: &jobs, result.Steps: &steps}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	n := w.Len()
	planned, with := jobs.Table().Col("planned_s").Float, jobs.Table().Col("started_with")
	start := jobs.Table().Col("start_s").Float
	for k, o := range outcomes {
		if err := verify.Err(verify.Check(machine.Retold(sim.Config{Procs: w.Procs, Jobs: o.Jobs, Overrun: spec.overrun()}),
			o.Placed)); err != nil {
			t.Errorf("%s: %v", o.Policy, err)
		}
		inForce, row := "fcfs", 0
		inForceAt := orderAt(steps.Table(), o.Policy)
		for i := range n {
			row = k*n + i
			switch {
			case o.Policy == "easy" && planned[row] == planned[row]:
				t.Fatalf("easy plans job %d for %v", i, planned[row])
			case o.Policy != "easy" && !(planned[row] >= float64(w.Jobs.Held()[i].Submit)):
				t.Fatalf("%s plans job %d, submitted at %d, for %v", o.Policy, i, w.Jobs.Held()[i].Submit, planned[row])
			case o.Policy == "cons" && planned[row] < start[row]:
				t.Fatalf("cons breaks its promise of %v for job %d, which starts at %v", planned[row], i, start[row])
			}
			if inForce = ""; strings.HasPrefix(o.Policy, "dynp-") {
				inForce = inForceAt(start[row])
			}
			if got := with.GetText(row); got != inForce {
				t.Fatalf("%s starts job %d at %v with %q; the steps say %q", o.Policy, i, start[row], got, inForce)
			}
		}
	}
}

// orderAt returns what tells, from the steps of a run, the order in force at the
// end of a second.
func orderAt(steps *result.Table, policy string) func(second float64) string {
	type change struct {
		at    float64
		order string
	}
	var all []change
	for i := range steps.Rows {
		if steps.Col("policy").GetText(i) == policy {
			all = append(all, change{steps.Col("time_s").Float[i], steps.Col("after").GetText(i)})
		}
	}
	return func(second float64) string {
		i, _ := slices.BinarySearchFunc(all, second, func(c change, s float64) int {
			if c.at <= s {
				return -1
			}
			return 1
		})
		if i == 0 {
			return "fcfs"
		}
		return all[i-1].order
	}
}
