package trace

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/trace/swf"
)

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadsAreTheSame(t *testing.T) {
	log := generated(3, 500)
	want := mustRead(t, log, Options{KeepRecords: true})
	for name, read := range map[string]func() (*Workload, error){
		"gzip": func() (*Workload, error) { return Read("test.swf", zipped(t, log), Options{KeepRecords: true}) },
		"stream": func() (*Workload, error) {
			return ReadFrom("test.swf", strings.NewReader(log), Options{KeepRecords: true})
		},
		"one byte": func() (*Workload, error) {
			return ReadFrom("test.swf", iotest.OneByteReader(strings.NewReader(log)), Options{KeepRecords: true})
		},
		"CRLF": func() (*Workload, error) {
			return Read("test.swf", []byte("\xef\xbb\xbf"+strings.ReplaceAll(log, "\n", "\r\n")), Options{KeepRecords: true})
		},
		"tabs": func() (*Workload, error) {
			lines := strings.Split(log, "\n")
			for i, l := range lines {
				if !strings.HasPrefix(l, ";") {
					lines[i] = strings.ReplaceAll(l, " ", "\t")
				}
			}
			return Read("test.swf", []byte(strings.Join(lines, "\n")), Options{KeepRecords: true})
		},
	} {
		got, err := read()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(want, got, cmp.AllowUnexported(Workload{}, Jobs{})); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestReadShifts(t *testing.T) {
	w := mustRead(t, generated(1, 50), Options{Shift: true})
	if first, _ := w.Span(); first != 0 || w.UnixStart <= 1000000000 {
		t.Errorf("the first job is at %d, second 0 at %d", first, w.UnixStart)
	}
}

func TestWhatIsNoLogIsRefusedInWords(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "there is no job in it"},
		{"only comments", "; MaxProcs: 4\n;\n", "there is no job in it"},
		{"blank", "\n \n\t\n", "there is no job in it"},
		{"text", "hello world\nthis is text\n",
			`a.swf:1: field 1 (job number): "hello": not a number (none of the 2 rows can be used)`},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00\n\x00\x00", "none of the 2 rows can be used"},
		{"cancelled", "1 0 -1 -1 -1\n2 0 -1 -1 -1\n",
			"a.swf:1: field 4 (run time): \"-1\": not-started: "},
		{"negative", strings.Repeat("-1 ", 18) + "\n", "no-submit"},
		{"huge", strings.Repeat("1e18 ", 18) + "\n", "out-of-range"},
		{"a million columns", strings.Repeat("1 ", 1e6), "longer than"},
		{"web page", " \n<!DOCTYPE html>\n<html>404</html>", "this is a web page"},
		{"cut", string(zipped(t, generated(1, 100))[:900]), "cut off"},
		{"zip", "PK\x03\x04....", "unzip"},
	} {
		for _, strict := range []bool{false, true} {
			w, err := Read("a.swf", []byte(c.data), Options{Strict: strict})
			if err == nil || w != nil || !strings.HasPrefix(err.Error(), "a.swf:") || strings.Contains(err.Error(), "\n") ||
				len(err.Error()) > 500 {
				t.Errorf("%s, strict %t: %v, %v", c.name, strict, w, err)
			} else if !strict && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %q, want %q in it", c.name, err, c.want)
			}
		}
	}
}

func TestTheHeaderMayComeLate(t *testing.T) {
	w := mustRead(t, "a title\n; MaxProcs: 9\n; UnixStartTime: 5\n\n1 0 -1 1 1\n; in between\n"+
		"2 0 -1 1 1\n3 0 -1 -1 1\n; MaxProcs: 70\n; end\n", Options{})
	want := swf.Header{
		Lines: []string{"; MaxProcs: 9", "; UnixStartTime: 5"},
		Later: []swf.Comment{{Before: 1, Text: "; in between"}, {Before: 2, Text: "; MaxProcs: 70"}, {Before: 2, Text: "; end"}},
	}
	if w.Procs != 9 || w.UnixStart != 5 || !cmp.Equal(w.Header, want) {
		t.Errorf("%d processors, start %d, header %v", w.Procs, w.UnixStart, w.Header)
	}
}

func TestReadErrorsPassThrough(t *testing.T) {
	down := errors.New("the line is down")
	in := io.MultiReader(strings.NewReader(generated(1, 100)), iotest.ErrReader(down))
	if w, err := ReadFrom("a", in, Options{}); !errors.Is(err, down) || w != nil {
		t.Errorf("%v, %v", w, err)
	}
}

// TestMemoryStaysInProportion reads files that promise more than they hold.
func TestMemoryStaysInProportion(t *testing.T) {
	row := "    1        0      1      1    1      1    -1    1      1    -1  1   1   1   1  1 -1 -1 -1\n"
	rows := strings.Repeat(row, 300_000)
	var users strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&users, "%d 0 -1 1 1 -1 -1 1 1 -1 1 %d %d %d %d %d -1 -1\n", i, 1<<40+i, 1<<41+i, 1<<42+i, 1<<43+i, 65535+i)
	}
	for name, c := range map[string]struct {
		data []byte
		most uint64 // bytes
	}{
		"a header that lies": {[]byte("; MaxJobs: 999999999999\n; MaxRecords: 999999999999\n; MaxQueues: 999999999\n" +
			"; MaxProcs: 1000000000\n" + row), 2 << 20},
		"a number of 1e18":    {[]byte("1e18 0 0 1 1 0 0 1 1 0 1 1000000000000000000 65535 65535 65535 65535 1 1\n"), 4 << 20},
		"a bomb of rows":      {zipped(t, rows), 300 << 20}, // 28 MB of text in 85 KB: as regular as a log may be
		"all users different": {[]byte(users.String()), 60 << 20},
		"a billion wide":      {[]byte("; MaxProcs: 1000000000\n1 0 -1 1 1000000000\n"), 2 << 20},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		w, err := ReadFrom("a.swf", bytes.NewReader(c.data), Options{})
		runtime.ReadMemStats(&after)
		if err != nil && !errors.Is(err, swf.ErrExpansion) {
			t.Errorf("%s: %v", name, err)
		}
		if w != nil {
			checkWorkload(t, w)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > c.most {
			t.Errorf("%s: %d KiB for %d KiB", name, got>>10, len(c.data)>>10)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(generated(1, 20)), false, true)
	f.Add([]byte(accounting), true, false)
	f.Add([]byte(tidy), true, true)
	f.Add([]byte("1 0 1 1 1\n1 0 1 1 1\n-1 -5 1 1 1 1 1 1 1 1 3\n"), false, false)
	f.Add([]byte("; MaxProcs: 1000000000\n1e18 1e18 -1 0 1e9\n2 99999999999 0 99999999999 1 0 0 0 0\n"), false, true)
	f.Add([]byte("; UnixStartTime: -9223372036854775808\n; MaxNodes: 5\n1 1 1 1 1\n"), true, true)
	f.Add(zipped(f, generated(2, 20)), false, true)
	f.Add([]byte("; Computer: test\n1 0 5 -1 4\n; MaxNodes: 9 (3 by 3)\n2 10 5 60 -1 -1 -1 4\n"), false, true)
	f.Fuzz(func(t *testing.T, data []byte, requested, keep bool) {
		opt := Options{KeepRecords: keep}
		if requested {
			opt.Width = "requested"
		}
		w, err := Read("fuzz", data, opt)
		if err != nil {
			if w != nil || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v, %v", w, err)
			}
			return
		}
		checkWorkload(t, w)
		for _, c := range []*Workload{w.Shift(0), w.Anonymize(), w.ScaleInterarrival(0.5), w.ScaleRuntime(3), w.ScaleMachine(7)} {
			checkWorkload(t, c)
		}
		w.Info()
		var b bytes.Buffer
		if err := w.WriteSWF(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read("fuzz", b.Bytes(), opt)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, &b)
		}
		if again.LeftOut() > 0 || again.Len() != w.Len() || again.Procs != w.Procs {
			t.Fatalf("%d jobs on %d processors became %d on %d: %v\n%s", w.Len(), w.Procs, again.Len(), again.Procs, again.Counts, &b)
		}
		for i := range w.Jobs.Held() {
			x, y := w.Jobs.Held()[i], again.Jobs.Held()[i]
			if x.ID != y.ID || x.Submit != y.Submit || x.Run != y.Run || x.Estimate != y.Estimate || x.Procs != y.Procs || x.Wait != y.Wait {
				t.Fatalf("%+v became %+v\n%s", x, y, &b)
			}
		}
	})
}

// A sized is a reader that claims a size.
type sized struct {
	io.Reader
	size int64
}

func (s sized) Size() int64 { return s.size }

func TestTheSizeOfALogChangesOnlyTheRoomForItsJobs(t *testing.T) {
	log := million(3 * sampleRows)
	want, err := ReadFrom("a.swf", struct{ io.Reader }{bytes.NewReader(log)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{int64(len(log)), 0, -1, 1, math.MinInt64, math.MaxInt64} {
		got, err := ReadFrom("a.swf", sized{bytes.NewReader(log), size}, Options{})
		if err != nil || got.SHA256() != want.SHA256() {
			t.Errorf("with a size of %d: another workload, %v", size, err)
		}
		if c := cap(got.Jobs.Held()); size == int64(len(log)) && (c < got.Len() || c > 2*got.Len()) || c > mostReserved+mostReserved/4 {
			t.Errorf("with a size of %d: room for %d jobs of %d", size, c, got.Len())
		}
	}
}
