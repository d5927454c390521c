package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Limits on resources are tested once there are nodes for a job, with what it would get of them; those on a number of jobs before.
// Sixteen cores on four nodes; cycles are at multiples of 30 s, other passes at ends, 3 s apart at least.
func TestWhenLimitsAreTestedByHand(t *testing.T) {
	job := handmade
	qos := func(q int32) func(*cluster.Job) { return func(j *cluster.Job) { j.QOS = q } }
	two := func(held cluster.Limits) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.QOS = []cluster.QOS{{Name: "free"}, {Name: "held", Limits: held}}
			d.Scheduling.Backfill, d.Scheduling.BfMaxJobUser = nil, ptr(2)
		}
	}
	waits := []cluster.Job{job(0, 100, 200, 12, qos(0)), job(1, 10, 20, 16, qos(0)), job(2, 10, 20, 2, qos(1)), job(2, 10, 20, 2, qos(0))}
	for _, c := range []busyDay{
		{"a job of one core that takes a node of four: a second would make it eight",
			func(d *cluster.Description) {
				d.Partitions[0].WholeNodes, d.Partitions[0].QOS = true, "alone"
				d.QOS = []cluster.QOS{{Name: "alone", Limits: cluster.Limits{GrpTRES: cluster.TRES{"cpu": 6}}}}
			}, []cluster.Job{job(0, 50, 60, 1), job(0, 50, 60, 1)}, nil, "0 50"},
		{"the third job is held by its cores, and is one of the two of its user that a cycle looks at: the fourth is not",
			two(cluster.Limits{MaxTRESPerJob: cluster.TRES{"cpu": 1}}), waits, nil, "0 100 - 110"},
		{"or by the number of its user's jobs, and is none", two(cluster.Limits{MaxJobsPerUser: ptr(0)}), waits, nil, "0 100 - 30"},
	} {
		c.check(t)
	}
}

// Each kind of limit, by Slurm's rules. Sixteen cores on four nodes, passes as jobs end. Usage does not decay.
func TestKindsOfLimitsByHand(t *testing.T) {
	job := handmade
	with := func(change ...func(*cluster.Description)) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.Priority.HalfLifeS, d.Priority.CalcPeriodS = ptr(0), ptr(60)
			for _, c := range change {
				c(d)
			}
		}
	}
	account := func(l cluster.Limits) func(*cluster.Description) {
		return func(d *cluster.Description) { d.Accounts = []cluster.Account{{Name: "x", Limits: l}} }
	}
	qos := func(l cluster.Limits) func(*cluster.Description) {
		return func(d *cluster.Description) { d.QOS, d.Partitions[0].QOS = []cluster.QOS{{Name: "q", Limits: l}}, "q" }
	}
	unsafe := func(d *cluster.Description) { no := false; d.Scheduling.SafeLimits = &no }
	weights := func(w cluster.TRES) func(*cluster.Description) {
		return func(d *cluster.Description) { d.Partitions[0].BillingWeights = w }
	}
	gpus := func(d *cluster.Description) { d.Nodes[0].GPUs = map[string]int{"a100": 2, "v100": 2} }
	gpu := func(count, kind int32) func(*cluster.Job) {
		return func(j *cluster.Job) { j.GPUs, j.GPUType = count, kind }
	}
	two := func(j *cluster.Job) { j.MinNodes = 2 }
	free := func(j *cluster.Job) { j.Partitions = []int32{1} }
	q := func(j *cluster.Job) { j.QOS = 0 }
	tres := func(name string, n float64) cluster.TRES { return cluster.TRES{name: n} }
	double := 2.0
	for _, c := range []busyDay{
		{"12 units of 4 for each GPU and 1 for each core: two jobs of 5 and no third",
			with(gpus, weights(cluster.TRES{"cpu": 1, "gres/gpu": 4}), account(cluster.Limits{GrpTRES: tres("billing", 12)})),
			[]cluster.Job{job(0, 10, 60, 1, gpu(1, 0)), job(0, 20, 60, 1, gpu(1, 1)), job(0, 10, 60, 1, gpu(1, 0))}, nil, "0 0 10"},
		{"the larger of cores and GPUs: all three are 4", with(gpus, weights(cluster.TRES{"cpu": 1, "gres/gpu": 4}),
			func(d *cluster.Description) { d.Priority.MaxTRES = true }, account(cluster.Limits{GrpTRES: tres("billing", 12)})),
			[]cluster.Job{job(0, 10, 60, 1, gpu(1, 0)), job(0, 20, 60, 1, gpu(1, 1)), job(0, 10, 60, 1, gpu(1, 0))}, nil, "0 0 0"},
		{"a weight of GPUs of one type",
			with(gpus, weights(tres("gres/gpu:v100", 4)), account(cluster.Limits{MaxTRESPerJob: tres("billing", 3)})),
			[]cluster.Job{job(0, 10, 60, 1, gpu(1, 0)), job(0, 10, 60, 1, gpu(1, 1))}, nil, "0 -"},
		{"units are whole: 7 cores of half a unit are 3", with(weights(tres("cpu", 0.5)), account(cluster.Limits{GrpTRES: tres("billing", 3)})),
			[]cluster.Job{job(0, 10, 60, 7), job(0, 10, 60, 1)}, nil, "0 0"},
		{"one GPU of a type, of which a job without a type may get more", with(gpus, account(cluster.Limits{GrpTRES: tres("gres/gpu:a100", 1)})),
			[]cluster.Job{job(0, 10, 60, 1, gpu(1, 0)), job(0, 10, 60, 1, gpu(1, 1)), job(0, 10, 60, 1, gpu(1, 0)),
				job(0, 10, 60, 1, gpu(2, cluster.None))}, nil, "0 0 10 0"},
		{"safe: 2 core minutes hold what could use more", with(account(cluster.Limits{GrpTRESMins: tres("cpu", 2)})),
			[]cluster.Job{job(0, 10, 60, 3), job(0, 10, 60, 2), job(0, 10, 60, 2)}, nil, "- 0 10"},
		{"without safe all start until 2 are used: 48 s of 3 cores are 144 s",
			with(unsafe, account(cluster.Limits{GrpTRESMins: tres("cpu", 2)})),
			[]cluster.Job{job(0, 48, 60, 3), job(0, 10, 60, 2), job(50, 10, 60, 1)}, nil, "0 0 -"},
		{"nor does a job with none of a resource wait for it", with(unsafe, gpus, account(cluster.Limits{GrpTRESMins: tres("gres/gpu", 0)})),
			[]cluster.Job{job(0, 10, 60, 1, gpu(1, 0)), job(0, 10, 60, 1)}, nil, "- 0"},
		{"a UsageFactor of 2 counts what runs twice: 2 x 60 s of 2 cores leave no minute of 4 for one core more",
			with(func(d *cluster.Description) {
				d.QOS = []cluster.QOS{{Name: "q", UsageFactor: &double, Limits: cluster.Limits{GrpTRESRunMins: tres("cpu", 4)}}}
			}), []cluster.Job{job(0, 10, 60, 2, q), job(0, 10, 60, 1, q)}, nil, "0 10"},
		{"3 core minutes of a job by its limit", with(account(cluster.Limits{MaxTRESMinsPerJob: tres("cpu", 3)})),
			[]cluster.Job{job(0, 10, 60, 3), job(0, 10, 60, 4), job(0, 10, 120, 1), job(0, 10, 120, 2)}, nil, "0 - 0 -"},
		{"3 core minutes that a user's running jobs may still use", with(qos(cluster.Limits{MaxTRESRunMinsPerUser: tres("cpu", 3)})),
			[]cluster.Job{job(0, 10, 60, 2), job(0, 20, 60, 1), job(0, 10, 60, 1)}, nil, "0 0 10"},
		{"2 cores of each node: 5 on two are 2 and a half, in whole numbers 2; 6 are 3",
			with(qos(cluster.Limits{MaxTRESPerNode: tres("cpu", 2)})), []cluster.Job{job(0, 10, 60, 5, two), job(0, 10, 60, 6, two)}, nil, "0 -"},
		{"5 cores need two nodes, so the limit does not hold the second while it waits for them, and the third waits behind it; 3 fit on one",
			func(d *cluster.Description) {
				with(qos(cluster.Limits{MaxTRESPerNode: tres("cpu", 2)}))(d)
				d.Partitions = append(d.Partitions, cluster.Partition{Name: "free", Nodes: "ALL"})
			}, []cluster.Job{job(0, 50, 60, 15, free), job(1, 10, 60, 5), job(2, 10, 60, 1), job(3, 10, 60, 3)}, nil, "0 50 50 -"},
		{"a job must ask for 2 cores", with(qos(cluster.Limits{MinTRESPerJob: tres("cpu", 2)})),
			[]cluster.Job{job(0, 10, 60, 1), job(0, 10, 60, 2)}, nil, "- 0"},
		{"one node for all jobs of a user: the second has the same, the third needs another",
			with(qos(cluster.Limits{MaxTRESPerUser: tres("node", 1)})),
			[]cluster.Job{job(0, 10, 60, 2), job(0, 20, 60, 2), job(0, 10, 60, 3)}, nil, "0 0 20"},
		{"a job of too little priority has no nodes reserved, and holds nobody", with(account(cluster.Limits{MinPriority: ptr(1<<32 - 1)})),
			[]cluster.Job{job(0, 100, 200, 12), job(1, 10, 20, 16), job(2, 300, 400, 4)}, nil, "0 303 3"},
		{"but one of enough", with(account(cluster.Limits{MinPriority: ptr(1)})),
			[]cluster.Job{job(0, 100, 200, 12), job(1, 10, 20, 16), job(2, 300, 400, 4)}, nil, "0 100 110"},
	} {
		c.check(t)
	}
}

// Limits of groups above a user, and of the user.
func TestLimitsOfAssociationsByHand(t *testing.T) {
	job := handmade
	account := func(l cluster.Limits) func(*cluster.Description) {
		return func(d *cluster.Description) { d.Accounts = []cluster.Account{{Name: "x", Limits: l}} }
	}
	tres := func(name string, n float64) cluster.TRES { return cluster.TRES{name: n} }
	for _, c := range []busyDay{
		{"the cluster's own", func(d *cluster.Description) {
			d.Accounts = []cluster.Account{{Name: "root", Limits: cluster.Limits{GrpJobs: ptr(1)}}}
		}, []cluster.Job{job(0, 10, 60, 1), job(0, 10, 60, 1)}, nil, "0 10"},
		{"an account's limits on users and jobs are its users'", account(cluster.Limits{MaxJobs: ptr(1), MaxWallS: ptr(60)}),
			[]cluster.Job{job(0, 10, 60, 1), job(0, 10, 60, 1), job(0, 10, 61, 1)}, nil, "0 10 -"},
		{"unless they have their own", func(d *cluster.Description) {
			d.Accounts = []cluster.Account{{Name: "x", Limits: cluster.Limits{MaxJobs: ptr(1), MaxWallS: ptr(60), MaxTRESPerJob: tres("cpu", 1)},
				Users: []cluster.User{{Name: "u", Limits: cluster.Limits{MaxJobs: ptr(2), MaxWallS: ptr(600), MaxTRESPerJob: tres("cpu", 9)}}}}}
		}, []cluster.Job{job(0, 10, 600, 3), job(0, 10, 60, 1), job(0, 10, 60, 1)}, nil, "0 0 10"},
	} {
		c.check(t)
	}
}

// What jobs have used decays, but not in a QOS that keeps it. A job of 4 cores for 60 s, of a half-life of 60 s: after three
// half-lives less than a minute of 4 is left.
func TestUsageOfAQOSMayStay(t *testing.T) {
	for _, c := range []struct {
		keeps bool
		want  string
	}{{false, "0 300"}, {true, "0 -"}} {
		day := busyDay{"", func(d *cluster.Description) {
			no := false
			d.Scheduling.SafeLimits = &no
			d.Priority.HalfLifeS, d.Priority.CalcPeriodS = ptr(60), ptr(60)
			d.QOS = []cluster.QOS{{Name: "q", NoDecay: c.keeps, Limits: cluster.Limits{GrpTRESMins: cluster.TRES{"cpu": 1}}}}
			d.Partitions[0].QOS = "q"
		}, []cluster.Job{handmade(0, 60, 60, 4), handmade(300, 10, 60, 4)}, nil, c.want}
		day.check(t)
	}
}
