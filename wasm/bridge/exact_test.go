package bridge

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/wasm/service"
)

// anInstance is a full machine with n jobs that wait for it.
func anInstance(seed uint64, n int) (*exact.Instance, []byte) {
	r := rand.New(rand.NewPCG(seed, 1))
	in := &exact.Instance{
		Name:  "busy",
		Procs: 64,
		Now:   50_000,
		Free:  []exact.Step{{At: 50_000, Procs: 3}, {At: 52_000, Procs: 30}, {At: 58_000, Procs: 64}},
	}
	for i := range n {
		in.Jobs = append(
			in.Jobs, exact.Job{ID: int64(i + 1), Procs: 1 << r.IntN(7), Estimate: 60 * (1 + r.Int64N(300)), Submit: r.Int64N(50_000)})
	}
	var text strings.Builder
	if err := in.Write(&text); err != nil {
		panic(err)
	}
	return in, []byte(text.String())
}

// ended is what a request for a solution came to.
type ended struct {
	Answer    solving
	Error     string
	Cancelled bool
	progress  []solving
	blobs     [][]byte
}

func solveBy(t *testing.T, s *service.Service, in []byte, seconds float64) (out ended) {
	t.Helper()
	s.Handle(request(t, map[string]any{"op": "solve", "seconds": seconds}, in), func(m service.Message) {
		var p struct{ Progress *solving }
		if err := json.Unmarshal(m.JSON, &p); err != nil {
			t.Fatal(err)
		}
		if p.Progress != nil {
			out.progress = append(out.progress, *p.Progress)
			return
		}
		if err := json.Unmarshal(m.JSON, &out); err != nil {
			t.Fatal(err)
		}
		out.blobs = m.Blobs
	})
	return out
}

func TestSolveGivesWhatExactGives(t *testing.T) {
	in, text := anInstance(1, 9)
	got := solveBy(t, New(Options{}), text, 60)
	want, err := exact.Solve(t.Context(), in, exact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Error != "" || !got.Answer.Optimal || got.Answer.Cost != want.Cost || got.Answer.Bound != want.Bound ||
		got.Answer.ARTwW != in.ARTwW(want.Cost) {
		t.Errorf("%+v, not %+v", got, want)
	}
	var r exact.Result
	if err := json.Unmarshal(got.blobs[0], &r); err != nil {
		t.Fatal(err)
	}
	if r.Cost != want.Cost || in.Cost(r.Starts) != want.Cost || fmt.Sprint(r.Starts) != fmt.Sprint(got.Answer.Starts) {
		t.Errorf("the blob has %+v, the answer %+v", r, got.Answer)
	}
}

// What is told on the way only gets better, and what is there when it is cancelled is
// the answer.
func TestSolveIsWatchedAndCancelled(t *testing.T) {
	in, text := anInstance(2, 60)
	_, policy, _ := in.Best()
	var s *service.Service
	yields := 0
	s = New(Options{Yield: func() {
		if yields++; yields == 12 {
			s.Handle(request(t, map[string]any{"op": "cancel", "id": 2, "target": 1}), func(service.Message) {})
		}
	}})
	got := solveBy(t, s, text, 60)
	if yields != 12 || got.Error != "" || got.Answer.Stopped != exact.Cancelled || got.Answer.Optimal {
		t.Fatalf("%d yields, then %+v", yields, got)
	}
	if len(got.progress) < 5 || got.progress[0].Starts == nil {
		t.Fatalf("it was told of %d times: %+v", len(got.progress), got.progress)
	}
	last := solving{Cost: policy}
	sent := int64(-1)
	for i, p := range append(got.progress, got.Answer) {
		if p.Cost > last.Cost || p.Bound < last.Bound || p.Nodes < last.Nodes || p.Bound > p.Cost {
			t.Errorf("%+v after %+v", p, last)
		}
		if p.Starts != nil {
			sent = in.Cost(p.Starts)
		}
		if sent != p.Cost {
			t.Errorf("progress %d: the starts sent last cost %d, it says %d", i, sent, p.Cost)
		}
		last = p
	}
}

// The problem that instance answers with is one that it reads again.
func TestInstancesComeBackAsTheyAre(t *testing.T) {
	in, text := anInstance(3, 20)
	s := New(Options{})
	got := ask(t, s, request(t, map[string]any{"op": "instance"}, text))
	if got.Error != "" || string(got.blobs[0]) != string(text) {
		t.Fatalf("%s comes back as %s, %s", text, got.blobs, got.Error)
	}
	for i, p := range got.Answer.(map[string]any)["policies"].([]any) {
		want := in.Cost(in.List(exact.Policies[i].Order(in)))
		if cost := p.(map[string]any)["cost"]; cost != float64(want) {
			t.Errorf("%s costs %v, not %d", exact.Policies[i].Name, cost, want)
		}
	}
	if got := ask(t, s, request(t, map[string]any{"op": "instance"}, make([]byte, maxInstance+1))); !strings.Contains(
		got.Error, "more than an instance can be") {
		t.Errorf("a file that is too long: %q", got.Error)
	}
}
