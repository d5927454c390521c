package conf

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// A badLine is a line that is refused.
type badLine struct {
	file, lines string
	line        int // within lines; 0 is any
	want        error
}

const s, g, topo, m, res = "slurm.conf", "gres.conf", "topology.conf", "accounts", "scontrol"

var badLines = []badLine{
	{s, "hello", 1, ErrPair},
	{s, "Key=a b", 1, ErrPair},
	{s, `Key="a`, 1, ErrQuote},
	{s, "NodeName={{ n }} CPUs=8", 1, ErrTemplate},
	{s, "{% for n in nodes %}", 1, ErrTemplate},
	{s, "\nKillWait=soon", 2, amount.ErrWhole},
	{s, "JobRequeue=maybe", 1, ErrYesNo},
	{s, "Licenses=matlab:many", 1, amount.ErrWhole},
	{s, "JobDefaults=DefCpuPerGPU", 1, ErrDefaults},
	{s, "JobDefaults=DefMemPerCPU=5", 1, ErrDefaults},
	{s, "NodeName=x CPUs=4 CoreSpecCount=4", 1, ErrSpec},
	{s, "NodeName=x CPUs=4 CPUSpecList=0-3", 1, ErrSpec},
	{s, "NodeName=x CPUs=4 CPUSpecList=0-", 1, hostlist.ErrRange},
	{s, "SchedulerParameters=bf_window=x", 1, amount.ErrWhole},
	{s, "SchedulerParameters=bf_window", 1, amount.ErrWhole},
	{s, "SchedulerParameters=defer,\\\nbf_window=-5", 1, amount.ErrWhole},
	{s, "PriorityMaxAge=long", 1, amount.ErrTime},
	{s, "PriorityWeightTRES=CPU", 1, amount.ErrTRES},
	{s, "OverTimeLimit=1-0", 1, ErrSize32},
	{s, "NodeName=n[1-2", 1, hostlist.ErrBracket},
	{s, "NodeName=n1", 1, ErrTwice},
	{s, "NodeName=x[1-999999]", 1, hostlist.ErrMany},
	{s, "NodeName=x CPUs=0", 1, ErrCount},
	{s, "NodeName=x CPUs=9999999", 1, ErrCount},
	{s, "NodeName=x Sockets=1000000 CoresPerSocket=1000000 ThreadsPerCore=1000000", 1, ErrCount},
	{s, "NodeName=x Boards=1000000 SocketsPerBoard=1000000", 1, ErrCount},
	{s, "NodeName=x RealMemory=5G", 1, amount.ErrWhole},
	{s, "NodeName=x Gres=gpu:a:b:2", 1, ErrGres},
	{s, "NodeName=x State=ASLEEP", 1, ErrState},
	{s, "DownNodes=zz", 1, ErrNode},
	{s, "PartitionName=q Nodes=zz", 1, ErrNode},
	{s, "PartitionName=q Nodes=n[", 1, hostlist.ErrBracket},
	{s, "PartitionName=p", 1, ErrPartTwo},
	{s, "PartitionName=q MaxTime=1:2:3:4", 1, amount.ErrTime},
	{s, "PartitionName=q MaxNodes=many", 1, ErrSize32},
	{s, "PartitionName=q State=OPEN", 1, ErrState},
	{s, "PartitionName=q Exclusive=YES", 1, ErrExclusive},
	{s, "PartitionName=q Default=PERHAPS", 1, ErrYesNo},
	{s, "PartitionName=q TRESBillingWeights=cpu=x", 1, amount.ErrNumber},
	{s, "NodeSet=f Nodes=zz", 1, ErrNode},
	{s, "a\x00b", 1, ErrBinary},
	{s, "x=" + strings.Repeat("y", maxLine), 1, ErrLong},
	{s, strings.Repeat(strings.Repeat("y", maxLine/2)+"\\\n", 3), 3, ErrLong},
	{s, strings.Repeat("a=b ", maxFew+1), 1, ErrFew},
	{s, strings.Repeat("\n", maxLines+1), 0, ErrLines},
	{g, "Name=gpu Count=x", 1, ErrCount},
	{g, "Name=gpu NodeName=n[", 1, hostlist.ErrBracket},
	{g, "Name=gpu File=/dev/x[0-99999]", 1, hostlist.ErrMany},
	{topo, "SwitchName=a Nodes=n]", 1, hostlist.ErrBracket},
	{topo, "SwitchName=a Switches=s[2-1]", 1, hostlist.ErrRange},
	{topo, "---\nswitch: s", 2, ErrYAML},
	{topo, "- topology: t\n  tree: {switches: []}", 2, ErrYAML},
	{topo, "- topology: t\n  tree:\n  switches:\n  - switch: s\n    nodes: n[", 5, hostlist.ErrBracket},
	{m, "hello world", 1, ErrForm},
	{m, "a|b", 1, ErrForm},
	{m, "add account", 1, ErrNoName},
	{m, "add user x", 1, ErrNoName},
	{m, "add user x account=none", 1, ErrAccount},
	{m, "add account x parent=none", 1, ErrAccount},
	{m, "add account x 'y", 1, ErrQuote},
	{m, "add account x Fairshare=many", 1, amount.ErrWhole},
	{m, "add account x GrpTRES=10", 1, amount.ErrTRES},
	{m, "add account x MaxWall=x", 1, amount.ErrTime},
	{m, "add qos x UsageFactor=-1", 1, amount.ErrNumber},
	{m, "add account x\nmodify account x set parent=x", 1, ErrCycle},
	{m, "Parent - 'none'", 1, ErrAccount},
	{m, "Account - 'x", 1, ErrQuote},
	{m, "Name|Priority\na|b|c", 2, ErrColumns},
	{m, "Name|Priority\na|b", 2, amount.ErrWhole},
	{m, "Name|Priority\n|5", 2, ErrNoName},
	{m, "Account|User|ParentName\na||b", 2, ErrParent},
	{m, "add user x account=" + strings.Repeat("a,", maxAllRow+1), 1, ErrMany},
	{m, "add account x qos=" + many(maxFew+1), 1, ErrFew},
	{m, "add qos " + many(maxFew+1), 1, ErrFew},
	{m, deep(maxDepth + 1), 0, ErrDepth},
	{res, "hello", 0, nil},
	{res, "Users=x", 1, ErrScontrol},
	{res, "ReservationName=r Nodes=n1", 1, ErrNoTimes},
	{res, "ReservationName=r StartTime=soon EndTime=2026-01-01T00:00:00", 1, ErrDate},
	{res, "ReservationName=r StartTime=5 EndTime=7\n Nodes=n[", 2, hostlist.ErrBracket},
	{res, "NodeName=n1 CPUTot=5", 1, ErrScontrol},
}

// TestErrors: a bad line of any file is one error on one line, with the place.
func TestErrors(t *testing.T) {
	for _, c := range badLines {
		files := Files{SlurmConf: input(s, least)}
		before := 0
		switch f := input(c.file, c.lines); c.file {
		case s:
			files.SlurmConf = input(s, least+c.lines)
			before = strings.Count(least, "\n")
		case g:
			files.Gres = f
		case topo:
			files.Topology = f
		case m:
			files.Sacctmgr = f
		case res:
			files.Reservations = f
		}
		d, err := Read(files)
		if c.want == nil {
			if err != nil {
				t.Errorf("%.60s: %v", c.lines, err)
			}
			continue
		}
		checkError(t, err)
		var at *ParseError
		if !errors.Is(err, c.want) || !errors.As(err, &at) || d != nil || at.File != c.file || c.line > 0 && at.Line != c.line+before {
			t.Errorf("%s: %.60q: %v; want %v in line %d", c.file, c.lines, err, c.want, c.line+before)
		}
	}
}

// many returns n names.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "q%d,", i)
	}
	return b.String()
}

// deep returns n accounts below each other.
func deep(n int) string {
	var b strings.Builder
	parent := "root"
	for i := range n {
		fmt.Fprintf(&b, "add account a%d parent=%s\n", i, parent)
		parent = fmt.Sprintf("a%d", i)
	}
	return b.String()
}

// checkError: an error is short and on one line.
func checkError(t *testing.T, err error) {
	t.Helper()
	if err != nil && (strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 600) {
		t.Fatalf("error %q", err)
	}
}

func TestFilesThatAreNot(t *testing.T) {
	if _, err := Read(Files{}); err != ErrNoConf {
		t.Error(err)
	}
	for conf, want := range map[string]error{"": ErrNoNodes, "# x": ErrNoNodes, "NodeName=n": ErrNoParts, "PartitionName=p": ErrNoNodes} {
		if _, err := Read(Files{SlurmConf: input("s", conf)}); !errors.Is(err, want) {
			t.Errorf("%q: %v", conf, err)
		}
	}
	broken := errors.New("disk\nis broken")
	_, err := Read(Files{SlurmConf: &File{"s", io.MultiReader(strings.NewReader(least), iotest.ErrReader(broken))}})
	checkError(t, err)
	if err == nil || !strings.Contains(err.Error(), "disk is broken") {
		t.Error(err)
	}
}

// Hostile files are refused, or cost little.
func TestHostileFiles(t *testing.T) {
	var b strings.Builder
	b.WriteString(least)
	for i := range 100 {
		fmt.Fprintf(&b, "NodeName=big%d-[1-2000]\n", i)
	}
	for i := range 3000 {
		fmt.Fprintf(&b, "PartitionName=all%d Nodes=big[0-99]-[1-2000]\n", i)
	}
	_, err := Read(Files{SlurmConf: input("s", b.String())})
	if !errors.Is(err, hostlist.ErrMany) {
		t.Errorf("3,000 partitions of 200,000 nodes each: %v", err)
	}
	b.Reset()
	b.WriteString("add account a\n")
	for i := range 20000 {
		fmt.Fprintf(&b, "add user u%d account=a\n", i)
	}
	b.WriteString(strings.Repeat("modify user set MaxJobs=1\n", 20000))
	if _, err := Read(Files{SlurmConf: input("s", least), Sacctmgr: input("m", b.String())}); !errors.Is(err, ErrWork) {
		t.Errorf("20,000 changes of 20,000 users: %v", err)
	}
	d := read(t, Files{SlurmConf: input("s", least+strings.Repeat("Odd=1\n", 100000))})
	if len(d.Ignored) != maxNotes {
		t.Errorf("%d ignored lines", len(d.Ignored))
	}
}
