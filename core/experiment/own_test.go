package experiment

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

func aMachine() sim.Policy { return policy.NewFCFS(policy.Orders[0]) }
func aGrid() grid.Policy   { return grid.NewScheduler(grid.Options{}) }

// A policy of one's own is part of what a Spec says: its name and version are in the
// JSON and the digest, those of policies that are not run are not.
func TestAnOwnPolicyIsPartOfTheDigest(t *testing.T) {
	spec := func(own ...Own) Spec { return Spec{Policies: []string{" Mine"}, Own: own} }
	one := spec(Own{Name: "mine", Version: "1", Make: aMachine})
	two := spec(Own{Name: "mine", Version: "2", Make: aMachine})
	more := spec(one.Own[0], Own{Name: "other", Version: "1", Make: aMachine})
	if err := one.Validate(); err != nil {
		t.Fatal(err)
	}
	const want = `"policies":["mine"],"own":[{"name":"mine","version":"1"}]`
	if text := string(one.JSON()); !strings.Contains(text, want) {
		t.Errorf("%s does not say %s", text, want)
	}
	if one.Digest("w") == two.Digest("w") || one.Digest("w") != more.Digest("w") {
		t.Error("the digest does not depend on the version alone")
	}
	if text := string(Spec{Policies: []string{"easy"}, Own: one.Own}.JSON()); strings.Contains(text, "own") {
		t.Errorf("%s names a policy that is not run", text)
	}
	_, err := ParseSpec(one.JSON())
	if err == nil || !strings.Contains(err.Error(), "policy mine is its author's own (version 1), and this program lacks its code") {
		t.Errorf("read back without code: %v", err)
	}
}

func TestBadOwnPoliciesAreRefusedInWords(t *testing.T) {
	for want, own := range map[string][]Own{
		"cannot be called EASY, which is built in":        {{Name: "EASY", Version: "1", Make: aMachine}},
		"cannot be called dynp-simple, which is built in": {{Name: "dynp-simple", Version: "1", Make: aMachine}},
		"cannot be called recorded":                       {{Name: "recorded", Version: "1", Make: aMachine}},
		`cannot be called "dfrs:mine"`:                    {{Name: "dfrs:mine", Version: "1", Make: aMachine}},
		`cannot be called "a,b"`:                          {{Name: "a,b", Version: "1", Make: aMachine}},
		`cannot be called ""`:                             {{Version: "1", Make: aMachine}},
		`cannot be called "a\nb"`:                         {{Name: "a\nb", Version: "1", Make: aMachine}},
		`cannot be called "ea\u200bsy"`:                   {{Name: "ea\u200bsy", Version: "1", Make: aMachine}},
		`cannot be called "\xff"`:                         {{Name: "\xff", Version: "1", Make: aMachine}},
		`cannot be called " mine"`:                        {{Name: " mine", Version: "1", Make: aMachine}},
		"policy mine of your own has no version":          {{Name: "mine", Make: aMachine}},
		"two policies of your own are called Mine": {
			{Name: "mine", Version: "1", Make: aMachine}, {Name: "Mine", Version: "2", Make: aMachine}},
		"which makes no policy: give a func() sim.Policy":                 {{Name: "mine", Version: "1", Make: func() int { return 1 }}},
		"policy mine is for a grid of sites, and the experiment has none": {{Name: "mine", Version: "1", Make: aGrid}},
		"this program lacks its code: run the one that has it":            {{Name: "mine", Version: "1"}},
		"unknown policy \"mine\"; did you mean mine-too?":                 {{Name: "mine-too", Version: "1", Make: aMachine}},
	} {
		_, err := Execute(context.Background(), Spec{Policies: []string{"mine"}, Own: own}, defaultWorkload(t), Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v; want %q in it", own, err, want)
		}
	}
}

// No door leads to a policy of one's own that takes the place of another.
func TestAnOwnPolicyIsCheckedBeforeItIsPlayed(t *testing.T) {
	w := defaultWorkload(t)
	for want, own := range map[string]Own{
		"cannot be called EASY, which is built in": {Name: "EASY", Version: "1", Make: aMachine},
		"policy mine of your own has no version":   {Name: "mine", Make: aMachine},
	} {
		spec := Spec{Own: []Own{own}}
		_, played := Play(context.Background(), Problem{Spec: &spec, Workload: w}, strings.ToLower(own.Name), platform.Hooks{})
		_, explained := Explain(context.Background(), spec, w, own.Name, w.Label(&w.Jobs.Held()[0]))
		_, found := spec.Catalogue().Machine(own.Name, w)
		for _, err := range []error{played, explained, found} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v; want %q in it", own.Name, err, want)
			}
		}
	}
}

// A rash policy looks for a job where there is none.
type rash struct{ sim.Policy }

func (rash) Pass() {
	var none []int
	_ = none[len(none)]
}

// A mistake in a policy of one's own ends its run with the line of its code, and no other.
func TestAPanicOfAnOwnPolicyNamesItsLine(t *testing.T) {
	spec := Spec{Policies: []string{"mine"}, Own: []Own{{Name: "mine", Version: "1", Make: func() sim.Policy { return rash{aMachine()} }}}}
	_, err := Execute(context.Background(), spec, defaultWorkload(t), Options{})
	const says = "policy mine of your own panicked: runtime error: index out of range [0] with length 0, in "
	if err == nil || !strings.Contains(err.Error(), says) || !regexp.MustCompile(`rash\.Pass, own_test\.go:\d+$`).MatchString(err.Error()) {
		t.Errorf("it says %v; want %q and a line", err, says)
	}
}
