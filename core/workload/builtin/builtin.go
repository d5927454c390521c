// Package builtin holds the workloads that need no file. They are generated
// when asked for, the same on every machine, so nothing is embedded.
package builtin

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/workload"
	"github.com/backfill-lab/backfill/core/workload/lublin"
)

// Default is the name of the workload that a simulation is run on where none is
// named.
const Default = "default"

// An Entry is one built-in workload.
type Entry struct {
	Name  string `json:"name"`
	Doc   string `json:"doc"`
	model lublin.Model
}

// All is every built-in workload.
var All = []Entry{
	{Name: Default,
		Doc: "5,000 batch jobs on 256 processors at an offered load of 0.85, by the model of Lublin and Feitelson; 64 users ask for popular round times of up to twice what they need.",
		model: lublin.Model{Jobs: 5000, Procs: 256, Load: 0.85, Seed: 1, Users: 64,
			Estimates: lublin.Estimates{Kind: "round", Factor: 1}}},
}

// Load generates the workload of that name.
func Load(name string) (*workload.Workload, error) {
	var names []string
	for _, e := range All {
		if e.Name == name {
			w, err := e.model.Generate()
			if err == nil {
				w.Name = e.Name
			}
			return w, err
		}
		names = append(names, e.Name)
	}
	return nil, fmt.Errorf("there is no built-in workload %q: there is %s", name, strings.Join(names, ", "))
}
