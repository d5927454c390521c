package slurm

import (
	"testing"

	"github.com/backfill-lab/backfill/core/system"
)

// The code of the limit that holds a job, one after the other.
func TestCodesOfLimits(t *testing.T) {
	one, tiny := int64(1), int64(10)
	qos := func(change func(*system.Limits)) func(*system.Description) {
		return func(d *system.Description) { change(&d.QOS[0].Limits) }
	}
	account := func(change func(*system.Limits)) func(*system.Description) {
		return func(d *system.Description) { change(&d.Accounts[0].Limits) }
	}
	user := func(change func(*system.Limits)) func(*system.Description) {
		return func(d *system.Description) { change(&d.Accounts[0].Users[0].Limits) }
	}
	for want, change := range map[string]func(*system.Description){
		"Resources":                       func(*system.Description) {},
		"QOSMaxJobsPerUserLimit":          qos(func(l *system.Limits) { l.MaxJobsPerUser = &one }),
		"QOSMaxJobsPerAccountLimit":       qos(func(l *system.Limits) { l.MaxJobsPerAccount = &one }),
		"AssocMaxJobsLimit":               user(func(l *system.Limits) { l.MaxJobs = &one }),
		"QOSGrpJobsLimit":                 qos(func(l *system.Limits) { l.GrpJobs = &one }),
		"AssocGrpJobsLimit":               account(func(l *system.Limits) { l.GrpJobs = &one }),
		"QOSGrpCpuLimit":                  qos(func(l *system.Limits) { l.GrpTRES = system.TRES{"cpu": 5, "node": 1} }),
		"AssocGrpCpuLimit":                account(func(l *system.Limits) { l.GrpTRES = system.TRES{"cpu": 5} }),
		"AssocGrpNodeLimit":               account(func(l *system.Limits) { l.GrpTRES = system.TRES{"node": 1} }),
		"AssocGrpMemLimit":                account(func(l *system.Limits) { l.GrpTRES = system.TRES{"mem": 1} }),
		"QOSMaxCpuPerUserLimit":           qos(func(l *system.Limits) { l.MaxTRESPerUser = system.TRES{"cpu": 5} }),
		"QOSMaxNodePerUserLimit":          qos(func(l *system.Limits) { l.MaxTRESPerUser = system.TRES{"node": 1} }),
		"QOSMaxCpuPerJobLimit":            qos(func(l *system.Limits) { l.MaxTRESPerJob = system.TRES{"cpu": 1} }),
		"AssocMaxCpuPerJobLimit":          user(func(l *system.Limits) { l.MaxTRESPerJob = system.TRES{"cpu": 1} }),
		"QOSMaxWallDurationPerJobLimit":   qos(func(l *system.Limits) { l.MaxWallS = &tiny }),
		"AssocMaxWallDurationPerJobLimit": account(func(l *system.Limits) { l.MaxWallS = &tiny }),
		"AssocGrpCPUMinutesLimit":         account(func(l *system.Limits) { l.GrpTRESMins = system.TRES{"cpu": 1} }),
		"QOSGrpCPURunMinutesLimit":        qos(func(l *system.Limits) { l.GrpTRESRunMins = system.TRES{"cpu": 1} }),
		"PartitionDown":                   func(d *system.Description) { d.Partitions[1].Down = true },
		"PartitionTimeLimit":              func(d *system.Description) { d.Partitions[1].MaxTimeS = 50 },
		"ReqNodeNotAvail": func(d *system.Description) {
			d.Outages = []system.Outage{{Nodes: "n2", BeginS: 5, EndS: 1000, Drain: true}}
		},
	} {
		d := &system.Description{Format: system.Format, Nodes: []system.NodeType{{Names: "n[1-2]", Cores: 4, MemoryMiB: 100}},
			Partitions: []system.Partition{{Name: "p", Nodes: "n1"}, {Name: "q", Nodes: "n2"}}, QOS: []system.QOS{{Name: "normal"}},
			Accounts: []system.Account{{Name: "x", Users: []system.User{{Name: "ann"}, {Name: "bob"}}}}, Priority: system.Priority{Type: "basic"}}
		change(d)
		s, err := system.New(d)
		if err != nil {
			t.Fatal(err)
		}
		job := func(id, submit int64, user string, qos, part int32) system.Job {
			return system.Job{ID: id, Submit: submit, Run: 100, Limit: 100, Begin: system.None, MinNodes: 1, Tasks: 4, CoresPerTask: 1, MemoryMiB: 1,
				GPUType: system.None, QOS: qos, Partitions: []int32{part}, User: s.User(user, "x")}
		}
		// Ann runs on n1, somebody of no limits on n2, and she waits for that.
		jobs := []system.Job{job(1, 0, "ann", 0, 0), job(2, 0, "eve", system.None, 1), job(3, 10, "ann", 0, 1), job(4, 11, "ann", 0, 1)}
		jobs[1].User = s.User("eve", "")
		if want == "PartitionDown" || want == "PartitionTimeLimit" || want == "ReqNodeNotAvail" {
			jobs[1].Submit = 500
		}
		first := jobs[0]
		if first.QOS = 0; want == "QOSMaxCpuPerJobLimit" || want == "QOSMaxWallDurationPerJobLimit" || want == "QOSGrpCPURunMinutesLimit" {
			first.QOS = system.None
		}
		jobs[0] = first
		tw := New(s)
		e, err := system.NewEngine(system.Config{System: s, Jobs: jobs, Scheduler: tw})
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
