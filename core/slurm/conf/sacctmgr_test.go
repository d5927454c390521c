package conf

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// accounts reads a file of sacctmgr for a small cluster named c.
func accounts(t *testing.T, file string) *cluster.Description {
	t.Helper()
	return read(t, Files{SlurmConf: input("s", "ClusterName=c\n"+least), Sacctmgr: input("m", file)})
}

// association returns the JSON of a user in an account.
func association(t *testing.T, d *cluster.Description, account, user string) string {
	t.Helper()
	for _, a := range d.Accounts {
		for _, u := range a.Users {
			if a.Name == account && u.Name == user {
				return js(t, u)
			}
		}
	}
	return ""
}

// Every limit of an association and of a QOS, under every name it has.
func TestLimits(t *testing.T) {
	for setting, want := range map[string]string{
		"GrpTRES=cpu=1,mem=2G":                  `"grp_tres":{"cpu":1,"mem":2048}`,
		"GrpCPUs=3 GrpNodes=4 GrpMem=5":         `"grp_tres":{"cpu":3,"mem":5,"node":4}`,
		"GrpTRESMins=cpu=5":                     `"grp_tres_mins":{"cpu":5}`,
		"GrpCPUMins=6":                          `"grp_tres_mins":{"cpu":6}`,
		"GrpTRESRunMins=cpu=7,gres/gpu:A=8":     `"grp_tres_run_mins":{"cpu":7,"gres/gpu:A":8}`,
		"GrpJobs=9":                             `"grp_jobs":9`,
		"GrpSubmitJobs=10":                      `"grp_submit_jobs":10`,
		"GrpWall=60":                            `"grp_wall_s":3600`,
		"MaxTRES=cpu=1":                         `"max_tres_per_job":{"cpu":1}`,
		"MaxTRESPerJob=node=2":                  `"max_tres_per_job":{"node":2}`,
		"MaxCPUs=3 MaxNodesPerJob=4":            `"max_tres_per_job":{"cpu":3,"node":4}`,
		"MaxTRESPN=cpu=1":                       `"max_tres_per_node":{"cpu":1}`,
		"MaxTRESPU=cpu=2":                       `"max_tres_per_user":{"cpu":2}`,
		"MaxCPUsPerUser=3":                      `"max_tres_per_user":{"cpu":3}`,
		"MaxTRESPA=cpu=4":                       `"max_tres_per_account":{"cpu":4}`,
		"MaxJobsPU=5":                           `"max_jobs_per_user":5`,
		"MaxJobsPerAccount=6":                   `"max_jobs_per_account":6`,
		"MaxSubmitPU=7":                         `"max_submit_per_user":7`,
		"MaxSubmitJobsPerAccount=8":             `"max_submit_per_account":8`,
		"MaxWall=1-00:00:00":                    `"max_wall_s":86400`,
		"MaxWallDurationPerJob=30":              `"max_wall_s":1800`,
		"MinTRES=cpu=2":                         `"min_tres_per_job":{"cpu":2}`,
		"MaxTRESMinsPerJob=cpu=3":               `"max_tres_mins_per_job":{"cpu":3}`,
		"MaxTRESRunMinsPU=cpu=4":                `"max_tres_run_mins_per_user":{"cpu":4}`,
		"MaxTRESRunMinsPerAccount=license/a=4":  `"max_tres_run_mins_per_account":{"license/a":4}`,
		"GrpJobsAccrue=5":                       `"grp_jobs_accrue":5`,
		"MaxJobsAccruePU=5":                     `"max_jobs_accrue_per_user":5`,
		"MaxJobsAccruePA=5":                     `"max_jobs_accrue_per_account":5`,
		"MinPrioThreshold=5":                    `"min_priority":5`,
		"MaxWall=5 MaxWall=-1":                  ``,
		"GrpJobs=5 GrpJobs=-1":                  ``,
		"GrpTRES=cpu=5,node=2 GrpTRES=cpu=-1":   `"grp_tres":{"node":2}`,
		"GrpTRES=cpu=5 GrpCPUs=-1 GrpJobs=0":    `"grp_jobs":0`,
		"GrpTRES=cpu=5 GrpTRES=node=2 GrpWall=": `fails`,
	} {
		file := "add qos x " + setting + "\nadd account x " + setting + "\n"
		if want == "fails" {
			if _, err := Read(Files{SlurmConf: input("s", least), Sacctmgr: input("m", file)}); err == nil {
				t.Errorf("%s is read", setting)
			}
			continue
		}
		d := accounts(t, file)
		if want != "" {
			want = "," + want
		}
		if got := js(t, d.QOS[1]); got != `{"name":"x"`+want+`}` {
			t.Errorf("%s: QOS %s", setting, got)
		}
		if got := js(t, d.Accounts[0]); got != `{"name":"x"`+want+`}` {
			t.Errorf("%s: account %s", setting, got)
		}
	}
	// The same name has another meaning for a QOS.
	d := accounts(t, "add qos x MaxJobs=1 MaxSubmitJobs=2\nadd account x MaxJobs=1 MaxSubmitJobs=2")
	if got := js(t, d.QOS[1]) + js(t, d.Accounts[0]); got != `{"name":"x","max_jobs_per_user":1,"max_submit_per_user":2}`+
		`{"name":"x","max_jobs":1,"max_submit_jobs":2}` {
		t.Error(got)
	}
}

func TestQOSAreInherited(t *testing.T) {
	d := accounts(t, `
		add qos a,b,d
		add cluster c qos=normal,a defaultqos=a
		add account top
		add account low parent=top qos=b
		add user u1 account=top
		add user u2 account=low qos+=d
		add user u3 account=low qos=-b,+a
		modify user u3 set defaultqos=b`)
	for _, c := range []struct{ account, user, want string }{
		{"top", "u1", `{"name":"u1","qos":["normal","a"],"default_qos":"a","default":true}`},
		{"low", "u2", `{"name":"u2","qos":["b","d"],"default_qos":"a","default":true}`},
		{"low", "u3", `{"name":"u3","qos":["a"],"default_qos":"b","default":true}`},
	} {
		if got := association(t, d, c.account, c.user); got != c.want {
			t.Errorf("%s: %s", c.user, got)
		}
	}
}

func TestCommands(t *testing.T) {
	const base = "add account a,b Fairshare=5\nadd account below parent=a\nadd user u,v account=a,b defaultaccount=b\nadd qos q\n"
	count := func(d *cluster.Description) (accounts, users int) {
		for _, a := range d.Accounts {
			users += len(a.Users)
		}
		return len(d.Accounts), users
	}
	for _, c := range []struct {
		command         string
		accounts, users int
		ignored         int
	}{
		{"", 3, 4, 0},
		{"remove user where name=u", 3, 2, 0},
		{"delete user name=u account=a", 3, 3, 0},
		{"remove account a", 1, 2, 0}, // with what is below
		{"remove account where parent=a", 2, 4, 0},
		{"remove user where qos=q", 3, 4, 1},
		{"remove account", 3, 4, 1},
		{"add account a", 3, 4, 1},
		{"add user u account=a", 3, 4, 1},
		{"add user w account=root", 3, 4, 1},
		{"add account x cluster=other", 3, 4, 1},
		{"add account x cluster=other,C", 4, 4, 0},
		{"modify account where name=a,b set parent=below", 0, 0, 0},
		{"modify account name=b set parent=below", 3, 4, 0},
		{"modify account root set GrpJobs=5", 3, 4, 1},
		{"modify qos nothing set Priority=5", 3, 4, 1},
		{"add wckey x", 3, 4, 1},
		{"archive dump\nlist qos\nshow user u\nexit", 3, 4, 0},
		{"SACCTMGR=1\n", 0, 0, 0},
		{"sacctmgr -i -n modify user set fairshare=parent # all", 3, 4, 0},
		{"add user 'w' account=\"a\" Description='x y' # no", 3, 5, 0},
	} {
		d, err := Read(Files{SlurmConf: input("s", "ClusterName=c\n"+least), Sacctmgr: input("m", base+c.command)})
		if c.accounts == 0 {
			if err == nil {
				t.Errorf("%s is read", c.command)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.command, err)
			continue
		}
		if accounts, users := count(d); accounts != c.accounts || users != c.users || len(d.Ignored) != c.ignored {
			t.Errorf("%s: %d accounts, %d users, ignored %v", c.command, accounts, users, d.Ignored)
		}
	}
}

// The three forms of sacctmgr, of the same accounts, are the same description.
func TestTheFormsAgree(t *testing.T) {
	const qos = "Name|Priority|GraceTime|Preempt|PreemptMode|Flags|UsageFactor|MaxWall|MaxTRESPU\n" +
		"normal|0|00:00:00||cluster|||||\nhigh|5|00:01:00|normal|cluster|DenyOnLimit,NoReserve||1-00:00:00|cpu=4,gres/gpu:a=1|\n"
	script := `
		add qos high priority=5 gracetime=60 preempt=normal flags=DenyOnLimit,NoReserve maxwall=1440 maxtrespu=cpu=4,gres/gpu:a=1
		add cluster c qos=normal
		add account top fairshare=10 GrpTRES=cpu=10,gres/gpu:a100=2
		add account low parent=top fairshare=parent
		add user u account=low fairshare=7 MaxJobs=3 qos=normal,high defaultqos=high`
	dump := strings.ReplaceAll(qos, "cluster|||||\n", "cluster||||\n") + `
Cluster - 'c':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'top':Description='a:b':Organization='o':Fairshare=10:GrpTRES=cpu=10,gres/gpu:a100=2
Parent - 'top'
Account - 'low':Fairshare=parent
Parent - 'low'
User - 'u':DefaultAccount='low':Fairshare=7:MaxJobs=3:QOS='normal,high':DefaultQOS='high'
`
	table := strings.ReplaceAll(qos, "cluster|||||\n", "cluster||||\n") + `
Cluster|Account|User|Partition|Share|GrpTRES|MaxJobs|QOS|Def QOS|ParentName
c|root|||1|||normal||
c|root|root||1|||normal||
c|top|||10|cpu=10,gres/gpu:a100=2||||root
c|low|||parent|||||top
c|low|u||7||3|normal,high|high|
`
	tree := strings.NewReplacer("|ParentName", "", "c|top|", "c| top|", "||||root", "|||", "c|low|||", "c|  low|||", "|||||top", "||||",
		"normal||\n", "normal|\n", "|high|\n", "|high\n").Replace(table)
	want := accounts(t, script)
	for name, file := range map[string]string{"dump": dump, "table": table, "tree": tree} {
		got := accounts(t, file)
		got.Ignored = nil
		if g, w := js(t, got), js(t, want); g != w {
			t.Errorf("%s:\n%s\n%s", name, g, w)
		}
	}
	flat := accounts(t, "Account|User|Share\na||5\nb||6\na|u|7\n")
	if !strings.Contains(strings.Join(flat.Assumed, " "), "names no parents") || len(flat.Accounts) != 2 {
		t.Error(js(t, flat))
	}
	if d := accounts(t, "Cluster - 'other':Fairshare=1\nAccount - 'a':Fairshare=2\nCluster - 'c'\nAccount - 'b'"); len(d.Accounts) != 1 {
		t.Error(js(t, d))
	}
}
