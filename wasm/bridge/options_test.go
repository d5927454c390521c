package bridge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy/dynp"
)

func described(t *testing.T) *description {
	t.Helper()
	s := &simulator{}
	d, err := s.describe(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// plain is a number as the fields of a form have it.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// What a form offers, the policies take: every option with its default, its
// bounds and each of its choices; and what it says is the default is one.
func TestPoliciesTakeTheOptionsThatFormsOffer(t *testing.T) {
	asked := 0
	for _, p := range described(t).Policies {
		for _, o := range p.Options {
			var values []string
			if o.Default != "" {
				values = append(values, o.Default)
			}
			for _, c := range o.Choices {
				values = append(values, c.Name)
				if c.Title == "" {
					t.Errorf("%s: %s=%s has no title", p.Name, o.Name, c.Name)
				}
			}
			if o.Join != "" {
				values = append(values, o.Choices[2].Name+o.Join+o.Choices[0].Name)
			}
			if o.Choices == nil && o.Name != "lower" && o.Name != "upper" { // these bound each other
				values = append(values, plain(o.Least), plain(o.Most))
				for _, beyond := range []float64{o.Least - 1, o.Most + 1} {
					name := fmt.Sprintf("%s:%s=%s", p.Name, o.Name, plain(beyond))
					if _, err := experiment.Builtin.Find(name); err == nil {
						t.Errorf("%s is taken, though a form says from %g to %g", name, o.Least, o.Most)
					}
				}
			}
			for _, v := range values {
				asked++
				if _, err := experiment.Builtin.Find(p.Name + ":" + o.Name + "=" + v); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if asked < 40 {
		t.Errorf("only %d values were tried", asked)
	}
}

// A form offers every option there is: families with options name them all when
// they are asked for one that there is not.
func TestFormsOfferEveryOption(t *testing.T) {
	for _, p := range described(t).Policies {
		if len(p.Options) == 0 {
			if _, err := experiment.Builtin.Find(p.Name + ":x=1"); err == nil || slices.Contains([]string{"dynp", "grid", "dfrs"}, p.Family) {
				t.Errorf("%s: its form has no options; with one: %v", p.Name, err)
			}
			continue
		}
		_, err := experiment.Builtin.Find(p.Name + ":x=1")
		if err == nil {
			t.Fatalf("%s:x=1 is taken", p.Name)
		}
		_, list, _ := strings.Cut(err.Error(), "option x: expected ")
		var names []string
		for _, o := range p.Options {
			names = append(names, o.Name)
		}
		list = strings.NewReplacer("one of ", "", " or ", ", ").Replace(list)
		if want := strings.Join(names, ", "); list != want {
			t.Errorf("%s takes %q, its form has %q", p.Name, list, want)
		}
	}
	advanced, err := experiment.Builtin.Find("dynp-advanced")
	if err != nil {
		t.Fatal(err)
	}
	qualities := advanced.Options[0].Choices
	_, err = dynp.QualityNamed("x")
	for _, c := range qualities {
		if !strings.Contains(err.Error(), c.Name) {
			t.Errorf("%v, and not %s", err, c.Name)
		}
	}
	_, list, _ := strings.Cut(err.Error(), "one of ")
	if n := len(strings.Split(list, ", ")); n != len(qualities) {
		t.Errorf("there are %d qualities, a form has %d", n, len(qualities))
	}
}
