package shared_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

func TestAllIsThePapers116InTheOrderOfItsTables(t *testing.T) {
	all := shared.All()
	if len(all) != 116 {
		t.Fatalf("there are %d algorithms", len(all))
	}
	var names strings.Builder
	for _, a := range all {
		names.WriteString(a.String() + "\n")
	}
	want, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	if names.String() != string(want) {
		t.Fatalf("the names are\n%s", names.String())
	}
}

func TestNamesAreReadAsThePaperPrintsThem(t *testing.T) {
	for name, want := range map[string]string{
		"GreedyPM */per/OPT=MIN/MINVT=600":    "GreedyPM*/per/OPT=MIN/MINVT=600",
		" MCB8 * / OPT = AVG / MINFT = 300 ":  "MCB8*/OPT=AVG/MINFT=300",
		"Greedy *":                            "Greedy*/OPT=MIN",
		"/per":                                "/per/OPT=MIN",
		"/stretch-per":                        "/stretch-per/OPT=MAX",
		"/stretch-per/MINVT=600/OPT=MAX":      "/stretch-per/OPT=MAX/MINVT=600",
		"GreedyP/per/OPT=AVG/PERIOD=3600":     "GreedyP/per/OPT=AVG/PERIOD=3600",
		"/per/PERIOD=600":                     "/per/OPT=MIN",
		"EQUIPARTITION":                       "EQUIPARTITION",
		"greedypm*/PER/opt=min/minvt=600":     "GreedyPM*/per/OPT=MIN/MINVT=600",
		"GreedyPM*/per/OPT=MIN/MINVT=9000000": "GreedyPM*/per/OPT=MIN/MINVT=9000000",
	} {
		a, err := shared.Parse(name)
		if err != nil || a.String() != want {
			t.Errorf("%q is %q, %v", name, a, err)
		}
	}
}

func TestNamesOfNothingAreRefused(t *testing.T) {
	for name, want := range map[string]string{
		"":                                   "no action on submission",
		"*/per":                              "no action on submission",
		"EASY":                               "begins with \"EASY\"",
		"Greedy":                             "wait for ever",
		"GreedyP/OPT=MIN":                    "wait for ever",
		"MCB8":                               "wait for ever",
		"Greedy**":                           "begins with",
		"MCB8*/stretch-per":                  "goes with nothing else",
		"Greedy*/OPT=MAX":                    "expected one of MIN, AVG",
		"/stretch-per/OPT=MIN":               "expected one of MAX, AVG",
		"Greedy*/OPT=BEST":                   `OPT is "BEST", expected one of MIN, AVG`,
		"Greedy*/OPT=MIN/OPT=MIN":            "OPT is given twice",
		"Greedy*/OPT=MIN/MINVT=600":          "unknown option MINVT: expected OPT",
		"/per/MINVT=600/MINFT=600":           "do not go together",
		"/per/MINVT=0":                       "whole number of seconds",
		"/per/MINVT=+5":                      "whole number of seconds",
		"/per/MINVT=1e3":                     "whole number of seconds",
		"/per/MINVT=9000001":                 "whole number of seconds",
		"/per/PERIOD=99999999999999999999":   "whole number of seconds",
		"MCB8*/PERIOD=600":                   "unknown option PERIOD: expected one of OPT, MINFT, MINVT",
		"/per/per":                           "not KEY=VALUE",
		"/per/":                              "not KEY=VALUE",
		"/per/OPT":                           "not KEY=VALUE",
		"EQUIPARTITION/per":                  "begins with",
		strings.Repeat("x", 1<<20) + "/per":  "begins with",
		"/per/" + strings.Repeat("y", 1<<20): "not KEY=VALUE",
	} {
		a, err := shared.Parse(name)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 500 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q is %v, with the error %v", name, a, err)
		}
	}
}

func TestAnAlgorithmIsItsNameInJSON(t *testing.T) {
	for _, a := range append(shared.All(), shared.Algorithm{Submission: shared.Equal}) {
		text, err := json.Marshal(map[string]shared.Algorithm{"algorithm": a})
		if err != nil || string(text) != `{"algorithm":"`+a.String()+`"}` {
			t.Fatalf("%s marshals to %s, %v", a, text, err)
		}
		var back map[string]shared.Algorithm
		if err := json.Unmarshal(text, &back); err != nil || back["algorithm"] != a {
			t.Fatalf("%s comes back as %s, %v", text, back["algorithm"], err)
		}
	}
	if text, err := json.Marshal(shared.Algorithm{}); err == nil {
		t.Fatalf("the algorithm that does nothing marshals to %s", text)
	}
}

func FuzzParse(f *testing.F) {
	for _, a := range shared.All() {
		f.Add(a.String())
	}
	f.Add("Greedy */per/MINVT=1/PERIOD=2")
	f.Fuzz(func(t *testing.T, name string) {
		a, err := shared.Parse(name)
		if err != nil {
			return
		}
		if b, err := shared.Parse(a.String()); err != nil || a != b {
			t.Fatalf("%q is %#v, but %q is %#v, %v", name, a, a, b, err)
		}
	})
}
