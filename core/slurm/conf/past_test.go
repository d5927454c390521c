package conf

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// past reads tables of sacctmgr for a cluster of nodes n1 to n4.
func past(text string) (*cluster.Description, error) {
	return Read(Files{
		SlurmConf:    &File{Name: "slurm.conf", Data: strings.NewReader("NodeName=n[1-4] CPUs=4\nPartitionName=p Nodes=ALL\n")},
		Reservations: &File{Name: "past", Data: strings.NewReader(text)},
	})
}

// What Slurm 22.05 printed, in seconds of 1970 (SLURM_TIME_FORMAT=%s), and as dates.
func TestTablesOfThePast(t *testing.T) {
	d, err := past("NodeName|TimeStart|TimeEnd|State|Reason\n" +
		"|1795475256|Unknown||Cluster Registered TRES\n" +
		"n3|1795475290|1795475292|DRAIN|disk\n" +
		"n4|2026-11-23T23:08:27|Unknown|DOWN*|Not responding\n" +
		"n1|1795475290|1795475291|IDLE|\n" +
		"x9|1795475290|1795475291|DOWN|\n" +
		"Name|TimeStart|TimeEnd|NodeName|Flags|Assocs\n" +
		"course|1795475302|1795475362|n[1-2]|SPEC_NODES|4,5\n" +
		"repair|1795475407|1795475447|n[3-9]|MAINT,IGNORE_JOBS,SPEC_NODES|2|\n" +
		"gone|1795475407|1795475447|x[1-2]||2\n")
	if err != nil {
		t.Fatal(err)
	}
	if want := []cluster.Outage{{Nodes: "n3", BeginS: 1795475290, EndS: 1795475292, UnixTime: true, Drain: true},
		{Nodes: "n4", BeginS: 1795475307, UnixTime: true}}; !reflect.DeepEqual(d.Outages, want) {
		t.Errorf("outages %+v, want %+v", d.Outages, want)
	}
	if want := []cluster.Reservation{{Name: "course", Nodes: "n[1-2]", BeginS: 1795475302, EndS: 1795475362, UnixTime: true},
		{Name: "repair", Nodes: "n[3-4]", BeginS: 1795475407, EndS: 1795475447, UnixTime: true, Flags: []string{"maint", "ignore_jobs"}},
	}; !reflect.DeepEqual(d.Reservations, want) {
		t.Errorf("reservations %+v, want %+v", d.Reservations, want)
	}
	found := false
	for _, i := range d.Ignored {
		found = found || strings.Contains(i.Text, "x9")
	}
	if !found {
		t.Error("a node that slurm.conf does not have is not listed as ignored")
	}
}

func TestTablesOfThePastThatAreWrong(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		want error
	}{
		{"n3|1795475290|1795475292|DRAIN", 1, ErrPast},
		{"NodeName|Start|End|State\nn3|soon|1795475292|DRAIN", 2, ErrDate},
		{"NodeName|Start|End|State\nn3|1795475292|later|DRAIN", 2, ErrDate},
		{"NodeName|Start|End|State\nn3|1795475292", 2, ErrColumns},
		{"Start|End|Reason\n1|2|disk", 2, ErrPast},
	} {
		_, err := past(c.text)
		var p *ParseError
		if !errors.As(err, &p) || !errors.Is(err, c.want) || p.Line != c.line {
			t.Errorf("%q: %v, want line %d: %v", c.text, err, c.line, c.want)
		}
	}
}

func TestHowLongCredentialsLast(t *testing.T) {
	d, err := Read(Files{SlurmConf: &File{Name: "slurm.conf",
		Data: strings.NewReader("AuthInfo=cred_expire=5,ttl=60\nNodeName=n CPUs=4\nPartitionName=p Nodes=ALL\n")}})
	if err != nil || d.Scheduling.RequeueDelayS == nil || *d.Scheduling.RequeueDelayS != 6 {
		t.Errorf("%v, %v", err, d)
	}
}
