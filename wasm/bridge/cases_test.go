package bridge

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/wasm/service"
)

// A testCase is an entry of testdata/cases.json, which the browser's tests run
// too: requests to one Service and what has to come back.
type testCase struct {
	Name  string
	Steps []struct {
		Request map[string]any    // version and id are added
		Raw     *string           // in place of Request: as it is
		Send    []json.RawMessage // blobs: a text or {"base64": ...}
		Answer  map[string]any    // what the answer has to contain
		Blobs   int               // how many come with the answer
		Error   *string           // what the error has to contain
	}
}

func TestCases(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			s := New(Options{Program: "test"})
			for i, step := range c.Steps {
				in := service.Message{JSON: []byte("null")}
				if step.Raw != nil {
					in.JSON = []byte(*step.Raw)
				} else {
					step.Request["version"], step.Request["id"] = service.Version, i+1
					in.JSON, _ = json.Marshal(step.Request)
				}
				for _, b := range step.Send {
					in.Blobs = append(in.Blobs, blob(t, b))
				}
				got := ask(t, s, in)
				switch {
				case step.Error != nil:
					if got.Error == "" || !strings.Contains(got.Error, *step.Error) {
						t.Errorf("step %d, %s: error %q, want one with %q", i, in.JSON, got.Error, *step.Error)
					}
					if strings.ContainsAny(got.Error, "\n\r\t") || len(got.Error) > service.MaxError+3 {
						t.Errorf("step %d: the error is not one short line: %q", i, got.Error)
					}
				case got.Error != "":
					t.Errorf("step %d, %s: error %q", i, in.JSON, got.Error)
				default:
					if err := contains(got.Answer, step.Answer); err != nil {
						t.Errorf("step %d, %s: answer%v", i, in.JSON, err)
					}
					if len(got.blobs) != step.Blobs {
						t.Errorf("step %d, %s: %d blobs, want %d", i, in.JSON, len(got.blobs), step.Blobs)
					}
				}
			}
		})
	}
}

func blob(t *testing.T, raw json.RawMessage) []byte {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []byte(text)
	}
	var b struct{ Base64 string }
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Fatal(err)
	}
	data, err := base64.StdEncoding.DecodeString(b.Base64)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// reply is what a request came to.
type reply struct {
	ID        int64
	Answer    any
	Error     string
	Cancelled bool
	blobs     [][]byte
	progress  []report
}

// ask sends a request and holds what comes back against the protocol: progress
// first, then one answer or error, all with the request's id.
func ask(t testing.TB, s *service.Service, in service.Message) reply {
	t.Helper()
	var e service.Envelope
	_ = json.Unmarshal(in.JSON, &e)
	var out reply
	over := false
	s.Handle(in, service.Whole(func(m service.Message) {
		if over {
			t.Errorf("%.200s: something was sent after the end: %.200s", in.JSON, m.JSON)
		}
		var got struct {
			ID        int64
			Progress  *report
			Answer    any
			Error     *string
			Cancelled bool
		}
		if err := json.Unmarshal(m.JSON, &got); err != nil {
			t.Fatalf("%.200s: not JSON: %.200s: %v", in.JSON, m.JSON, err)
		}
		if got.ID != e.ID {
			t.Errorf("%.200s: sent back with id %d", in.JSON, got.ID)
		}
		switch {
		case got.Progress != nil:
			out.progress = append(out.progress, *got.Progress)
		case got.Error != nil:
			over, out.Error, out.Cancelled = true, *got.Error, got.Cancelled
		default:
			over, out.Answer, out.blobs = true, got.Answer, m.Blobs
		}
	}))
	if !over {
		t.Errorf("%.200s: no answer", in.JSON)
	}
	return out
}

// contains tells whether got has all that want has. Arrays have at least the
// elements of want, in their places.
func contains(got, want any) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf(": %v is no object", got)
		}
		for k, v := range w {
			if _, ok := g[k]; !ok {
				return fmt.Errorf(": there is no %q", k)
			}
			if err := contains(g[k], v); err != nil {
				return fmt.Errorf(".%s%w", k, err)
			}
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) < len(w) || len(w) == 0 && len(g) > 0 {
			return fmt.Errorf(": %v, want %v", got, want)
		}
		for i := range w {
			if err := contains(g[i], w[i]); err != nil {
				return fmt.Errorf("[%d]%w", i, err)
			}
		}
	default:
		if got != want {
			return fmt.Errorf(": %v, want %v", got, want)
		}
	}
	return nil
}
