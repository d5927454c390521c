package conf

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// plainest removes from a description what the forms of sacctmgr cannot agree on: their order,
// limits that a table repeats for users, a factor of 1, default accounts.
func plainest(d *cluster.Description, tables bool) {
	slices.SortFunc(d.QOS, func(a, b cluster.QOS) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(d.Accounts, func(a, b cluster.Account) int { return cmp.Compare(a.Name, b.Name) })
	for i := range d.QOS {
		if f := d.QOS[i].UsageFactor; f != nil && *f == 1 {
			d.QOS[i].UsageFactor = nil
		}
	}
	one := int64(1)
	for i := range d.Accounts {
		a := &d.Accounts[i]
		slices.SortFunc(a.Users, func(a, b cluster.User) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Partition, b.Partition))
		})
		for j := range a.Users {
			u := &a.Users[j]
			slices.Sort(u.QOS)
			if u.Shares == nil {
				u.Shares = &one
			}
			if u.MaxJobs != nil && a.MaxJobs != nil && *u.MaxJobs == *a.MaxJobs {
				u.MaxJobs = nil
			}
			if u.MaxWallS != nil && a.MaxWallS != nil && *u.MaxWallS == *a.MaxWallS {
				u.MaxWallS = nil
			}
			if tables {
				u.Default = false
			}
		}
	}
}

// What sacctmgr's commands make of a real Slurm is what it then prints in each form.
func TestARealSlurmSaysTheSameInEachForm(t *testing.T) {
	const folder = "testdata/slurm"
	from := func(file string, tables bool) *cluster.Description {
		files := lab(t, "../../trace/sacct/testdata/slurm")
		files.Sacctmgr = open(t, filepath.Join(folder, file))
		d := read(t, files)
		plainest(d, tables)
		return d
	}
	for file, tables := range map[string]bool{"dump.txt": false, "tree.txt": true, "assoc.txt": true} {
		want, got := from("sacctmgr.script", tables), from(file, tables)
		if file == "assoc.txt" { // tells no parents, and says so
			if !strings.Contains(strings.Join(got.Assumed, " "), "names no parents") {
				t.Error(got.Assumed)
			}
			for i := range want.Accounts {
				want.Accounts[i].Parent = ""
			}
		}
		if g, w := js(t, got.QOS), js(t, want.QOS); g != w {
			t.Errorf("%s: QOS\n%s\n%s", file, g, w)
		}
		if g, w := js(t, got.Accounts), js(t, want.Accounts); g != w {
			t.Errorf("%s: accounts\n%s\n%s", file, g, w)
		}
	}
	d := from("user.txt", true)
	if len(d.Accounts) != 3 || association(t, d, "chem", "cid") != `{"name":"cid","shares":-1,"qos":["normal"],"max_jobs":9}` {
		t.Error(js(t, d.Accounts))
	}
}

// Slurm gives a user who is added to an account an association with the default account, too.
func TestADefaultAccountIsAnAccount(t *testing.T) {
	files := lab(t, "../../trace/sacct/testdata/slurm")
	files.Sacctmgr = open(t, "testdata/slurm/sacctmgr.script")
	d := read(t, files)
	chem, phys := association(t, d, "chem", "cid"), association(t, d, "phys", "cid")
	if !strings.Contains(chem, `"default":true`) || phys == "" || strings.Contains(phys, "default") {
		t.Error(chem, phys)
	}
}

func TestARealScontrol(t *testing.T) {
	for _, file := range []string{"scontrol.txt", "oneline.txt"} {
		files := lab(t, "../../trace/sacct/testdata/slurm")
		files.Reservations = open(t, "testdata/slurm/"+file)
		d := read(t, files)
		if got := js(t, d.Reservations); got != `[{"name":"talk","nodes":"n4","begin_s":1893492000,"end_s":1893495600,"unix_time":true,`+
			`"users":["ann","bob"],"flags":["ignore_jobs"]},{"name":"upkeep","nodes":"g[1-2]","begin_s":1896170400,"end_s":1896174000,`+
			`"unix_time":true,"users":["root"],"flags":["maint","ignore_jobs","weekly"]},{"name":"half","nodes":"n1",`+
			`"begin_s":1898589600,"end_s":1898593200,"unix_time":true,"accounts":["phys"]}]` {
			t.Errorf("%s: %s", file, got)
		}
		if len(d.Outages) != 2 || d.Outages[0].Nodes != "n2" || !d.Outages[0].Drain || d.Outages[1].Nodes != "n3" || d.Outages[1].Drain ||
			!d.Outages[0].UnixTime {
			t.Errorf("%s: %s", file, js(t, d.Outages))
		}
		if s := strings.Join(d.Assumed, " "); !strings.Contains(s, "Reservation half has 2 cores") || strings.Contains(s, "talk") {
			t.Errorf("%s: %s", file, s)
		}
	}
}
