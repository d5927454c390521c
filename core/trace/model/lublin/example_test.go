package lublin_test

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

func ExampleModel_Generate() {
	m := lublin.Model{
		Jobs: 1000, Procs: 256, Seed: 1, Load: 0.8, Users: 32,
		Estimates: lublin.Estimates{Kind: "round", Factor: 2},
	}
	w, err := m.Generate()
	if err != nil {
		fmt.Println(err)
		return
	}
	j := w.Jobs.Held()[0]
	fmt.Println(w.Len(), "jobs on", w.Procs, "processors")
	fmt.Printf("the first: user %s, %d processors for %d of %d s\n", w.Users.Name(j.User), j.Procs, j.Run, j.Estimate)
	// Output:
	// 1000 jobs on 256 processors
	// the first: user 4, 64 processors for 40034 of 86400 s
}
