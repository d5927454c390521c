package conf

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

func expand(list string) []string {
	names, err := hostlist.Expand(list, maxNodes)
	if err != nil {
		panic(err)
	}
	return names
}

// truth are the runs of real Slurms that the repository keeps, by scenario and version.
const truth = "../accounting/testdata/truth"

// The dump of 25.05 and later has the QOS, as the table of them that is kept in the same file.
func TestTheDumpHasTheQOS(t *testing.T) {
	for _, scenario := range []string{"partitions", "preemption", "classic", "priority"} {
		folder := filepath.Join(truth, scenario)
		files := lab(t, folder)
		files.Sacctmgr = open(t, filepath.Join(folder, "24.11.5", "sacctmgr.txt"))
		old := read(t, files)
		files = lab(t, folder)
		files.Sacctmgr = open(t, filepath.Join(folder, "25.11.7", "sacctmgr.txt"))
		if diff := cmp.Diff(old, read(t, files)); diff != "" {
			t.Errorf("%s: %s", scenario, diff)
		}
	}
	d := accounts(t, `QOS - 'normal':Description='Normal QOS default'
QOS - 'gold':Description='gold: the best':Flags='NoReserve':GraceTime=60:GrpTRES=cpu=10,gres/gpu:a100=2:MaxJobsPU=3:MaxWall=60:`+
		`Preempt='normal':PreemptMode='requeue':Priority=5:UsageThreshold=0.5:UsageFactor=2
Parent - 'root'
Account - 'a':Fairshare=1:QOS='gold'`)
	want := `[{"name":"normal"},{"name":"gold","priority":5,"preempt":["normal"],"preempt_mode":"requeue","grace_s":60,"usage_factor":2,` +
		`"no_reserve":true,"grp_tres":{"cpu":10,"gres/gpu:a100":2},"max_jobs_per_user":3,"max_wall_s":3600}]`
	if got := js(t, d.QOS); got != want || len(d.Ignored) != 1 {
		t.Errorf("%s\n%v", got, d.Ignored)
	}
}

// scontrol show config, node and partition, one after the other, are the cluster that slurm.conf is.
func TestWhatScontrolShowsIsSlurmConf(t *testing.T) {
	for _, c := range []struct{ scenario, version string }{
		{"outages", "24.11.5"}, {"outages", "25.11.7"}, {"resources", "25.11.7"}, {"partitions", "26.05.3"},
	} {
		files := lab(t, filepath.Join(truth, c.scenario))
		files.Sacctmgr = nil
		written := read(t, files)
		shown := read(t, Files{Reservations: open(t, filepath.Join("testdata/shown", c.version, c.scenario+".txt.gz")), Topology: files.Topology})
		if shown.SlurmVersion != c.version || shown.Scheduling.StartedUnixS == nil {
			t.Errorf("%s: Slurm %q", c.version, shown.SlurmVersion)
		}
		yes, week, one := true, int64(7*86400), int64(1) // which scontrol shows though slurm.conf does not have them
		written.Scheduling.Requeue, written.Priority.HalfLifeS, written.Priority.DampeningFact = &yes, &week, &one
		written.Preemption.Mode = "off"
		if c.version >= "25.05" { // no longer in what it shows
			shown.Preemption.Mode = "off"
		}
		for _, d := range []*cluster.Description{written, shown} {
			var nodes []cluster.NodeType
			for _, t := range d.Nodes { // one by one
				for _, t.Names = range expand(t.Names) {
					nodes = append(nodes, t)
				}
			}
			slices.SortFunc(nodes, func(a, b cluster.NodeType) int { return strings.Compare(a.Names, b.Names) })
			for i := range d.Partitions {
				if p := &d.Partitions[i]; len(expand(p.Nodes)) == len(nodes) {
					p.Nodes = "ALL"
				}
			}
			d.Nodes, d.SlurmVersion, d.Scheduling.StartedUnixS, d.Assumed, d.Reservations, d.Outages = nodes, "", nil, nil, nil, nil
		}
		if diff := cmp.Diff(written, shown, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s of %s: %s", c.scenario, c.version, diff)
		}
	}
}

// topology.yaml of 25.05 is the tree that topology.conf is; what it has beside is listed.
func TestTopologyInYAML(t *testing.T) {
	const nodes = "ClusterName=x\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nNodeName=n[1-4] CPUs=4\n" +
		"PartitionName=p Nodes=ALL Default=YES\n"
	tree := `  tree:
    switches:
      - switch: root
        children: s[1-2]
      - switch: s1
        nodes: n[1-2]
      - switch: s2
        nodes: "n[3-4]"
`
	want := read(t, Files{SlurmConf: input("s", nodes+"TopologyPlugin=topology/tree\n"),
		Topology: input("t", "SwitchName=root Switches=s[1-2]\nSwitchName=s1 Nodes=n[1-2]\nSwitchName=s2 Nodes=n[3-4]\n")})
	for _, yaml := range []string{
		"---\n- topology: one\n  cluster_default: true\n" + tree,
		"- topology: one\n" + tree, // the first
	} {
		if diff := cmp.Diff(want, read(t, Files{SlurmConf: input("s", nodes), Topology: input("topology.yaml", yaml)})); diff != "" {
			t.Errorf("%s: %s", yaml, diff)
		}
	}
	block := "- topology: two\n  cluster_default: true\n  block:\n    block_sizes:\n      - 2\n    blocks:\n      - block: b1\n" +
		"        nodes: n[1-2]\n"
	d := read(t, Files{SlurmConf: input("s", nodes), Topology: input("topology.yaml", "---\n- topology: one\n"+tree+block)})
	if len(d.Switches) > 0 || d.Scheduling.Topology || len(d.Ignored) != 2 {
		t.Errorf("%v %v", d.Switches, d.Ignored)
	}
	flat := "- topology: two\n  cluster_default: true\n  flat: true\n"
	d = read(t, Files{SlurmConf: input("s", nodes+"TopologyPlugin=topology/tree\n"), Topology: input("topology.yaml", flat)})
	if d.Scheduling.Topology || len(d.Ignored) > 0 {
		t.Errorf("%v", d.Ignored)
	}
}

// A file that is given as another is taken as what it is; one of which no cluster is made is named.
func TestFilesAreKnownByTheirContent(t *testing.T) {
	all := filepath.Join("testdata/shown/25.11.7/outages.txt.gz")
	want := read(t, Files{Reservations: open(t, all)})
	if diff := cmp.Diff(want, read(t, Files{SlurmConf: open(t, all)})); diff != "" {
		t.Error(diff)
	}
	if len(want.Reservations) != 2 || want.Reservations[0].Name != "course" { // two nodes are in the first
		t.Errorf("%+v", want.Reservations)
	}
	dump := "Cluster - 'x':Fairshare=1\nParent - 'root'\nAccount - 'a':Fairshare=3\n"
	d := read(t, Files{SlurmConf: input("s", least), Gres: input("m", dump), Topology: input("g", "AutoDetect=off\n"),
		Sacctmgr: input("t", "SwitchName=s Nodes=ALL\n")})
	if len(d.Accounts) != 1 || len(d.Switches) != 1 {
		t.Errorf("%+v %+v", d.Accounts, d.Switches)
	}
	for text, want := range map[string]string{
		"ClusterName=x\nMaxNodeCount=9\nNodeSet=c Feature=c\nPartitionName=p Nodes=c": "m:2: MaxNodeCount: \"9\": nodes register",
		"ClusterName=x\n\nInclude /etc/nodes.conf\n":                                  "m:3: Include: the nodes and partitions are in files",
		"ClusterName={{ cluster }}\nNodeName=n1\n":                                    "m:1: \"ClusterName={{ cluster }}\": this is a template",
		"{\n  \"jobs\": [\n":                                               "m:1: this is JSON of jobs",
		"********\nsdiag output at Thu\n":                                  "m:1: this is the output of sdiag",
		"# x\nSwitchName=s Nodes=n1\n":                                     "m:1: this is topology.conf or topology.yaml: give slurm.conf",
		"ClusterName=x\nInclude /x\nNodeName=n1\nPartitionName=p Nodes=n2": "m:2: Include: the nodes and partitions are in files",
		"JobID|User|State\n1|a|COMPLETED\n":                                "m:1: this is a list of jobs",
		"PartitionName=p\n   AllowGroups=ALL AllowAccounts=ALL AllowQos\n": "no NodeName line",
	} {
		if _, err := Read(Files{SlurmConf: input("m", text)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Nodes that registered by themselves come from scontrol show node; those that are alike are one line.
func TestDynamicNodes(t *testing.T) {
	const conf = "ClusterName=x\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\nMaxNodeCount=9\n" +
		"NodeSet=compute Feature=compute\nPartitionName=p Nodes=compute Default=YES\n"
	node := func(name, rest string) string {
		return "NodeName=" + name + " Arch=x86_64 CoresPerSocket=8 \n   CPUAlloc=0 CPUEfctv=16 CPUTot=16 CPULoad=0.1\n" +
			"   AvailableFeatures=compute\n   ActiveFeatures=compute\n   Gres=gpu:a100:2(S:0-1)\n" +
			"   NodeAddr=" + name + " NodeHostName=" + name + " Version=25.11.1\n   RealMemory=64000 Sockets=2 Boards=1\n   " + rest + "\n\n"
	}
	d := read(t, Files{SlurmConf: input("s", conf), Reservations: input("r", node("d1", "State=IDLE+DYNAMIC_NORM ThreadsPerCore=1 Weight=1")+
		node("d2", "State=DOWN+DYNAMIC_NORM ThreadsPerCore=1 Weight=1\n   Reason=gone [root@2026-01-31T12:00:00]")+
		node("d5", "State=IDLE+DYNAMIC_NORM ThreadsPerCore=1 Weight=7"))})
	want := `[{"names":"d[1-2]","cores":16,"memory_mib":64000,"gpus":{"a100":2},"features":["compute"]},` +
		`{"names":"d5","cores":16,"memory_mib":64000,"gpus":{"a100":2},"features":["compute"],"weight":7}]`
	if got := js(t, d.Nodes); got != want || d.Partitions[0].Nodes != "d[1-2,5]" || len(d.Outages) != 1 || d.SlurmVersion != "25.11.1" {
		t.Errorf("%s\n%+v\n%+v %s", got, d.Partitions, d.Outages, d.SlurmVersion)
	}
}

// Limits of a QOS with the flag Relative are percents: by hand, of 4 nodes with 8 cores, 1000 MiB, and 4 GPUs on two of them.
func TestRelativeQOS(t *testing.T) {
	const conf = "ClusterName=x\nAccountingStorageEnforce=limits\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\n" +
		"NodeName=n[1-2] CPUs=8 RealMemory=1000\nNodeName=g[1-2] CPUs=8 RealMemory=1000 Gres=gpu:a100:4\n" +
		"PartitionName=p Nodes=ALL Default=YES\nPartitionName=g Nodes=g[1-2] QOS=gq\n"
	const table = "Name|Flags|GrpTRES|MaxTRESPU|GrpJobs\n" +
		"half|DenyOnLimit,Relative|cpu=50,mem=25M,node=30,gres/gpu:a100=26,billing=50|cpu=250|3\n" +
		"gq|Relative|cpu=50,gres/gpu=25||\nplain||cpu=50||\n"
	d := read(t, Files{SlurmConf: input("s", conf), Sacctmgr: input("m", table)})
	want := `[{"name":"half","deny_on_limit":true,"grp_tres":{"cpu":16,"gres/gpu:a100":2,"mem":1000,"node":1},"grp_jobs":3,` +
		`"max_tres_per_user":{"cpu":32}},{"name":"gq","grp_tres":{"cpu":8,"gres/gpu":2}},{"name":"plain","grp_tres":{"cpu":50}}]`
	if got := js(t, d.QOS); got != want {
		t.Error(got)
	}
	billing := len(d.Ignored) == 1 && strings.Contains(d.Ignored[0].Text, "billing")
	if !billing || !strings.Contains(d.Assumed[0], "QOS half is relative") {
		t.Error(d.Ignored, d.Assumed)
	}
	const commands = "add qos h flags=relative grptres=cpu=50\nmodify qos h set flags-=relative\n"
	d = read(t, Files{SlurmConf: input("s", conf), Sacctmgr: input("m", commands)})
	if v := d.QOS[1].GrpTRES["cpu"]; v != 50 {
		t.Error(v)
	}
}

// No column of what sacctmgr shows since 24.11 is dropped without a word.
func TestEveryColumnOfSacctmgrIsReadOrListed(t *testing.T) {
	const qos = "Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags|UsageThres|UsageFactor|GrpTRES|GrpTRESMins|" +
		"GrpTRESRunMins|GrpJobs|GrpSubmit|GrpWall|MaxTRES|MaxTRESPerNode|MaxTRESMins|MaxWall|MaxTRESPU|MaxJobsPU|MaxSubmitPU|MaxTRESPA|" +
		"MaxTRESRunMinsPA|MaxTRESRunMinsPU|MaxJobsPA|MaxSubmitPA|MinTRES|GrpJobsAccrue|MaxJobsAccruePA|MaxJobsAccruePU|" +
		"LimitFactor|MinPrioThres"
	const assoc = "Cluster|Account|User|Partition|Share|Priority|GrpJobs|GrpTRES|GrpSubmit|GrpWall|GrpTRESMins|MaxJobs|MaxTRES|" +
		"MaxTRESPerNode|MaxSubmit|MaxWall|MaxTRESMins|QOS|Def QOS|GrpTRESRunMins|GrpJobsAccrue|MaxJobsAccrue|MaxTRESRunMins|MinPrioThresh"
	sample := func(column string) string {
		switch {
		case strings.Contains(column, "TRES"):
			return "cpu=7"
		case column == "Preempt", column == "QOS", column == "Def QOS":
			return "normal"
		case column == "PreemptMode":
			return "requeue"
		case column == "Flags":
			return "DenyOnLimit"
		case strings.HasSuffix(column, "Time") || strings.HasSuffix(column, "Wall"):
			return "00:07:00"
		}
		return "7"
	}
	for _, c := range []struct {
		columns, fixed string
		skip           int
	}{{qos, "q", 1}, {assoc, "x|a||", 4}} {
		all := strings.Split(c.columns, "|")
		for k := c.skip; k < len(all); k++ {
			cells := make([]string, len(all)-c.skip)
			header := "Name|Priority\nnormal|0\n" + c.columns + "\n"
			empty := accounts(t, header+c.fixed+"|"+strings.Join(cells, "|")+"\n")
			cells[k-c.skip] = sample(all[k])
			d := accounts(t, header+c.fixed+"|"+strings.Join(cells, "|")+"\n")
			if len(d.Ignored) == len(empty.Ignored) && js(t, d) == js(t, empty) {
				t.Errorf("%s=%s is dropped", all[k], sample(all[k]))
			}
		}
	}
}

// What slurm.conf does not say is what the version has.
func TestDefaultsOfVersions(t *testing.T) {
	const conf = "ClusterName=x\nNodeName=n1 CPUs=8\nPartitionName=p Nodes=n1 Default=YES\nPriorityWeightAge=1000\n"
	for _, c := range []struct {
		version, priority string
		whole             bool
		assumed           int // sentences about SelectType and PriorityType
	}{{"", "", false, 2}, {"22.05.8", "basic", true, 2}, {"23.02", "basic", true, 2}, {"23.11.0", "", false, 0}, {"25.11.7", "", false, 0}} {
		d := read(t, Files{SlurmConf: input("s", conf), SlurmVersion: c.version})
		said := 0
		for _, s := range d.Assumed {
			if strings.Contains(s, "SelectType:") || strings.Contains(s, "PriorityType:") {
				said++
			}
		}
		if d.Scheduling.WholeNodes != c.whole || d.Priority.Type != c.priority || said != c.assumed {
			t.Errorf("%q: %t %q %q", c.version, d.Scheduling.WholeNodes, d.Priority.Type, d.Assumed)
		}
	}
}

// Where a file says a thing twice, the one counts that Slurm takes (tried with slurmctld 22.05).
func TestWhatIsSaidTwice(t *testing.T) {
	const head = "ClusterName=x\nSelectType=select/linear\n"
	d := read(t, Files{SlurmConf: input("s", head+
		"NodeName=n1 CPUs=96 Sockets=2 CoresPerSocket=24 ThreadsPerCore=2 Procs=48 RealMemory=1000\n"+
		"NodeName=n2 Procs=48 CPUs=96 Sockets=2 CoresPerSocket=24 ThreadsPerCore=2\nNodeName=n3 Procs=12\n"+
		"PartitionName=a Nodes=n1 Default=YES\nPartitionName=b Nodes=n2 Default=YES\nPartitionName=c Nodes=n3\n")})
	if d.Nodes[0].Cores != 96 || d.Nodes[1].Cores != 96 || d.Nodes[2].Cores != 12 {
		t.Errorf("%+v", d.Nodes)
	}
	if d.Partitions[0].Default || !d.Partitions[1].Default || d.Partitions[2].Default || len(d.Ignored) > 0 {
		t.Errorf("%+v %v", d.Partitions, d.Ignored)
	}
}

// What nodes keep for the system is not for jobs: whole cores, and memory.
func TestWhatNodesKeep(t *testing.T) {
	d := read(t, Files{SlurmConf: input("s", "ClusterName=x\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\n"+
		"Licenses=matlab:4,ansys\nNodeName=DEFAULT Sockets=2 CoresPerSocket=8 ThreadsPerCore=2 RealMemory=64000\n"+
		"NodeName=n1 CoreSpecCount=2\nNodeName=n2 CPUSpecList=0,1,4\nNodeName=n3 MemSpecLimit=4000\nPartitionName=p Nodes=ALL\n")})
	want := `[{"names":"n1","cores":28,"memory_mib":64000,"threads_per_core":2},` +
		`{"names":"n2","cores":28,"memory_mib":64000,"threads_per_core":2},` +
		`{"names":"n3","cores":32,"memory_mib":60000,"threads_per_core":2}]`
	if got := js(t, d.Nodes); got != want || len(d.Ignored) > 0 {
		t.Error(got, d.Ignored)
	}
	if got := js(t, d.Licenses); got != `[{"name":"matlab","count":4},{"name":"ansys","count":1}]` {
		t.Error(got)
	}
}

// A reservation of licences keeps no nodes.
func TestAReservationOfLicences(t *testing.T) {
	d := read(t, Files{SlurmConf: input("s", "ClusterName=lab\nLicenses=matlab:4\nNodeName=n1\nPartitionName=p Nodes=n1\n"),
		Reservations: input("r", "ReservationName=lic StartTime=2026-01-31T12:00:00 EndTime=2026-01-31T13:00:00 Duration=01:00:00\n"+
			"   Nodes=(null) NodeCnt=0 CoreCnt=0 Features=(null) PartitionName=(null) Flags=ANY_NODES\n   TRES=(null)\n"+
			"   Users=ann Groups=(null) Accounts=(null) Licenses=matlab:2 State=INACTIVE BurstBuffer=(null)\n")})
	want := `[{"name":"lic","nodes":"","begin_s":1769860800,"end_s":1769864400,"unix_time":true,"users":["ann"],"licenses":{"matlab":2}}]`
	if got := js(t, d.Reservations); got != want || len(d.Ignored) > 0 {
		t.Error(got, d.Ignored)
	}
	if _, err := cluster.New(d); err != nil {
		t.Error(err)
	}
}

// What scontrol prints where there is nothing is not part of what is before it.
func TestNoReservationsInTheSystem(t *testing.T) {
	shown := "PartitionName=p\n   AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL\n   Nodes=n1\n   TRES=cpu=1\n\n" +
		"No reservations in the system\n"
	d := read(t, Files{SlurmConf: input("s", "ClusterName=x\nNodeName=n1\nPartitionName=p Nodes=n1\n"), Reservations: input("r", shown)})
	if len(d.Ignored) > 0 || len(d.Partitions) != 1 || len(d.Reservations) > 0 {
		t.Errorf("%+v %+v", d.Ignored, d.Partitions)
	}
}
