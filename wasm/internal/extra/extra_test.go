// Package extra_test tests the page's add-ons on the tables that its simulator makes.
package extra_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/wasm/bridge"
	"github.com/backfill-lab/backfill/wasm/internal/extra/figure"
	parquetaddon "github.com/backfill-lab/backfill/wasm/internal/extra/parquet"
	"github.com/backfill-lab/backfill/wasm/service"
)

// ask sends a request and returns the blobs of its answer, or its error.
func ask(t testing.TB, s *service.Service, fields string, blobs ...[]byte) (out [][]byte, problem string) {
	t.Helper()
	ended := 0
	request := fmt.Appendf(nil, `{"version": %d, "id": 1, %s}`, service.Version, fields)
	s.Handle(service.Message{JSON: request, Blobs: blobs}, service.Whole(func(m service.Message) {
		var got struct{ Error string }
		if err := json.Unmarshal(m.JSON, &got); err != nil {
			t.Fatalf("%s: %v", m.JSON, err)
		}
		if !bytes.Contains(m.JSON, []byte(`"progress"`)) {
			out, problem = m.Blobs, got.Error
			ended++
		}
	}))
	if ended != 1 {
		t.Fatalf("%s: %d answers", fields, ended)
	}
	return out, problem
}

// tables are those of a small run.
func tables(t testing.TB) (jobs, runs []byte) {
	t.Helper()
	out, problem := ask(t, bridge.New(bridge.Options{Program: "1.2"}), `"op": "run", "spec": {"policies": ["fcfs", "easy"]}`)
	if problem != "" {
		t.Fatal(problem)
	}
	return out[0], out[1]
}

func TestParquetHoldsWhatArrowHolds(t *testing.T) {
	jobs, runs := tables(t)
	for _, arrow := range [][]byte{jobs, runs} {
		out, problem := ask(t, parquetaddon.New(), `"op": "parquet"`, arrow)
		if problem != "" {
			t.Fatal(problem)
		}
		want, wantMeta, err := ipc.Read(arrow)
		if err != nil {
			t.Fatal(err)
		}
		got, gotMeta, err := parquet.Read(bytes.NewReader(out[0]), int64(len(out[0])))
		if err != nil {
			t.Fatal(err)
		}
		if g, w := digest(t, got), digest(t, want); g != w {
			t.Errorf("table %s: digest %s in Parquet, %s in Arrow", want.Schema.Name, g, w)
		}
		for _, p := range wantMeta {
			if gotMeta.Get(p.Key) != p.Value {
				t.Errorf("table %s: %s is %q in Parquet, %q in Arrow", want.Schema.Name, p.Key, gotMeta.Get(p.Key), p.Value)
			}
		}
	}
}

func digest(t *testing.T, table *result.Table) string {
	t.Helper()
	d := result.NewDigest(table.Schema)
	if err := d.Write(table); err != nil {
		t.Fatal(err)
	}
	return d.Sum()
}

func TestEveryFigureIsDrawn(t *testing.T) {
	jobs, runs := tables(t)
	for _, f := range figures.For(figures.Input{}) {
		for format, magic := range map[string]string{"svg": "<svg", "png": "\x89PNG\r\n"} {
			fields := fmt.Sprintf(`"op": "figure", "figure": %q, "format": %q, "options": {"dpi": 60}`, f.ID, format)
			out, problem := ask(t, figure.New(), fields, jobs, runs)
			if problem != "" {
				t.Errorf("%s as %s: %s", f.ID, format, problem)
			} else if !bytes.Contains(out[0][:min(len(out[0]), 1000)], []byte(magic)) {
				t.Errorf("%s as %s begins with %.40q", f.ID, format, out[0])
			}
		}
	}
}

// On a grid, a schedule has a panel for each site, with its name.
func TestFiguresKnowTheSitesOfAGrid(t *testing.T) {
	out, problem := ask(t, bridge.New(bridge.Options{}), `"op": "run", "spec": {"policies": ["grid-independent", "grid-sharing"],
		"grid": {"home": "user", "sites": [{"name": "Ashby", "procs": 256}, {"name": "Birch", "procs": 256, "speed": 3}]}}`)
	if problem != "" {
		t.Fatal(problem)
	}
	for _, f := range figures.For(figures.Input{}) {
		picture, problem := ask(t, figure.New(), fmt.Sprintf(`"op": "figure", "figure": %q, "format": "svg"`, f.ID), out...)
		if problem != "" {
			t.Errorf("%s: %s", f.ID, problem)
		} else if named := bytes.Contains(picture[0], []byte("Ashby")) && bytes.Contains(picture[0], []byte("Birch")); f.ID == "gantt" && !named {
			t.Errorf("%s names no site", f.ID)
		}
	}
	twice := `"op": "figure", "figure": "gantt", "format": "svg"`
	if _, problem := ask(t, figure.New(), twice, out[0], out[1], out[1]); !strings.Contains(problem, "given twice") {
		t.Errorf("the runs table twice: %q", problem)
	}
}

// On a cluster, every figure is drawn, also that of its nodes.
func TestEveryFigureOfAClusterIsDrawn(t *testing.T) {
	out, problem := ask(t, bridge.New(bridge.Options{}), `"op": "run", "spec": {"policies": ["easy", "dfrs:GreedyP*"],
		"workload": {"model": {"name": "lublin", "jobs": 20, "procs": 5}}, "shared": {"nodes": 5}}`)
	if problem != "" {
		t.Fatal(problem)
	}
	for _, f := range figures.All() {
		if _, problem := ask(t, figure.New(), fmt.Sprintf(`"op": "figure", "figure": %q, "format": "svg"`, f.ID), out...); problem != "" {
			t.Errorf("%s: %s", f.ID, problem)
		}
	}
}

func TestBadRequestsGetWords(t *testing.T) {
	jobs, runs := tables(t)
	pq, fig := parquetaddon.New(), figure.New()
	for _, c := range []struct {
		of     *service.Service
		fields string
		blobs  [][]byte
		want   string
	}{
		{pq, `"op": "parquet"`, nil, "0 blobs given, 1 wanted"},
		{pq, `"op": "parquet"`, [][]byte{[]byte("ARROW1")}, ""},
		{pq, `"op": "parquet"`, [][]byte{jobs[:len(jobs)/2]}, ""},
		{fig, `"op": "run"`, nil, "unknown operation"},
		{fig, `"op": "figure", "figure": "gantt", "format": "svg"`, nil, "jobs table, which is missing"},
		{fig, `"op": "figure", "figure": "gantt", "format": "svg"`, [][]byte{jobs, jobs}, "given twice"},
		{fig, `"op": "figure", "figure": "mona-lisa", "format": "svg"`, [][]byte{jobs, runs}, "mona-lisa"},
		{fig, `"op": "figure", "figure": "gantt", "format": "gif"`, [][]byte{jobs, runs}, "gif"},
		{fig, `"op": "figure", "figure": "gantt", "format": "png", "options": {"dpi": 1000000}`, [][]byte{jobs, runs}, ""},
		{fig, `"op": "figure", "figure": "gantt", "format": "png", "options": {"only": ["nobody"]}`, [][]byte{jobs, runs}, "nobody"},
	} {
		_, problem := ask(t, c.of, c.fields, c.blobs...)
		if problem == "" || !strings.Contains(problem, c.want) || strings.Contains(problem, "fault of this program") {
			t.Errorf("%s: error %q, want one with %q", c.fields, problem, c.want)
		}
	}
}

// A Parquet file becomes an Arrow stream of the columns that make jobs, which is the same workload.
func TestParquetBecomesWhatTheSimulatorReads(t *testing.T) {
	w, err := builtin.Load("holes")
	if err != nil {
		t.Fatal(err)
	}
	spec := experiment.Spec{Workload: experiment.Source{Builtin: "holes"}, Policies: []string{"easy"}}
	var file bytes.Buffer
	sink, err := parquet.NewWriter(&file, result.Jobs, spec.Meta(w, w.SHA256(), "test"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := experiment.Execute(t.Context(), spec, w, experiment.Options{Tables: result.Set{result.Jobs: sink}}); err != nil {
		t.Fatal(err)
	}
	if err := sink.Close(); err != nil {
		t.Fatal(err)
	}
	out, problem := ask(t, parquetaddon.New(), `"op": "arrow"`, file.Bytes())
	if problem != "" || len(out) != 1 {
		t.Fatalf("%q, %d blobs", problem, len(out))
	}
	direct, err := parquet.NewTable(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	want, err := trace.ReadFrom("jobs", tabular{direct}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stream, err := ipc.NewStream(bytes.NewReader(out[0]))
	if err != nil {
		t.Fatal(err)
	}
	got, err := trace.ReadFrom("jobs", tabular{stream}, trace.Options{})
	if err != nil || got.SHA256() != want.SHA256() || got.Procs != w.Procs || got.Reading.Preset != "backfill" {
		t.Errorf("another workload, %v: %+v", err, got)
	}
	if _, problem = ask(t, parquetaddon.New(), `"op": "arrow"`, []byte("PAR1")); !strings.Contains(problem, "not a Parquet file") {
		t.Errorf("four bytes: %q", problem)
	}
}

// tabular is a trace.Tabular of a table.
type tabular struct{ table table.Table }

func (t tabular) Read([]byte) (int, error)    { return 0, io.EOF }
func (t tabular) Table() (table.Table, error) { return t.table, nil }
