package swf

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// write writes a log as a program would that copies one.
func write(t testing.TB, h Header, rows []Record) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b)
	err := w.WriteHeader(h)
	for i := range rows {
		for len(h.Later) > 0 && h.Later[0].Before <= i {
			err = errors.Join(err, w.WriteComment(h.Later[0].Text))
			h.Later = h.Later[1:]
		}
		err = errors.Join(err, w.Write(&rows[i]))
	}
	for _, c := range h.Later {
		err = errors.Join(err, w.WriteComment(c.Text))
	}
	if err = errors.Join(err, w.Flush()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// checkRoundTrip is the law: what a log says is said again by its copy.
func checkRoundTrip(t testing.TB, in []byte) {
	t.Helper()
	first := transcript(bytes.NewReader(in))
	out := write(t, first.Header, first.Rows)
	second := transcript(bytes.NewReader(out))
	if len(second.Errors) > 0 {
		t.Fatalf("the copy has errors: %q", second.Errors)
	}
	if !reflect.DeepEqual(first.Rows, second.Rows) { // far faster than cmp
		t.Fatalf("rows changed: %s", cmp.Diff(first.Rows, second.Rows))
	}
	if d := cmp.Diff(first.Header, second.Header); d != "" {
		t.Fatalf("comments changed: %s", d)
	}
	if again := write(t, second.Header, second.Rows); !bytes.Equal(again, out) {
		t.Fatalf("the copy of the copy differs:\n%s\n%s", out, again)
	}
}

func TestRoundTripOfRandomRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	number := func() int64 {
		switch rng.IntN(4) {
		case 0:
			return -1
		case 1:
			return rng.Int64() * (1 - 2*rng.Int64N(2))
		}
		return rng.Int64N(100000)
	}
	var rows []Record
	for range 2000 {
		rec := Record{
			number(), number(), number(), number(), number(), 0, number(), number(), number(),
			number(), number(), number(), number(), number(), number(), number(), number(), number(), nil,
		}
		for rec.CPU = math.Float64frombits(rng.Uint64()); math.IsNaN(rec.CPU) || math.IsInf(rec.CPU, 0); {
			rec.CPU = rng.Float64()
		}
		if rng.IntN(3) == 0 {
			rec.Submit, rec.ThinkTime = 12346, 0
			rec.Decimals = &Decimals{1: 12345.678, 17: 1e-300}
		}
		rows = append(rows, rec)
	}
	log := write(t, Header{}, rows)
	got, err := NewReader(bytes.NewReader(log)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rows, got); d != "" {
		t.Fatal(d)
	}
	checkRoundTrip(t, log)
}

func TestRoundTripOfTheArchive(t *testing.T) {
	slow.Law(t)
	dir := os.Getenv("BACKFILL_TRACES")
	logs, _ := filepath.Glob(filepath.Join(dir, "*.swf.gz"))
	if dir == "" || len(logs) == 0 {
		t.Skip("BACKFILL_TRACES is not set to a folder of logs")
	}
	for _, name := range logs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, data)
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		checkAgainstScanning(t, filepath.Base(name), string(text))
	}
}

// checkAgainstScanning compares the copy of a log with the log, word by word.
func checkAgainstScanning(t *testing.T, name, text string) {
	r := NewReader(strings.NewReader(text))
	r.Strict = true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	h, _ := r.Header()
	old := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	now := strings.Split(strings.TrimSuffix(string(write(t, h, rows)), "\n"), "\n")
	if len(old) != len(now) {
		t.Fatalf("%s: %d lines became %d", name, len(old), len(now))
	}
	for i := range old {
		if strings.HasPrefix(old[i], ";") {
			if old[i] != now[i] {
				t.Fatalf("%s:%d: comment %q became %q", name, i+1, old[i], now[i])
			}
			continue
		}
		a, b := strings.Fields(old[i]), strings.Fields(now[i])
		for k := range a {
			if strings.Contains(a[k], ".") { // 142.00 and 142 are the same number
				a[k] = strings.TrimSuffix(strings.TrimRight(a[k], "0"), ".")
			}
			if a[k] != b[k] {
				t.Fatalf("%s:%d: field %d: %q became %q", name, i+1, k+1, a[k], b[k])
			}
		}
	}
}

func TestColumnsAreThoseOfTheArchive(t *testing.T) {
	line := "    1        0 588530    937  306    142    -1   -1  35100    -1  1  97  -1 307  3 -1 -1 -1\n"
	rows, err := NewReader(strings.NewReader(line)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := string(write(t, Header{}, rows)); got != line {
		t.Errorf("%q became %q", line, got)
	}
}

func TestChangedFieldsLoseTheirDecimals(t *testing.T) {
	rows, err := NewReader(strings.NewReader(strings.Replace(row, "2 3 4", "2.5 3.5 4.5", 1))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows[0].Wait = 77
	got := strings.Join(strings.Fields(string(write(t, Header{}, rows))), " ")
	if want := strings.Replace(row, "2 3 4", "2.5 77 4.5", 1); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestWriterRefusesWhatCannotBeReadBack(t *testing.T) {
	for _, line := range []string{"", "x", "MaxProcs: 4", "; a\n5", "; a\r", "\n;", "; " + strings.Repeat("x", maxLine)} {
		if err := NewWriter(io.Discard).WriteHeader(Header{Lines: []string{line}}); err == nil {
			t.Errorf("the comment %.20q was written", line)
		}
	}
	for _, cpu := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := NewWriter(io.Discard).Write(&Record{CPU: cpu}); err == nil {
			t.Errorf("the CPU time %v was written", cpu)
		}
	}
}

func TestWriterReportsTheFirstError(t *testing.T) {
	full := errors.New("the disk is full")
	w := NewWriter(failing{full})
	var err error
	for range 2000 {
		err = w.Write(&Unknown)
	}
	if !errors.Is(err, full) || !errors.Is(w.Flush(), full) {
		t.Errorf("%v, %v", err, w.Flush())
	}
	if cap(w.buf) > 2*writeSize {
		t.Errorf("%d bytes are kept though nothing can be written", cap(w.buf))
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
