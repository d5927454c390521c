package paper

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const twoChoices = `# What is open.

choice  steps
asks    When?
text    "in every
        step"
why     Nobody knows.
value   second: Once.
value   event: After every
    event: twice.

choice  list
asks    What?
text    Nothing.
why     So.
fitted  a: One.
value   b: Two.
fitted  c by x,y: Three, by
        two groups.
`

func TestChoicesAreRead(t *testing.T) {
	got, err := readChoices("x.txt", strings.NewReader(twoChoices))
	if err != nil {
		t.Fatal(err)
	}
	want := Choices{
		{Key: "steps", Asks: "When?", Text: `"in every step"`, Why: "Nobody knows.",
			Values: []Answer{{Name: "second", Doc: "Once."}, {Name: "event", Doc: "After every event: twice."}}},
		{Key: "list", Asks: "What?", Text: "Nothing.", Why: "So.",
			Values: []Answer{{Name: "a", Doc: "One.", Fitted: true}, {Name: "b", Doc: "Two."},
				{Name: "c", Doc: "Three, by two groups.", Fitted: true, By: []string{"x", "y"}}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c := got.Named("list"); c != got[1] {
		t.Errorf("list is %+v", c)
	}
}

func TestDamagedChoicesAreRefusedWithTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"asks    When?\n":                                             "x.txt:1: asks stands before the first choice",
		"    more\n":                                                  "x.txt:1: there is no line before",
		"choice  a\n    more\n":                                       "x.txt:2: there is no line before",
		"choice  a\nasks    b\nasks    c\n":                           `x.txt:3: asks "c": want asks, text or why, once each`,
		"choice  a\nvalues  b: c\n":                                   `x.txt:2: values "b: c"`,
		"choice  a\nvalue   b\n":                                      `x.txt:2: value "b"`,
		twoChoices[strings.Index(twoChoices, "why"):]:                 "x.txt:1: why stands before the first choice",
		twoChoices[:strings.Index(twoChoices, "value   b")]:           `x.txt, at the end: the choice "list" before this lacks`,
		strings.Replace(twoChoices, "why     Nobody knows.\n", "", 1): `x.txt:11: the choice "steps" before this lacks`,
	} {
		if _, err := readChoices("x.txt", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
