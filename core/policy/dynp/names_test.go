package dynp

import (
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/plan"
)

func TestOptionsMeanWhatTheySay(t *testing.T) {
	for name, want := range map[string]Tuning{
		"dynp-advanced":                                {},
		"dynp-advanced:quality=ms":                     {Terms: []Term{{MS, 1}}},
		"dynp-advanced:quality=2xsldww+ms+10xwait":     {Terms: []Term{{SLDwW, 2}, {MS, 1}, {Wait, 10}}},
		"dynp-advanced:quality=ms-then-art-then-sld":   {Terms: []Term{{MS, 1}, {ART, 1}, {SLD, 1}}, InTurn: true},
		"dynp-advanced:work=0.5":                       {Work: 0.5},
		"dynp-advanced:slack=5":                        {Slack: 500},
		"dynp-advanced:slack=2.5":                      {Slack: 250},
		"dynp-advanced:slack=0.07,first=20,hours=6":    {Slack: 7, First: 20, Within: 6 * 3600},
		"dynp-advanced:policies=sjf+fcfs,quality=wait": {Terms: []Term{{Wait, 1}}},
	} {
		var got Tuning
		_, options, given := strings.Cut(name, ":")
		if !given {
			continue
		}
		if _, _, err := tuningOptions.Set(&got, options); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.Contains(name, "policies") {
			if len(got.Orders) != 2 || plan.OrderName(got.Orders[0]) != "sjf" || plan.OrderName(got.Orders[1]) != "fcfs" {
				t.Errorf("%s has the orders %v", name, got.Orders)
			}
			got.Orders = nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v, not %+v", name, got, want)
		}
	}
	var b Bounds
	if _, _, err := boundOptions.Set(&b, "upper=10,threshold=2,lower=3"); err != nil || b != (Bounds{3, 10, 2}) {
		t.Errorf("the bounds are %+v, %v", b, err)
	}
}

func TestWrongOptionsAreAnsweredInWords(t *testing.T) {
	for name, want := range map[string]string{
		"":                                       "it is one of dynp-basic, dynp-simple, dynp-advanced",
		"dynp":                                   "did you mean dynp-basic?",
		"dynp-advanced:":                         `the option "" is not KEY=VALUE`,
		"dynp-advanced:slack":                    "not KEY=VALUE",
		"dynp-advanced:slack=":                   "not KEY=VALUE",
		"dynp-advanced:slack=5,slack=6":          "slack is given twice",
		"dynp-advanced:work=0":                   "expected a number from 0.00001 to 1000",
		"dynp-advanced:work=NaN":                 "expected a number from 0.00001 to 1000",
		"dynp-advanced:policies=opt+opt":         "the queue order opt is named twice",
		"dynp-advanced:slack=100":                "a percentage from 0 to 99.99",
		"dynp-advanced:slack=-1":                 "a percentage",
		"dynp-advanced:slack=1.234":              "a percentage",
		"dynp-advanced:slack=.5":                 "a percentage",
		"dynp-advanced:slack=99999999999999":     "a percentage",
		"dynp-advanced:lower=5":                  "unknown option lower",
		"dynp-basic:slack=5":                     "unknown option slack",
		"dynp-basic:lower=9001":                  "the lower bound 9001 is above the upper bound 9000",
		"dynp-basic:threshold=0":                 "a whole number from 1",
		"dynp-simple:first=x":                    "a whole number from 1",
		"dynp-simple:hours=0.5":                  "a whole number from 1",
		"dynp-simple:quality=best":               `unknown quality "best"`,
		"dynp-simple:quality=art+art":            "art is named twice",
		"dynp-simple:quality=0xart":              "a whole number from 1 to 1000",
		"dynp-simple:quality=ms-then-art+wait":   `unknown quality "art+wait"`,
		"dynp-simple:quality=ms-then-2xart":      `unknown quality "2xart"`,
		"dynp-simple:policies=fcfs+fcfs":         "fcfs is named twice",
		"dynp-simple:policies=fcfs+":             `unknown queue order ""`,
		"dynp-simple:policies=plan-fcfs":         `unknown queue order "plan-fcfs"`,
		"dynp-simple:quality=art,policies=a+b+c": `unknown queue order "a"`,
	} {
		if _, err := All.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q): %v; want %q in it", name, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range names {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		p, err := All.Parse(name)
		if (p == nil) == (err == nil) {
			t.Fatalf("Parse(%q) = %v, %v", name, p, err)
		}
	})
}
