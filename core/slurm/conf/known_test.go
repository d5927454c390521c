package conf

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/golden"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
)

// sample returns the files in which a parameter has its example, and those without it.
func sample(k knownParameter) (with, plain Files) {
	set := k.name
	if k.example != "" {
		set += "=" + k.example
	}
	const head = "ClusterName=lab\nAccountingStorageEnforce=limits,safe\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\n" +
		"PriorityType=priority/multifactor\nPreemptType=preempt/qos\n"
	cpus := " CPUs=4"
	global, node, part, tables, shown := "", "", "", "add account a\nadd qos l GrpTRES=cpu=50\n", ""
	switch k.place {
	case "slurm.conf":
		global = set + "\n"
	case "SelectTypeParameters":
		if global = k.place + "=" + set + "\n"; !unit.MatchString(k.name) {
			global = k.place + "=CR_Core_Memory," + set + "\n"
		}
	case "SchedulerParameters", "PriorityFlags", "PreemptParameters", "PreemptMode":
		global = k.place + "=" + set + "\n"
	case "NodeName":
		if node = " " + set; size.MatchString(k.name) {
			cpus = ""
		}
	case "PartitionName":
		part = " " + set
	case "QOS":
		tables += "add qos q " + set + "\n"
	case "QOS Flags":
		tables += "add qos q Flags=" + set + " GrpTRES=cpu=50\n"
	case "association":
		tables += "add user u account=a " + set + "\n"
	case "reservation":
		shown = "ReservationName=r StartTime=2026-01-31T12:00:00 EndTime=2026-01-31T13:00:00\n Nodes=n1 Flags=" + set + "\n"
		if k.example != "" {
			shown = strings.Replace(shown, "Flags=", "Flags=SPEC_NODES ", 1)
		}
	}
	make := func(global, node, part, tables, shown string) Files {
		nodes := "NodeName=n1" + cpus + " RealMemory=1000" + node + "\nNodeName=n2 CPUs=4 RealMemory=1000\n"
		parts := "PartitionName=p Nodes=ALL" + part + "\nPartitionName=z Nodes=n2\n"
		f := Files{SlurmConf: input("slurm.conf", head+global+nodes+parts), Sacctmgr: input("accounts", tables)}
		if shown != "" {
			f.Reservations = input("scontrol", shown)
		}
		return f
	}
	none := strings.Replace(strings.Replace(tables, " "+set+"\n", "\n", 1), "Flags="+set+" ", "", 1)
	return make(global, node, part, tables, shown), make("", "", "", none, strings.Replace(shown, set, "", 1))
}

// Each line of the table is what the reader does: what is simulated or named changes the description, what is ignored is listed with
// its reason, and the rest is left out without a word.
func TestTheTableIsWhatIsRead(t *testing.T) {
	same := map[string]bool{ // whose example is what every file of these tests has, or changes nothing alone
		"PriorityFlags FAIR_TREE": true, "PreemptMode OFF": true, "SelectTypeParameters CR_Core_Memory": true,
		"SelectTypeParameters CR_CPU_Memory": true, "SelectTypeParameters CR_Memory": true, "PartitionName QOS": true,
		"slurm.conf SchedulerTimeSlice": true,
	}
	for _, k := range known {
		with, plain := sample(k)
		d, err := Read(with)
		if err != nil {
			t.Errorf("%s %s: %v", k.place, k.name, err)
			continue
		}
		empty := read(t, plain)
		added := d.Ignored[min(len(empty.Ignored), len(d.Ignored)):]
		named := len(d.Unused()) > len(empty.Unused())
		d.Ignored, d.Assumed, empty.Ignored, empty.Assumed = nil, nil, nil, nil
		changes := js(t, d) != js(t, empty)
		ok := false
		switch k.state {
		case simulated:
			ok = len(added) == 0 && !named && (changes || same[k.place+" "+k.name] || cluster.Inert(strings.ToLower(k.name)) != "" ||
				strings.Contains(k.text, "bf_continue") || k.text == "name")
		case unused:
			ok = len(added) == 0 && named
		case ignored:
			ok = len(added) == 1 && added[0].Why == k.text
		case without:
			ok = len(added) == 0 && !changes
		}
		if !ok {
			t.Errorf("%s %s=%s is %s; changes %t, named %t, ignored %v", k.place, k.name, k.example, k.state, changes, named, added)
		}
	}
}

// No line that is ignored is without a reason, not even one that nobody knows.
func TestWhatIsIgnoredHasAReason(t *testing.T) {
	for _, folder := range []string{"university", "small"} {
		for _, i := range read(t, dir(t, "testdata/"+folder)).Ignored {
			if i.Why == "" {
				t.Errorf("%s:%d: %s", i.File, i.Line, i.Text)
			}
		}
	}
}

var (
	unit     = regexp.MustCompile(`^CR_(CPU|Core|Socket|Memory)(_Memory)?$`)
	size     = regexp.MustCompile(`^(CPUs|Procs|Sockets|SocketsPerBoard|CoresPerSocket|ThreadsPerCore)$`)
	testName = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	release  = regexp.MustCompile(`^\d\d\.\d\d$`)
)

// The table in docs is the one of the code, whose tests and scenarios are there.
func TestTheTableInDocs(t *testing.T) {
	tests := map[string]bool{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(filepath.Join("../..", name))
		for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
			tests[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range known {
		if scenario, ok := strings.CutPrefix(k.by, "truth/"); ok {
			if !strings.Contains(scenarioText(t, scenario), strings.ToLower(k.name)) {
				t.Errorf("%s is not in the scenario %s", k.name, scenario)
			}
		} else if k.by != "" && !tests[k.by] {
			t.Errorf("%s: no test %s", k.name, k.by)
		}
		if k.since != "" && !release.MatchString(k.since) {
			t.Errorf("%s: since %s", k.name, k.since)
		}
	}
	text := page()
	if want := golden.Read(t, "../../../docs/slurm.md", text); want != text {
		t.Error("docs/slurm.md is of another table: run go test ./core/slurm/conf -run Docs -update")
	}
}

// scenarioText returns what sets the parameters of a scenario, in lower case.
func scenarioText(t *testing.T, scenario string) (all string) {
	for _, name := range []string{"slurm.conf", "accounts.sh", "scenario.sh"} {
		text, err := os.ReadFile(filepath.Join(truth, scenario, name))
		if err != nil && name == "scenario.sh" {
			t.Error(err)
		}
		all += strings.ToLower(string(text))
	}
	return all
}

// page is docs/slurm.md.
func page() string {
	var b strings.Builder
	b.WriteString(pageHead)
	states := map[knownState]string{simulated: "yes", unused: "read, not simulated", ignored: "no", without: "no need"}
	place := ""
	for _, k := range known {
		if k.place != place {
			place = k.place
			fmt.Fprintf(&b, "\n## %s\n\n", place)
			b.WriteString("| name | simulated | since | how, or what it would change | shown by |\n| --- | --- | --- | --- | --- |\n")
		}
		name := k.name
		if k.example != "" {
			name += "=" + k.example
		}
		by := strings.TrimPrefix(k.by, "truth/")
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", name, states[k.state], k.since, k.text, by)
	}
	b.WriteString("\n## Options of sbatch, salloc and srun\n\n" +
		"Of those that are not simulated, `twin`, `whatif` and `predict` count the jobs that have them.\n\n")
	for _, c := range []struct {
		what string
		is   func(sbatch.Option) bool
	}{
		{"Simulated", func(o sbatch.Option) bool { return o.Read }},
		{"Not simulated", func(o sbatch.Option) bool { return o.Beyond }},
		{"No need", func(o sbatch.Option) bool { return !o.Read && !o.Beyond }},
	} {
		var names []string
		for _, o := range sbatch.Options() {
			if c.is(o) {
				names = append(names, "`"+o.Name+"`")
			}
		}
		slices.Sort(names)
		b.WriteString("- " + c.what + ":")
		width := len(c.what) + 3
		for i, name := range names {
			end := ","
			if i == len(names)-1 {
				end = "."
			}
			if width += len(name) + 2; width > 105 {
				b.WriteString("\n ")
				width = len(name) + 3
			}
			b.WriteString(" " + name + end)
		}
		b.WriteString("\n")
	}
	return b.String()
}

const pageHead = `# Slurm, parameter by parameter

What becomes of each parameter of Slurm that backfill knows:

- yes: it is simulated, by the field of the description that is named.
- read, not simulated: the description has it, every answer names it as a doubt, and a what-if that changes it
  is refused.
- no: ` + "`backfill cluster init`" + ` lists it as ignored, with the reason that stands here.
- no need: it bears on no start.

"Since" is the release of Slurm that has it, if Slurm 22.05 has not. "Shown by" is a test, or a scenario of a
real Slurm below core/slurm/accounting/testdata/truth. The table is core/slurm/conf/known.tsv; a test reads
each line's example and compares what becomes of it with what the line says. What Slurm changed from release
to release is in [slurm-releases](slurm-releases.md).
`
