package experiment

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/verify"
)

func TestEveryPolicyListedIsThereOnce(t *testing.T) {
	all := Policies()
	seen := map[string]bool{}
	for _, info := range all {
		if seen[info.Name] || info.Title == "" || info.Doc == "" || info.Source == "" {
			t.Errorf("%+v is listed twice or says too little", info)
		}
		seen[info.Name] = true
		if got, err := DescribePolicy(info.Name); err != nil || !reflect.DeepEqual(got, info) {
			t.Errorf("DescribePolicy(%s) = %+v, %v", info.Name, got, err)
		}
		onGrid := info.Family == gridFamily
		if _, err := Policy(info.Name); (err == nil) == (onGrid || info.Family == sharedFamily || info.Family == rulesFamily || info.Name == policy.Recorded) {
			t.Errorf("Policy(%s): %v", info.Name, err)
		}
		if _, err := GridPolicy(info.Name); (err == nil) != onGrid {
			t.Errorf("GridPolicy(%s): %v", info.Name, err)
		}
	}
	if all[len(all)-1].Name != policy.Recorded || len(all) != len(policy.All())+len(plan.Orders)+3+len(grid.All())+14+rules.NumStrategies {
		t.Errorf("%d policies are listed, %s last", len(all), all[len(all)-1].Name)
	}
	for _, name := range []string{"dynp-advanced:quality=ms", "dynp-basic:lower=1,upper=2", "plan-opt:work=0.5", "grid-moldable:power=0.3", "dfrs:GreedyPM*/per/OPT=AVG/MINVT=60"} {
		if info, err := DescribePolicy(name); err != nil || info.Name != name || !strings.Contains(info.Title, name[strings.Index(name, ":")+1:]) {
			t.Errorf("DescribePolicy(%s) = %+v, %v", name, info, err)
		}
	}
}

func TestAWrongNameIsAnsweredInWords(t *testing.T) {
	for name, want := range map[string]string{
		"esay":                    "dynp-basic, dynp-simple or dynp-advanced",
		"plan-easy":               "it is one of fcfs, sjf",
		"plan-opt:work=0":         "give a number from 0.00001 to 1000",
		"plan-opt:time=1":         "there is no option time: it is work",
		"plan-sjf:work=1":         "plan-sjf takes no options",
		"dynp-simple:work=1e-3":   "give a number from 0.00001 to 1000",
		"dynp-clever":             "it is dynp-basic, dynp-simple or dynp-advanced",
		"dynp-advanced:slak=1":    "there is no option slak",
		"dynp-advanced:quality=x": "it is one of art, artww",
		"easy:slack=1":            `no policy "easy:slack=1"`,
		"grid-magic":              "it is one of grid-independent",
		"grid-sharing:power=1":    "no option power",
		"grid-sharing":            "is for a grid of sites, and none is given",
	} {
		if _, err := Policy(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Policy(%s): %v; want %q in it", name, err, want)
		}
		if err := (Spec{Policies: []string{name}}).Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate with %s: %v; want %q in it", name, err, want)
		}
	}
}

func TestNamesSplitAtCommasAreJoined(t *testing.T) {
	got := JoinPolicies(strings.Split("easy,dynp-advanced:quality=ms,slack=5,plan-sjf,dynp-basic:lower=1,upper=2,dynp-basic,lower=3", ","))
	want := []string{"easy", "dynp-advanced:quality=ms,slack=5", "plan-sjf", "dynp-basic:lower=1,upper=2", "dynp-basic", "lower=3"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPlansStepsAndOrdersInForceAreWrittenDown(t *testing.T) {
	w := defaultWorkload(t)
	names := []string{"easy", "cons", "plan-fcfs", "dynp-basic", "dynp-simple", "dynp-advanced:slack=1"}
	var jobs, steps result.Collect
	outcomes, err := Execute(context.Background(), Spec{Policies: names}, w, Options{Jobs: &jobs, Steps: &steps, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	n := len(w.Jobs)
	planned, with := jobs.Table().Col("planned_s").Float, jobs.Table().Col("started_with")
	start := jobs.Table().Col("start_s").Float
	for k, o := range outcomes {
		if err := verify.Err(verify.Check(verify.Problem{Procs: w.Procs, Jobs: o.Jobs}, o.Placed)); err != nil {
			t.Errorf("%s: %v", o.Policy, err)
		}
		inForce, row := "fcfs", 0
		inForceAt := orderAt(steps.Table(), o.Policy)
		for i := range n {
			row = k*n + i
			switch {
			case o.Policy == "easy" && planned[row] == planned[row]:
				t.Fatalf("easy plans job %d for %v", i, planned[row])
			case o.Policy != "easy" && !(planned[row] >= float64(w.Jobs[i].Submit)):
				t.Fatalf("%s plans job %d, submitted at %d, for %v", o.Policy, i, w.Jobs[i].Submit, planned[row])
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
