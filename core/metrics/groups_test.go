package metrics

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// The schedule byHand with user 0 in group 2 and user 1 in group 4: areas 20 and
// 10 with responses of 10 each, areas 80 and 10 with responses of 30 each.
func TestGroupsByHand(t *testing.T) {
	in := byHand()
	in.Groups = []uint8{2, 4}
	none := math.NaN()
	want := []float64{none, 10, none, 30, none, 0, 30. / 120, 0, 90. / 120, 0}
	if got := Compute(in).Grouped(); !slices.EqualFunc(got, want, same) {
		t.Errorf("the groups are %v, by hand %v", got, want)
	}
	in.Groups = nil // nobody is known: all are in the last
	want = []float64{none, none, none, none, 25, 0, 0, 0, 0, 1}
	if got := Compute(in).Grouped(); !slices.EqualFunc(got, want, same) {
		t.Errorf("without groups they are %v, by hand %v", got, want)
	}
}

// AWRT of a group is AWRT of the schedule of its jobs alone, the shares add up to 1,
// and weighted by them the groups' AWRT is that of all.
func TestAGroupIsAScheduleOfItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := schedules().Draw(t, "schedule")
		in.Groups = rapid.SliceOfN(rapid.Uint8Range(1, UserGroups), 0, 4).Draw(t, "groups")
		got, ungrouped := Compute(in), in
		ungrouped.Groups = nil
		number := func(x float64) bool { return x == x }
		if n := len(All); !slices.EqualFunc(got[:n], Compute(ungrouped)[:n], same) || slices.ContainsFunc(got.Sharing(), number) {
			t.Fatalf("the other metrics are %v", got)
		}
		shares, whole := 0.0, 0.0
		for g := range UserGroups {
			alone := Input{Procs: in.Procs}
			for i, j := range in.Jobs {
				if GroupOf(in.Groups, j.User) == g+1 {
					alone.Jobs, alone.Placed = append(alone.Jobs, j), append(alone.Placed, in.Placed[i])
				}
			}
			awrt, want := got.Grouped()[g], Compute(alone)[Index("awrt_s")]
			if !same(awrt, want) {
				t.Fatalf("group %d: AWRT %v, alone %v", g+1, awrt, want)
			}
			if share := got.Grouped()[UserGroups+g]; share > 0 {
				shares += share
				whole += share * awrt
			}
		}
		if awrt := got[Index("awrt_s")]; awrt == awrt && (!same(shares, 1) || math.Abs(whole-awrt) > 1e-9*awrt) {
			t.Fatalf("shares add up to %v, AWRT of the groups to %v, of all %v", shares, whole, awrt)
		}
	})
}

func TestAnUnknownUserIsInTheLastGroup(t *testing.T) {
	groups := []uint8{1, 3}
	for user, want := range map[int32]int{0: 1, 1: 3, 2: 5, job.None: 5, math.MaxInt32: 5} {
		if got := GroupOf(groups, user); got != want {
			t.Errorf("user %d is in group %d, not %d", user, got, want)
		}
	}
}

// No two metrics have one name, and each has the value of its place.
func TestEveryMetricIsFoundByName(t *testing.T) {
	v := Compute(shared())
	seen := map[string]bool{}
	for i, m := range Every {
		if x := v.Value(m.Name); !same(x, v[i]) || seen[m.Name] {
			t.Errorf("%s is %v; it stands for %v", m.Name, x, v[i])
		}
		seen[m.Name] = true
	}
	if Index("joy") >= 0 {
		t.Error("there is a metric joy")
	}
	v = Compute(byHand())
	if x := v.Value(Sharing[0].Name); x == x {
		t.Errorf("%s of a machine is %v", Sharing[0].Name, x)
	}
}
