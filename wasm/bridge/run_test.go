package bridge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

func request(t testing.TB, fields map[string]any, blobs ...[]byte) service.Message {
	t.Helper()
	if _, ok := fields["version"]; !ok {
		fields["version"] = service.Version
	}
	if _, ok := fields["id"]; !ok {
		fields["id"] = 1
	}
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return service.Message{JSON: text, Blobs: blobs}
}

// The bridge adds nothing to a result and takes nothing away: its tables are
// those of experiment.Execute.
func TestRunGivesWhatExecuteGives(t *testing.T) {
	spec := experiment.Spec{Policies: []string{"easy", "sjf-cons"}, Shrink: 0.9}
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	jobs, runs := result.NewDigest(result.Jobs), result.NewDigest(result.Runs)
	opt := experiment.Options{Tables: result.Set{result.Jobs: jobs, result.Runs: runs}}
	if _, err := experiment.Execute(context.Background(), spec, w, opt); err != nil {
		t.Fatal(err)
	}

	got := ask(t, New(Options{Program: "1.2"}), request(t, map[string]any{"op": "run", "spec": spec}))
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	for i, want := range []*result.Digest{jobs, runs} {
		table, meta, err := ipc.Read(got.blobs[i])
		if err != nil {
			t.Fatal(err)
		}
		d := result.NewDigest(table.Schema)
		if err := d.Write(table); err != nil {
			t.Fatal(err)
		}
		said := aboutTable(got, table.Schema.Name)["sha256"]
		if d.Sum() != want.Sum() || said != want.Sum() {
			t.Errorf("table %s: digest %s, the answer says %s, Execute gives %s", table.Schema.Name, d.Sum(), said, want.Sum())
		}
		if v := meta.Get(result.MetaVersion); v != "1.2" {
			t.Errorf("table %s: version %q", table.Schema.Name, v)
		}
		if s := meta.Get(result.MetaSpec); s != string(spec.JSON()) {
			t.Errorf("table %s: spec %s", table.Schema.Name, s)
		}
	}
}

func TestCSVHoldsEveryRow(t *testing.T) {
	s := New(Options{})
	run := ask(t, s, request(t, map[string]any{"op": "run", "spec": map[string]any{"policies": []string{"fcfs"}}}))
	got := ask(t, s, request(t, map[string]any{"op": "csv"}, run.blobs[0]))
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	lines := bytes.Split(bytes.TrimSuffix(got.blobs[0], []byte("\n")), []byte("\n"))
	if len(lines) != 5001 || !bytes.HasPrefix(lines[0], []byte("run,policy,job,")) ||
		!bytes.HasPrefix(lines[1], []byte("default/fcfs,fcfs,1,")) {
		t.Errorf("%d lines, the first two are %q and %q", len(lines), lines[0], lines[1])
	}
}

func TestProgressGoesForward(t *testing.T) {
	yields := 0
	s := New(Options{Yield: func() { yields++ }})
	policies := []string{"fcfs", "easy", "cons"}
	got := ask(t, s, request(t, map[string]any{"op": "run", "spec": map[string]any{"policies": policies}}))
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	if yields < len(got.progress) || len(got.progress) < len(policies) {
		t.Errorf("%d reports and %d yields for %d policies", len(got.progress), yields, len(policies))
	}
	last := report{Run: 0, Done: -1}
	for _, r := range got.progress {
		switch {
		case r.Runs != 3 || r.Total != 5000 || r.Policy != policies[r.Run] || r.Done < 0 || r.Done > r.Total:
			t.Errorf("report %+v", r)
		case r.Run < last.Run, r.Run == last.Run && r.Done < last.Done:
			t.Errorf("report %+v comes after %+v", r, last)
		}
		last = r
	}
	if last.Run != 2 || last.Done != 5000 {
		t.Errorf("the last report is %+v", last)
	}
}

// A cancel that arrives while a run yields, as in a browser's only thread, ends
// that run at once, and it sends no more but its error.
func TestCancelEndsARun(t *testing.T) {
	var s *service.Service
	yields := 0
	s = New(Options{Yield: func() {
		if yields++; yields != 2 {
			return
		}
		got := ask(t, s, request(t, map[string]any{"id": 8, "op": "cancel", "target": 7}))
		if got.Answer.(map[string]any)["found"] != true {
			t.Error("cancel did not find the run")
		}
	}})
	run := request(t, map[string]any{"id": 7, "op": "run", "spec": map[string]any{"policies": []string{"cons", "sjf-cons", "fcfs"}}})
	got := ask(t, s, run)
	if !got.Cancelled || got.Error != "cancelled" || got.blobs != nil {
		t.Errorf("the cancelled run came to %+v", got)
	}
	if n := len(got.progress); n > 2 {
		t.Errorf("%d reports, of which %d after the cancel", n, n-1)
	}
	if got := ask(t, s, run); got.Error != "" {
		t.Errorf("the next run: %s", got.Error)
	}
}

func TestAnIDInUseIsRefused(t *testing.T) {
	var s *service.Service
	asked := false
	s = New(Options{Yield: func() {
		if asked {
			return
		}
		asked = true
		got := ask(t, s, request(t, map[string]any{"id": 7, "op": "describe"}))
		if !strings.Contains(got.Error, "its own id") {
			t.Errorf("a second request with the id of one that goes on: %+v", got)
		}
	}})
	ask(t, s, request(t, map[string]any{"id": 7, "op": "run", "spec": map[string]any{"policies": []string{"easy"}}}))
	if !asked {
		t.Error("the run never yielded")
	}
}

func TestAPanicBecomesAnError(t *testing.T) {
	s := service.NewService(map[string]service.Op{"break": service.NewOp(0, func(*service.Call, *service.Envelope) (any, error) {
		var p []int
		return p[3], nil
	})})
	if got := ask(t, s, request(t, map[string]any{"op": "break"})); !strings.Contains(got.Error, "fault of this program") {
		t.Errorf("%+v", got)
	}
}

func TestSameRequestSameBytes(t *testing.T) {
	run := map[string]any{"op": "run", "spec": map[string]any{"policies": []string{"easy", "cons"}}}
	var sums [][32]byte
	for range 2 {
		got := ask(t, New(Options{Program: "x"}), request(t, run))
		sums = append(sums, sha256.Sum256(append(got.blobs[0], got.blobs[1]...)))
	}
	if sums[0] != sums[1] {
		t.Error("two runs of one Spec gave different files")
	}
}

// Whatever is sent, one answer or error comes back and nothing panics.
// A yield costs a worker a message: work yields no more often than it must.
func TestWorkYieldsAtItsPace(t *testing.T) {
	spec := experiment.Spec{Policies: []string{"easy"}}
	for _, r := range []map[string]any{
		{"op": "run", "spec": spec},
		{"op": "moment", "spec": spec, "policy": "easy", "at": 100_000, "most": 3},
		{"op": "instance", "spec": spec, "policy": "easy", "at": 0},
	} {
		yields, begun := 0, time.Now()
		ask(t, New(Options{Yield: func() { yields++ }}), request(t, r))
		const beside = 4 // a run yields after it has read the workload, too, and when each policy is done
		if most := int(time.Since(begun)/yieldEvery) + beside; yields > most {
			t.Errorf("%s yields %d times, at most %d are in time", r["op"], yields, most)
		}
	}
}

func FuzzHandle(f *testing.F) {
	for _, op := range []string{"describe", "load", "forget", "run", "why", "moment", "csv", "cancel", "?"} {
		f.Add(op, `"name": "a.swf"`, []byte("1 0 0 1 1\n2 1 -1 3 2 -1 -1 2 9\n"))
		f.Add(op, `"spec": {"workload": {"file": "a.swf"}, "policies": ["easy"]}`, []byte(nil))
		f.Add(
			op, `"spec": {"workload": {"file": "a.swf"}, "policies": ["grid-moldable:power=0.1"], "grid": {"sites": [{"name": "a", "procs": 3}]}}`,
			[]byte(nil))
	}
	s := New(Options{})
	ask(f, s, request(f, map[string]any{"op": "load", "name": "a.swf"}, []byte("; MaxProcs: 3\n1 0 0 1 1\n2 1 -1 3 2 -1 -1 2 9\n")))
	f.Fuzz(func(t *testing.T, op, fields string, blob []byte) {
		if strings.Contains(fields, "model") || strings.Contains(fields, "builtin") {
			t.Skip("these may ask for much work, rightly")
		}
		name, err := json.Marshal(op)
		if err != nil {
			t.Skip()
		}
		in := service.Message{JSON: fmt.Appendf(nil, `{"version": %d, "id": 3, "op": %s, %s}`, service.Version, name, fields)}
		if len(blob) > 0 {
			in.Blobs = [][]byte{blob}
		}
		ask(t, s, in)
	})
}
