package sacct

import (
	"strings"
	"testing"
)

// A request for no memory is one for all of each node. How much that was is in what the job had.
func TestAllMemoryOfTheNodes(t *testing.T) {
	for columns, want := range map[string]struct {
		all bool
		kib int64 // of each of 2 processors
	}{
		"0n|mem=32000M|mem=1000M": {true, 16000 << 10},
		"0|mem=32000M|":           {true, 16000 << 10},
		"0n||mem=1000M":           {true, 500 << 10},
		"0n||":                    {true, None},
		"0c||mem=1000M":           {false, 500 << 10},
		"0c|mem=32000M|":          {false, None},
		"1000M|mem=32000M|":       {false, 500 << 10},
		"|mem=32000M|mem=1000M":   {false, 500 << 10},
		"?||":                     {false, None},
	} {
		all, err := Read("log", strings.NewReader("JobID|Submit|Start|End|State|AllocCPUS|NNodes|ReqMem|AllocTRES|ReqTRES\n"+
			"1|1000|1000|1010|COMPLETED|2|1|"+columns+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if r := &all.Jobs[0]; r.AllMemory != want.all || r.ReqMemoryKiB != want.kib {
			t.Errorf("%s: all %t, %d KiB per processor, want %+v", columns, r.AllMemory, r.ReqMemoryKiB, want)
		}
	}
}

func TestAllMemoryAndLimitsOfJSON(t *testing.T) {
	for required, want := range map[string]struct {
		all bool
		kib int64
	}{
		`"memory_per_cpu":{"set":false},"memory_per_node":{"set":true,"number":0}`:    {true, 16000 << 10},
		`"memory_per_cpu":{"set":true,"number":100},"memory_per_node":{"set":false}`:  {false, 100 << 10},
		`"memory_per_cpu":{"set":false},"memory_per_node":{"set":true,"number":1000}`: {false, 500 << 10},
	} {
		all, err := Read("log", strings.NewReader(`{"jobs":[{"job_id":10,"array":{"job_id":9,"task_id":{"set":true,"number":1},
			"limits":{"max":{"running":{"tasks":3}}}},"state":{"current":["COMPLETED"]},"allocation_nodes":1,"required":{"CPUs":2,`+required+`},
			"time":{"submission":1000,"start":1000,"end":1010,"elapsed":10,"limit":{"set":false,"infinite":true,"number":0}},
			"tres":{"allocated":[{"type":"cpu","count":2},{"type":"mem","count":32000}],"requested":[{"type":"mem","count":700}]}}]}`))
		if err != nil {
			t.Fatal(err)
		}
		if r := &all.Jobs[0]; r.AllMemory != want.all || r.ReqMemoryKiB != want.kib || r.ArrayLimit != 3 || !r.Unlimited {
			t.Errorf("%s: all %t, %d KiB per processor, array limit %d, unlimited %t; want %+v", required, r.AllMemory, r.ReqMemoryKiB, r.ArrayLimit,
				r.Unlimited, want)
		}
	}
}
