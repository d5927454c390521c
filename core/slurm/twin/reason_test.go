package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// The code of the limit that holds a job, one after the other.
func TestCodesOfLimits(t *testing.T) {
	one, tiny := int64(1), int64(10)
	qos := func(change func(*cluster.Limits)) func(*cluster.Description) {
		return func(d *cluster.Description) { change(&d.QOS[0].Limits) }
	}
	account := func(change func(*cluster.Limits)) func(*cluster.Description) {
		return func(d *cluster.Description) { change(&d.Accounts[0].Limits) }
	}
	user := func(change func(*cluster.Limits)) func(*cluster.Description) {
		return func(d *cluster.Description) { change(&d.Accounts[0].Users[0].Limits) }
	}
	for want, change := range map[string]func(*cluster.Description){
		"Resources":                       func(*cluster.Description) {},
		"QOSMaxJobsPerUserLimit":          qos(func(l *cluster.Limits) { l.MaxJobsPerUser = &one }),
		"MaxJobsPerAccount":               qos(func(l *cluster.Limits) { l.MaxJobsPerAccount = &one }),
		"AssocMaxJobsLimit":               user(func(l *cluster.Limits) { l.MaxJobs = &one }),
		"QOSGrpJobsLimit":                 qos(func(l *cluster.Limits) { l.GrpJobs = &one }),
		"AssocGrpJobsLimit":               account(func(l *cluster.Limits) { l.GrpJobs = &one }),
		"QOSGrpCpuLimit":                  qos(func(l *cluster.Limits) { l.GrpTRES = cluster.TRES{"cpu": 5, "node": 1} }),
		"AssocGrpCpuLimit":                account(func(l *cluster.Limits) { l.GrpTRES = cluster.TRES{"cpu": 5} }),
		"AssocGrpNodeLimit":               account(func(l *cluster.Limits) { l.GrpTRES = cluster.TRES{"node": 1} }),
		"AssocGrpMemLimit":                account(func(l *cluster.Limits) { l.GrpTRES = cluster.TRES{"mem": 1} }),
		"QOSMaxCpuPerUserLimit":           qos(func(l *cluster.Limits) { l.MaxTRESPerUser = cluster.TRES{"cpu": 5} }),
		"QOSMaxNodePerUserLimit":          qos(func(l *cluster.Limits) { l.MaxTRESPerUser = cluster.TRES{"node": 1} }),
		"QOSMaxCpuPerJobLimit":            qos(func(l *cluster.Limits) { l.MaxTRESPerJob = cluster.TRES{"cpu": 1} }),
		"AssocMaxCpuPerJobLimit":          user(func(l *cluster.Limits) { l.MaxTRESPerJob = cluster.TRES{"cpu": 1} }),
		"QOSMaxWallDurationPerJobLimit":   qos(func(l *cluster.Limits) { l.MaxWallS = &tiny }),
		"AssocMaxWallDurationPerJobLimit": account(func(l *cluster.Limits) { l.MaxWallS = &tiny }),
		"AssocGrpCPUMinutesLimit":         account(func(l *cluster.Limits) { l.GrpTRESMins = cluster.TRES{"cpu": 1} }),
		"QOSGrpCPURunMinutesLimit":        qos(func(l *cluster.Limits) { l.GrpTRESRunMins = cluster.TRES{"cpu": 1} }),
		"PartitionDown":                   func(d *cluster.Description) { d.Partitions[1].Down = true },
		"PartitionTimeLimit":              func(d *cluster.Description) { d.Partitions[1].MaxTimeS = 50 },
		"ReqNodeNotAvail": func(d *cluster.Description) {
			d.Outages = []cluster.Outage{{Nodes: "n2", BeginS: 5, EndS: 1000, Drain: true}}
		},
	} {
		d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-2]", Cores: 4, MemoryMiB: 100}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "n1"}, {Name: "q", Nodes: "n2"}}, QOS: []cluster.QOS{{Name: "normal"}},
			Accounts: []cluster.Account{{Name: "x", Users: []cluster.User{{Name: "ann"}, {Name: "bob"}}}}, Priority: cluster.Priority{Type: "basic"}}
		change(d)
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		job := func(id, submit int64, user string, qos, part int32) cluster.Job {
			return cluster.Job{ID: id, Submit: submit, Run: 100, Limit: 100, Begin: cluster.None, MinNodes: 1, Tasks: 4, CoresPerTask: 1,
				MemoryMiB: 1,
				GPUType:   cluster.None, QOS: qos, Partitions: []int32{part}, User: s.User(user, "x", "")}
		}
		// Ann runs on n1, somebody of no limits on n2, and she waits for that.
		jobs := []cluster.Job{job(1, 0, "ann", 0, 0), job(2, 0, "eve", cluster.None, 1), job(3, 10, "ann", 0, 1), job(4, 11, "ann", 0, 1)}
		jobs[1].User = s.User("eve", "", "")
		if want == "PartitionDown" || want == "PartitionTimeLimit" || want == "ReqNodeNotAvail" {
			jobs[1].Submit = 500
		}
		first := jobs[0]
		if first.QOS = 0; want == "QOSMaxCpuPerJobLimit" || want == "QOSMaxWallDurationPerJobLimit" || want == "QOSGrpCPURunMinutesLimit" {
			first.QOS = cluster.None
		}
		jobs[0] = first
		tw := New(s)
		e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: tw})
		if err != nil {
			t.Fatal(err)
		}
		for e.Now < 40 && e.Step() {
		}
		codes := map[int32]string{}
		for _, r := range tw.Reasons(e) {
			codes[r.Job] = r.Code
		}
		if codes[2] != want {
			t.Errorf("job 3 waits for %q, want %s", codes[2], want)
		}
		if want == "Resources" && codes[3] != "Priority" {
			t.Errorf("job 4 waits for %q", codes[3])
		}
	}
}
