package bridge

import (
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/grid"
)

// A gridForm is the form of a grid.
type gridForm struct {
	grid.Form
	demo
}

// twoSites is a small grid to look at: an old site, and a new one of the same size and
// twice the speed, each with its own user. With this seed each policy shows its
// speciality on few jobs.
var twoSites = experiment.Spec{
	Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 40, Procs: 32, Load: 1.6, Users: 2, Seed: 137}},
	Policies: []string{"grid-independent", "grid-sharing", "grid-multisite", "grid-moldable"},
	Platforms: experiment.Platforms{Grid: &grid.Grid{
		Sites: []grid.Site{
			{Name: "old", Procs: 32, From: []string{"1"}},
			{Name: "new", Procs: 32, Speed: 2, From: []string{"2"}},
		},
		Home:      "user",
		MultiSite: grid.MultiSite{Overhead: 0.25},
	}},
}

const exampleDoc = "40 jobs of two users, by the model of Lublin and Feitelson. User 1 belongs to the old site, user 2 to the new one, " +
	"where everything takes half as long. A job that runs on both at once takes a quarter longer than at home."

func newGridForm() (gridForm, error) {
	d, err := newDemo(twoSites, "two-sites", exampleDoc)
	return gridForm{grid.NewForm(), d}, err
}
