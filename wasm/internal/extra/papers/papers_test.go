package papers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/wasm/service"
)

// request is one for an experiment.
func request(id, reading string) []byte {
	return fmt.Appendf(nil, `{"version": %d, "id": 1, "op": "experiment", "experiment": %q, "reading": %q}`, service.Version, id, reading)
}

// A reply is what a request came to.
type reply struct {
	Answer    *Evaluation
	Error     string
	Cancelled bool
	Progress  *Evaluating
}

// ask returns what is sent to a request.
func ask(t *testing.T, s *service.Service, text []byte) (end reply, progress []Evaluating) {
	t.Helper()
	s.Handle(service.Message{JSON: text}, func(m service.Message) {
		var r reply
		if err := json.Unmarshal(m.JSON, &r); err != nil {
			t.Fatalf("%s: %v", m.JSON, err)
		}
		if r.Progress != nil {
			progress = append(progress, *r.Progress)
			return
		}
		end = r
	})
	return end, progress
}

// catalogue is that of the record in this repository.
func catalogue(t *testing.T) []Paper {
	t.Helper()
	tables, err := arrowio.ReadTables("../../../../notebooks/record", record.Schemas...)
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := record.Read(papers.All(), tables)
	if err != nil {
		t.Fatal(err)
	}
	return Catalogue(recorded.Evaluations)
}

// Every experiment that the command has runs in the page and gives the numbers of the command. Each run is played once, for the page:
// the command finds it in the cache, unless it asks for another.
func TestEveryExperimentGivesTheNumbersOfTheCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: left out by -short")
	}
	cache := paper.Memory()
	page := map[string]reply{}
	for _, id := range papers.All().IDs() {
		if !strings.Contains(id, "/") {
			continue // a paper
		}
		got, progress := ask(t, newService(nil, cache), request(id, ""))
		if n := len(progress); n > 0 && (progress[n-1].Done != progress[n-1].Total || progress[n-1].Share != 1) {
			t.Errorf("%s: the last progress is %+v", id, progress[n-1])
		}
		page[id] = got
	}
	all, err := papers.All().Evaluate(context.Background(), paper.Options{Scale: paper.Quick, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(page) {
		t.Errorf("the page was asked for %d experiments of %d", len(page), len(all))
	}
	for _, e := range all {
		got := page[e.Experiment.ID]
		if got.Error != "" || got.Answer == nil {
			t.Errorf("%s: %q", e.Experiment.ID, got.Error)
			continue
		}
		if a := got.Answer; a.Numbers == nil || a.Claims == nil || a.Origins == nil {
			t.Errorf("%s: a list that the page walks is null: %+v", e.Experiment.ID, a)
		}
		want := result.NewDigest(paper.CellsSchema)
		if err := want.Write(e.CellsTable()); err != nil {
			t.Fatal(err)
		}
		if got.Answer.Digest != want.Sum() || len(got.Answer.Numbers) != len(e.Numbers) || len(got.Answer.Claims) != len(e.Claims) {
			t.Errorf("%s: %d numbers with the digest %s and %d claims, want %d, %s and %d", e.Experiment.ID, len(got.Answer.Numbers),
				got.Answer.Digest, len(got.Answer.Claims), len(e.Numbers), want.Sum(), len(e.Claims))
		}
	}
}

func TestTheCatalogueHasEveryExperimentWithItsRecord(t *testing.T) {
	var ids []string
	for _, p := range catalogue(t) {
		ids = append(ids, p.Key)
		if p.Notes == nil {
			t.Errorf("%s: a list that the page walks is null", p.Key)
		}
		if p.Title == "" || p.Authors == "" {
			t.Errorf("%s has no title or authors", p.Key)
		}
		for _, x := range p.Experiments {
			ids = append(ids, x.ID)
			if x.Seeds == 0 || len(x.Numbers) == 0 && x.ID != "exact/fig1" { // a picture without numbers
				t.Errorf("%s: the record has nothing of it", x.ID)
			}
			for _, n := range x.Numbers {
				if (n.Published == n.Published) == (n.Verdict == "") {
					t.Errorf("%s: %+v has a verdict without a printed number, or none with one", x.ID, n)
				}
			}
		}
	}
	if want := papers.All().IDs(); !slices.Equal(ids, want) {
		t.Errorf("the catalogue lists %v, want %v", ids, want)
	}
}

func TestAReadingIsPartOfAnExperiment(t *testing.T) {
	usual, _ := ask(t, New(nil), request("dynp/table2", ""))
	for _, c := range papers.All()[0].Choices {
		text := c.Key + "=" + c.Values[1].Name
		got, _ := ask(t, New(nil), request("dynp/table2", text))
		if got.Error != "" || !strings.HasSuffix(got.Answer.Command, " --reading "+text) {
			t.Errorf("%s: error %q, answer %+v", text, got.Error, got.Answer)
		}
	}
	if usual.Error != "" || strings.Contains(usual.Answer.Command, "reading") {
		t.Errorf("without a reading: %+v", usual)
	}
}

func TestACancelledExperimentSaysSo(t *testing.T) {
	var s *service.Service
	s = New(func() {
		ask(t, s, fmt.Appendf(nil, `{"version": %d, "id": 2, "op": "cancel", "target": 1}`, service.Version))
	})
	if got, _ := ask(t, s, request("dynp/table4", "")); !got.Cancelled || got.Answer != nil {
		t.Errorf("got %+v", got)
	}
}

func TestBadRequestsGetWords(t *testing.T) {
	for _, c := range []struct{ id, reading, want string }{
		{"dynp/table99", "", `unknown experiment or paper "dynp/table99"`},
		{"", "", "unknown experiment"},
		{"dynp", "", "name one of its experiments"},
		{"dynp/table4", "steps", "write CHOICE=VALUE"},
		{"dynp/table4", "tea=green", `unknown choice "tea"`},
	} {
		if got, _ := ask(t, New(nil), request(c.id, c.reading)); !strings.Contains(got.Error, c.want) {
			t.Errorf("%q, %q: error %q, want one with %q", c.id, c.reading, got.Error, c.want)
		}
	}
}
