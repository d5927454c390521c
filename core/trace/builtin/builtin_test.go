package builtin

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/campus"
)

// digests are the workloads' SHA-256: a change of one is a change of every
// number in the documentation.
var digests = map[string]string{
	"default": "383187c4bd1765fd71964a657d453d28e5a470edf3d6a254a170e880e4ae5c24",
	"campus":  "3f1c76177e140084d3b3c035cfc7443d0cbf0cb11dd056e2f4594f965a8c08d6",

	"eagle":         "bd5a757db0b2c12ce44ed10a347358ae78ffb4e1e4710343fe9b453f2538bed8",
	"holes":         "26cfa298b6f1f8a397fd9ea69f1d8cc5fe7dfa14d4526617aaf64bb970f4e243",
	"overestimates": "fe4199221f3ea4bd22df2f693ce58889a19261c5baf64268d719f479561d5105",
	"starving":      "5d23158b1982b104c17a29a9fbbea4731a96a9c7a4e9e2aa2b148c3c36c628b6",
}

func TestBuiltinsNeverChange(t *testing.T) {
	for _, name := range Names() {
		w, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.SHA256(); got != digests[name] || w.Name != name {
			t.Errorf("%s (%s): SHA-256 %s, want %s", name, w.Name, got, digests[name])
		}
	}
	if len(digests) != len(All) {
		t.Errorf("%d digests for %d workloads", len(digests), len(All))
	}
}

func TestDefaultIsWhatItSays(t *testing.T) {
	w, err := Load("")
	if err != nil {
		t.Fatal(err)
	}
	i := w.Info()
	if i.Name != Default || i.Jobs != 5000 || i.Procs != 256 || i.Users != 64 || math.Abs(i.Load-0.85) > 0.001 {
		t.Errorf("%s: %d jobs, %d processors, %d users, load %v", i.Name, i.Jobs, i.Procs, i.Users, i.Load)
	}
	values := map[int64]int{}
	for _, j := range w.Jobs.Held() {
		if j.Estimate < j.Run {
			t.Fatalf("job %d: estimate %d below its run time %d", j.ID, j.Estimate, j.Run)
		}
		values[j.Estimate]++
	}
	if len(values) > 40 {
		t.Errorf("%d different estimates: users ask for few values", len(values))
	}
}

// The log has its accounting, and the machine is the example cluster's.
func TestTheLogOfTheExample(t *testing.T) {
	w, err := Load(campus.Name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cluster.New(campus.Description())
	if err != nil {
		t.Fatal(err)
	}
	if w.Len() != 318 || w.Accounting == nil || int64(w.Procs) != s.Cores || w.Recorded() != nil || w.LeftOut() > 0 {
		t.Errorf("%d jobs on %d processors, %d left out, the cluster has %d; replay: %v",
			w.Len(), w.Procs, w.LeftOut(), s.Cores, w.Recorded())
	}
}

// The log is recorded: replayed, its jobs wait as they did, and none is left out.
func TestTheRecordedLog(t *testing.T) {
	w, err := Load("eagle")
	if err != nil {
		t.Fatal(err)
	}
	i := w.Info()
	if i.Jobs != 1000 || i.Recorded != 1000 || i.LeftOut != 0 || w.Recorded() != nil || i.UnixStart != 1546332955 ||
		len(i.Doubts) != 1 || i.Doubts[0].Key != "machine-size" {
		t.Errorf("%d jobs, %d waits, %d left out, from %d, %q", i.Jobs, i.Recorded, i.LeftOut, i.UnixStart, i.Doubts)
	}
}

func TestUnknownNamesAreAnswered(t *testing.T) {
	_, err := Load("kth")
	if err == nil || !strings.Contains(err.Error(), "default") {
		t.Errorf("Load(kth): %v; it should name what there is", err)
	}
	if !slices.Equal(Names(), []string{"default", "campus", "eagle", "holes", "overestimates", "starving"}) {
		t.Errorf("Names() = %v", Names())
	}
}
