package conf

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// js returns a value of a description as JSON, which shows what pointers point to.
func js(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestNodeSizes(t *testing.T) {
	for _, c := range []struct {
		line  string
		cores int
	}{
		{"CPUs=12", 12},
		{"Procs=12", 12},
		{"", 1},
		{"Sockets=2 CoresPerSocket=6", 12},
		{"Sockets=2 CoresPerSocket=6 ThreadsPerCore=2", 24},
		{"CPUs=12 Sockets=2 CoresPerSocket=6 ThreadsPerCore=2", 12}, // each core is a CPU
		{"CPUs=24 Sockets=2 CoresPerSocket=6 ThreadsPerCore=2", 24},
		{"CPUs=2 Sockets=2 CoresPerSocket=6", 2},  // each socket is a CPU
		{"CPUs=7 Sockets=2 CoresPerSocket=6", 12}, // Slurm drops the 7
		{"CPUs=24 CoresPerSocket=6 ThreadsPerCore=2", 24},
		{"Boards=2 SocketsPerBoard=2 CoresPerSocket=4", 16},
		{"SocketsPerBoard=2 CoresPerSocket=4 ThreadsPerCore=2", 16},
	} {
		d := conf(t, "NodeName=x "+c.line)
		if x := d.Nodes[1]; x.Cores != c.cores {
			t.Errorf("%s: %d cores", c.line, x.Cores)
		}
	}
	d := read(t, Files{SlurmConf: input("f", `
		NodeName=DEFAULT CPUs=40 Weight=60 RealMemory=5 Feature=a
		NodeName=a
		NodeName=DEFAULT RealMemory=7
		NodeName=b Weight=1 Features=b,c
		PartitionName=p Nodes=a,b`)})
	want := `[{"names":"a","cores":40,"memory_mib":5,"features":["a"],"weight":60},` +
		`{"names":"b","cores":40,"memory_mib":7,"features":["b","c"],"weight":1}]`
	if got := js(t, d.Nodes); got != want {
		t.Error(got)
	}
}

func TestJobsGetWholeCores(t *testing.T) {
	says := func(lines string) bool {
		d := read(t, Files{SlurmConf: input("f", lines+"\nNodeName=n CPUs=8 CoresPerSocket=4 ThreadsPerCore=2\nPartitionName=p Nodes=n")})
		return d.Nodes[0].ThreadsPerCore == 2
	}
	for lines, want := range map[string]bool{
		"SelectTypeParameters=CR_Core": true, "SelectTypeParameters=CR_CPU_Memory": false, "SelectType=select/linear": false, "": true,
	} {
		if says(lines) != want {
			t.Errorf("%s: not %t", lines, want)
		}
	}
}

func TestSelect(t *testing.T) {
	for lines, want := range map[string]string{
		"SelectType=select/linear":                                            `{"whole_nodes":true,"memory":false}`,
		"SelectType=select/linear\nSelectTypeParameters=CR_Memory":            `{"whole_nodes":true,"memory":true}`,
		"SelectType=select/cons_res\nSelectTypeParameters=CR_CPU":             `{"memory":false}`,
		"SelectTypeParameters=cr_core_memory,CR_LLN,CR_Pack_Nodes":            `{"memory":true,"least_loaded":true,"pack_nodes":true}`,
		"SelectType=select/cons_tres":                                         `{}`,
		"SchedulerType=sched/builtin":                                         `{"backfill":false}`,
		"SchedulerParameters=bf_interval=-1":                                  `{"backfill":false}`,
		"SchedulerParameters==bf_max_job_user=20,bf_window=4320,max_job_bf=9": `{"bf_window_s":259200,"bf_max_job_test":9,"bf_max_job_user":20}`,
		"SchedulerParameters=bf_one_resv_per_job,bf_busy_nodes,Assoc_Limit_Stop,partition_job_depth=3": `{"assoc_limit_stop":true,` +
			`"partition_job_depth":3,"bf_one_resv_per_job":true,"bf_busy_nodes":true}`,
		"SchedulerParameters=bf_min_prio_reserve=7,bf_job_part_count_reserve=1,bf_window_linear=60,sched_min_interval=2000000": `{` +
			`"sched_min_interval_us":2000000,"bf_min_prio_reserve":7,"bf_job_part_count_reserve":1,"bf_window_linear_s":60}`,
		"OverTimeLimit=2\nKillWait=0":   `{"over_time_limit_s":120,"kill_wait_s":0}`,
		"OverTimeLimit=UNLIMITED":       `{"over_time_limit_s":3153600000}`,
		"TopologyPlugin=topology/tree":  `{"topology":true}`,
		"TopologyPlugin=topology/none":  `{}`,
		"TopologyPlugin=topology/block": `{}`,
	} {
		d := read(t, Files{SlurmConf: input("f", lines+"\nNodeName=n\nPartitionName=p Nodes=n")})
		if got := js(t, d.Scheduling); got != want {
			t.Errorf("%s: %s", lines, got)
		}
	}
}

func TestPriorityKeys(t *testing.T) {
	for lines, want := range map[string]string{
		"PriorityType=priority/basic":                       `{"type":"basic"}`,
		"PriorityDecayHalfLife=0\nPriorityMaxAge=90":        `{"max_age_s":5400,"decay_half_life_s":0}`,
		"PriorityMaxAge=UNLIMITED":                          `{"max_age_s":3153600000}`,
		"PriorityCalcPeriod=00:05:30":                       `{"calc_period_s":360}`,
		"PriorityUsageResetPeriod=NONE":                     `{}`,
		"PriorityUsageResetPeriod=Quarterly":                `{"usage_reset":"quarterly"}`,
		"PriorityFlags=NO_NORMAL_ALL,FAIR_TREE":             `{"fair_tree":true,"no_normal":["assoc","part","qos","tres"]}`,
		"PriorityFlags=NO_NORMAL_TRES,CALCULATE_RUNNING":    `{"no_normal":["tres"],"calculate_running":true}`,
		"PriorityFlags=INCR_ONLY,MAX_TRES_GRES":             `{"max_tres_gres":true,"incr_only":true}`,
		"PriorityFlags=DEPTH_OBLIVIOUS":                     `{"fair_tree":false}`,
		"PriorityWeightAssoc=5\nPriorityWeightPartition=6":  `{"weight_partition":6,"weight_assoc":5}`,
		"PriorityWeightTRES=GRES/gpu=-1000":                 `{"weight_tres":{"gres/gpu":-1000}}`,
		"PriorityWeightTRES=CPU=1,Mem=.5G,GRES/gpu:A100=30": `{"weight_tres":{"cpu":1,"gres/gpu:A100":30,"mem":0.00048828125}}`,
	} {
		if got := js(t, conf(t, lines).Priority); got != want {
			t.Errorf("%s: %s", lines, got)
		}
	}
}

func TestPreemptionKeys(t *testing.T) {
	for lines, want := range map[string]string{
		"PreemptMode=REQUEUE,WITHIN":               `{"mode":"requeue","within":true}`,
		"PreemptMode=CANCEL,PRIORITY":              `{"mode":"cancel","priority":true}`,
		"PreemptParameters=youngest_first":         `{"youngest_first":true}`,
		"SchedulerParameters=preempt_strict_order": `{"strict_order":true}`,
		"PreemptParameters=reorder_count=4,min_exempt_priority=900,strict_order": `{"strict_order":true,"reorder_count":4,` +
			`"min_exempt_priority":900}`,
		"SchedulerParameters=preempt_reorder_count=2,bf_licenses": `{"reorder_count":2}`,
	} {
		if got := js(t, conf(t, lines).Preemption); got != want {
			t.Errorf("%s: %s", lines, got)
		}
	}
	d := accounts(t, "add qos x PreemptMode=cancel,within Flags=NoDecay,UsageFactorSafe\n")
	if got := js(t, d.QOS[1]); got != `{"name":"x","preempt_mode":"cancel","preempt_within":true,"no_decay":true,"usage_factor_safe":true}` {
		t.Error(got)
	}
}

func TestPartitionKeys(t *testing.T) {
	for line, want := range map[string]string{
		"":                                      ``,
		"MaxTime=90":                            `"max_time_s":5400,`,
		"MaxTime=1:30 DefaultTime=1-2:3":        `"max_time_s":120,"default_time_s":120,`,
		"MaxTime=INFINITE DefaultTime=0-4":      `"default_time_s":14400,`,
		"Priority=9":                            `"priority_tier":9,"priority_job_factor":9`,
		"Priority=9 PriorityTier=3":             `"priority_tier":9,"priority_job_factor":9`, // so does Slurm 22.05
		"MaxTime=0":                             `"down":true`,
		"PriorityJobFactor=4":                   `"priority_tier":1,"priority_job_factor":4`,
		"AllowQOS=ALL DenyQOS=a,b QOS=x":        `"qos":"x","deny_qos":["a","b"]`,
		"AllowAccounts=a":                       `"allow_accounts":["a"]`,
		"OverSubscribe=EXCLUSIVE":               `"whole_nodes":true`,
		"Shared=FORCE:4":                        ``,
		"MaxNodes=UNLIMITED MinNodes=2":         `"min_nodes":2`,
		"MaxNodes=0":                            `"down":true`,
		"DefMemPerNode=5 PreemptMode=off":       `"default_memory_per_node_mib":5,"preempt_mode":"off"`,
		"State=DOWN":                            `"down":true`,
		`TRESBillingWeights="CPU=2,Mem=1"`:      `"billing_weights":{"cpu":2,"mem":1}`,
		"GraceTime=90":                          `"grace_s":90`,
		"PreemptMode=SUSPEND MaxMemPerNode=700": `"preempt_mode":"off"`,
	} {
		d := conf(t, "PartitionName=x Nodes=n1 "+line)
		got := js(t, d.Partitions[1])
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s", line, got)
		}
	}
	d := conf(t, "PartitionName=DEFAULT MaxTime=5 Priority=7\nPartitionName=a Nodes=n1\n"+
		"PartitionName=DEFAULT MaxTime=6\nPartitionName=b Nodes=n2 Default=NO")
	if got := js(t, d.Partitions[1:]); got != `[{"name":"a","nodes":"n1","max_time_s":300,"priority_tier":7,"priority_job_factor":7},`+
		`{"name":"b","nodes":"n2","max_time_s":360,"priority_tier":7,"priority_job_factor":7}]` {
		t.Error(got)
	}
}

// A partition's own default of memory holds, also if it is none.
// A partition without nodes is legal, and starts no job.
func TestPartitionsWithoutNodesAreLeftOut(t *testing.T) {
	for _, line := range []string{"Nodes=\"\"", "Nodes=", "State=UP", "Nodes=none"} {
		d := conf(t, "NodeSet=none Feature=gone\nPartitionName=empty "+line+"\n")
		if _, err := cluster.New(d); err != nil || len(d.Partitions) != 1 || len(d.Ignored) != 1 ||
			!strings.Contains(d.Ignored[0].Text, "empty") || d.Ignored[0].Why != "the partition has no nodes: it is left out" {
			t.Errorf("%s: %v, %v, ignored %v", line, err, d.Partitions, d.Ignored)
		}
	}
}

func TestDefaultsOfMemory(t *testing.T) {
	d := conf(t, "DefMemPerCPU=100\nPartitionName=a Nodes=n1\nPartitionName=b Nodes=n1 DefMemPerCPU=0\n"+
		"PartitionName=c Nodes=n1 DefMemPerNode=7")
	for i, want := range [][2]int64{{100, 0}, {100, 0}, {0, 0}, {0, 7}} {
		if p := d.Partitions[i]; p.DefMemPerCoreMiB != want[0] || p.DefMemPerNodeMiB != want[1] {
			t.Errorf("%+v", p)
		}
	}
}

func TestPreemption(t *testing.T) {
	for lines, want := range map[string]string{
		"PreemptType=preempt/none\nPreemptMode=OFF":                             `{"mode":"off"}`,
		"PreemptType=preempt/qos\nPreemptMode=CANCEL":                           `{"type":"qos","mode":"cancel"}`,
		"PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE":               `{"type":"partition_prio","mode":"requeue"}`,
		"PreemptMode=SUSPEND":                                                   `{"mode":"off"}`,
		"PreemptMode=SUSPEND,GANG":                                              `{"mode":"suspend","gang":true}`,
		"PreemptMode=GANG\nSchedulerTimeSlice=60":                               `{"gang":true,"time_slice_s":60}`,
		"PreemptMode=GANG\nSelectTypeParameters=CR_CPU":                         `{"gang":true,"gang_counts":true}`,
		"PreemptMode=GANG\nSelectTypeParameters=CR_CPU\nTaskPlugin=task/none":   `{"gang":true,"gang_counts":true}`,
		"PreemptMode=GANG\nSelectTypeParameters=CR_CPU\nTaskPlugin=task/cgroup": `{"gang":true}`,
		"SchedulerTimeSlice=60":                                                 `{}`,
		"PreemptExemptTime=-1":                                                  `{}`,
		"PreemptExemptTime=1":                                                   `{"exempt_s":60}`,
		"PreemptType=preempt/job_prio\nPreemptMode=GANG\nPreemptExemptTime=30":  `{"exempt_s":1800,"gang":true}`,
	} {
		if got := js(t, conf(t, lines).Preemption); got != want {
			t.Errorf("%s: %s", lines, got)
		}
	}
}

// Jobs of partitions and QOS are suspended where the cluster has gang scheduling, and else not preempted.
func TestWhoIsSuspended(t *testing.T) {
	for mode, want := range map[string]string{"CANCEL": "off", "CANCEL,GANG": "suspend"} {
		d := read(t, Files{SlurmConf: input("s", least+"PreemptMode="+mode+"\nPartitionName=x Nodes=n1 PreemptMode=SUSPEND\n"),
			Sacctmgr: input("a", "add qos q PreemptMode=suspend\n")})
		if p, q := d.Partitions[1].PreemptMode, d.QOS[len(d.QOS)-1].PreemptMode; p != want || q != want {
			t.Errorf("%s: %s and %s, want %s", mode, p, q, want)
		}
	}
}

// A comment ends with its line, even after a backslash, as in Slurm.
func TestLines(t *testing.T) {
	d := conf(t, "# a comment that goes on \\\nClusterName=no # \\\nClusterName=\\\nyes # not \\# here\n\t killwait\t=\t7\r\n"+
		"Odd=\"a b\" OddToo=c\\#d\nSlurmdPort=5 AuthType=x")
	if d.Name != "yes" || *d.Scheduling.KillWaitS != 7 {
		t.Errorf("%q, %d", d.Name, *d.Scheduling.KillWaitS)
	}
	var got []string
	for _, i := range d.Ignored {
		got = append(got, i.Text)
	}
	if want := []string{"Odd=a b", "OddToo=c#d"}; !slices.Equal(got, want) || d.Ignored[0].Line != 11 || d.Ignored[0].File != "slurm.conf" {
		t.Errorf("%+v", d.Ignored)
	}
}

// What bears on scheduling and is not modelled is told; what does not bear on it is not.
func TestIgnoredIsToldOnce(t *testing.T) {
	d := conf(t, "SlurmctldPort=1\nStateSaveLocation=/x\nCompleteWait=5\nSchedulerParameters=bf_yield_sleep=3,nohold_on_prolog_fail\n"+
		"AcctGatherNodeFreq=30\nJobSubmitPlugins=lua\nInclude other.conf\nFrontEndName=x")
	var got []string
	for _, i := range d.Ignored {
		got = append(got, i.Text)
	}
	want := []string{"CompleteWait=5", "SchedulerParameters=bf_yield_sleep=3", "SchedulerParameters=nohold_on_prolog_fail",
		"JobSubmitPlugins=lua", "Include other.conf"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestGres(t *testing.T) {
	for _, c := range []struct {
		node, gres, want string
		ignored          int // lines
	}{
		{"Gres=gpu:2", "", `{"":2}`, 0},
		{"Gres=gpu", "", `{"":1}`, 0},
		{"Gres=gpu:tesla_v100:2(S:0-1),gpu:k80:1(IDX:0,1)", "", `{"k80":1,"tesla_v100":2}`, 0},
		{"Gres=gpu:2,nvme:3", "", `{"":2}`, 0},
		{"Gres=gpu:2", "Name=gpu Type=a100 Count=2", `{"a100":2}`, 0},
		{"Gres=gpu:2", "Name=gpu Type=a100 File=/dev/nvidia[0-1]", `{"a100":2}`, 0},
		{"Gres=gpu:2", "Name=gpu Type=a100 File=/dev/nvidia0\nName=gpu Type=k80 File=/dev/nvidia1", `{"a100":1,"k80":1}`, 0},
		{"Gres=gpu:2", "NodeName=n1 Name=gpu", `{"":2}`, 0},              // slurm.conf wins
		{"Gres=gpu:2", "Name=gpu Type=a100 Count=4", `{"a100":2}`, 0},    // but has no type
		{"Gres=gpu", "Name=gpu File=/dev/nvidia[0-3]", `{"":4}`, 0},      // the count is open
		{"Gres=gpu:a100", "Name=gpu Type=a100 Count=3", `{"a100":3}`, 0}, // here, too
		{"Gres=gpu:a100:2", "Name=gpu Count=2", `{"a100":2}`, 0},
		{"Gres=gpu:a100:2", "Name=gpu Type=k80 Count=2", `{"a100":2}`, 1},
		{"Gres=gpu:2", "NodeName=n2 Name=gpu Type=a100 Count=2", `{"":2}`, 1},
		{"", "Name=gpu Count=2", `null`, 1},
		{"Gres=gpu:0", "", `null`, 0},
		{"Gres=gpu:2", "AutoDetect=nvml", `{"":2}`, 0},
		{"Gres=gpu:2", "Name=mps Count=100", `{"":2}`, 1},
	} {
		d := read(t, Files{SlurmConf: input("s", "NodeName=n1 "+c.node+"\nNodeName=n2\nPartitionName=p Nodes=n1"), Gres: input("g", c.gres)})
		if got := js(t, d.Nodes[0].GPUs); got != c.want || len(d.Ignored) != c.ignored {
			t.Errorf("%s; %s: %s, %v", c.node, c.gres, got, d.Ignored)
		}
	}
	d := read(t, Files{
		SlurmConf: input("s", "NodeName=n[1-6] Gres=gpu:2\nPartitionName=p Nodes=ALL"),
		Gres:      input("g", "NodeName=n[1-2,5] Name=gpu Type=a Count=2\nNodeName=n[3,9] Name=gpu Type=b Count=2"),
	})
	var got []string
	for _, n := range d.Nodes {
		got = append(got, n.Names+js(t, n.GPUs))
	}
	if s := strings.Join(got, " "); s != `n[1-2,5]{"a":2} n3{"b":2} n[4,6]{"":2}` {
		t.Error(s)
	}
}

func TestLimitsHoldOnlyIfSlurmEnforcesThem(t *testing.T) {
	for enforce, want := range map[string]bool{"limits": true, "safe,qos": true, "associations": false, "all": true} {
		d := read(t, Files{SlurmConf: input("s", "AccountingStorageEnforce="+enforce+"\nNodeName=n\nPartitionName=p Nodes=n"),
			Sacctmgr: input("m", "add account a MaxJobs=3\nadd qos q GrpJobs=4\nadd user u account=a MaxSubmitJobs=5")})
		a := d.Accounts[0]
		if (a.MaxJobs != nil) != want || (a.Users[0].MaxSubmitJobs != nil) != want || (d.QOS[1].GrpJobs != nil) != want ||
			(d.Scheduling.SafeLimits != nil) != (enforce == "limits") {
			t.Errorf("%s: %s", enforce, js(t, d))
		}
	}
}

// Security labels as Slurm reads them: it looks for the words anywhere in MCSParameters, and ondemand and ondemandselect are the defaults.
func TestSecurityLabels(t *testing.T) {
	for _, c := range []struct {
		lines, mcs, jobs string
		ignored          int
	}{
		{"", "", "", 0},
		{"MCSPlugin=mcs/none\nMCSParameters=enforced,select", "", "all", 0},
		{"MCSPlugin=mcs/account", "account", "", 0},
		{"MCSPlugin=mcs/user\nMCSParameters=enforced,select,privatedata", "user", "all", 0},
		{"MCSPlugin=mcs/user\nMCSParameters=enforced", "user", "", 0},
		{"MCSPlugin=mcs/user\nMCSParameters=ondemand,select", "user", "", 0},
		{"MCSPlugin=mcs/user\nMCSParameters=enforced,ondemandselect", "user", "", 0},
		{"MCSPlugin=mcs/user\nMCSParameters=enforced,noselect", "user", "none", 0},
		{"MCSPlugin=mcs/group\nMCSParameters=enforced,select:ops|dev", "", "all", 1},
	} {
		d := conf(t, c.lines+"\nNodeName=x")
		if s := &d.Scheduling; s.MCS != c.mcs || s.MCSJobs != c.jobs || len(d.Ignored) != c.ignored {
			t.Errorf("%s: %q %q, ignored %v", c.lines, s.MCS, s.MCSJobs, d.Ignored)
		}
	}
}
