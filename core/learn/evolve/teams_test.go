package evolve

import (
	"context"
	"slices"
	"testing"
)

// gathered returns the teams of a generation of three species whose only
// parameter is a number: the members' place among the young, and 100 more for
// parents.
func gathered(partners Partners, generation int, parents bool) (teams [][][]float64, members [][]member) {
	const n = 6
	o := Options{Partners: partners, Mu: n, Lambda: n}.filled()
	r := &run{o: o}
	s := &State{}
	young := make([][]Individual, 3)
	for i := range young {
		r.breeders = append(r.breeders, newBreeder(&r.o, i, &Species{Parameters: []Parameter{{Kind: Real, High: 1000}}}))
		var old []Individual
		for k := range n {
			young[i] = append(young[i], Individual{Genes: []float64{float64(k)}})
			old = append(old, Individual{Genes: []float64{float64(100 + k)}})
		}
		s.Populations = append(s.Populations, old)
	}
	if !parents {
		s = nil
	}
	return r.teams(s, generation, young)
}

func TestShuffledTeamsHaveEveryoneOnce(t *testing.T) {
	together := make(map[[2]float64]bool) // who of the first two species ever met
	for generation := range 200 {
		teams, members := gathered(Shuffle, generation, generation%2 == 1)
		if len(teams) != 6 {
			t.Fatalf("%d teams", len(teams))
		}
		var seen [3][6]int
		for i, team := range teams {
			for species, part := range team {
				seen[species][int(part[0])]++
				if members[i][species] != (member{species, int(part[0])}) {
					t.Fatalf("the team %v decides about %v", team, members[i])
				}
			}
			together[[2]float64{team[0][0], team[1][0]}] = true
		}
		if seen != [3][6]int{{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}} {
			t.Fatalf("the teams %v have members %v times", teams, seen)
		}
	}
	if len(together) != 36 {
		t.Errorf("of 36 couples only %d ever met", len(together))
	}
}

func TestEveryMemberHasItsTeam(t *testing.T) {
	for _, partners := range []Partners{Random, Best} {
		met := make(map[float64]bool)
		for generation := range 60 {
			parents := generation > 0
			teams, members := gathered(partners, generation, parents)
			if len(teams) != 18 {
				t.Fatalf("%d teams", len(teams))
			}
			for i, team := range teams {
				own := member{i / 6, i % 6}
				if !slices.Equal(members[i], []member{own}) || team[own.species][0] != float64(own.index) {
					t.Fatalf("%s: the team %v, number %d, decides about %v", partners, team, i, members[i])
				}
				for species, part := range team {
					if species == own.species {
						continue
					}
					if parents != (part[0] >= 100) || parents && partners == Best && part[0] != 100 {
						t.Fatalf("%s, generation %d: the partner %g", partners, generation, part[0])
					}
					met[part[0]] = true
				}
			}
		}
		if want := map[Partners]int{Random: 12, Best: 7}[partners]; len(met) != want { // of the first generation all six
			t.Errorf("%s: %d partners were drawn, not %d", partners, len(met), want)
		}
	}
}

// TestPlateausAreCrossed: of equals the youngest become parents, so that a
// population moves where nothing gets better.
func TestPlateausAreCrossed(t *testing.T) {
	flat := Single([]Parameter{{Kind: Real, High: 1}}, func(context.Context, []float64) (float64, error) { return 1, nil })
	for _, s := range states(t, flat, Options{Generations: 5}) {
		for _, c := range s.Populations[0] {
			if c.Born != s.Generation {
				t.Errorf("in generation %d a parent is of generation %d", s.Generation, c.Born)
			}
		}
	}
}
