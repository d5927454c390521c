//go:build !page

package trace

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
)

// accountingText returns the output of sacct in a file.
func accountingText(t testing.TB, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file, ".gz") {
		return string(b)
	}
	r, err := gzip.NewReader(strings.NewReader(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	b, err = io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// shuffled returns a log of rows below a line of names in another order.
func shuffled(r *rand.Rand, log string) string {
	lines := strings.SplitAfter(log, "\n")
	r.Shuffle(len(lines)-1, func(i, k int) { lines[i+1], lines[k+1] = lines[k+1], lines[i+1] })
	return strings.Join(lines, "")
}

func TestSpooledSacctIsRead(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 26))
	streams := func(name, text string, opt Options) {
		t.Run(name, func(t *testing.T) {
			if !spooled(t, text, opt) {
				t.Error("it is read as a whole")
			}
		})
	}
	streams("a few rows", accounting, Options{})
	streams("a machine", accounting, Options{Procs: 50})
	streams("no job", strings.Split(accounting, "\n")[0], Options{})
	streams("no column", "JobID|User\n1|ada\n", Options{})
	for n := range 20 {
		a := drawn.Accounting{Jobs: 20 << (n / 2), JSON: n%4 == 1, NoRaw: n%4 == 2, Tidy: n%5 == 0, Sparse: n%8 == 4}
		text := a.Draw(r)
		opt := Options{Width: []string{"", "requested"}[n%2], Procs: n % 3 * 9, NoNodeLists: n%7 == 6}
		streams(fmt.Sprintf("%+v", a), text, opt)
		if !a.JSON {
			streams(fmt.Sprintf("shuffled %+v", a), shuffled(r, text), opt)
		}
	}
	files, _ := filepath.Glob("sacct/testdata/slurm/data/*.txt*")
	samples, _ := filepath.Glob("sacct/testdata/*.sacct")
	files = append(files, samples...)
	if len(files) < 20 {
		t.Fatalf("%d outputs of sacct", len(files))
	}
	for _, file := range files {
		text := accountingText(t, file)
		name := filepath.Base(file)
		streams(name, text, Options{TimeZone: "America/New_York"})
		streams(name+" twice", text+text, Options{})
		streams(name+" strictly", text, Options{Strict: true})
		streams(name+" shuffled", shuffled(r, text), Options{})
	}
}

// Logs of real clusters beside the folder BACKFILL_TRACES, and in it.
func TestStreamedRealLogsAreRead(t *testing.T) {
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("BACKFILL_TRACES is not set to a folder of logs")
	}
	columns, _ := os.ReadFile(filepath.Join(traces, "..", "datasets", "xdmod", "header.txt"))
	n := 0
	for _, folder := range []string{".", "../slurm/sacct", "../slurm/real-run", "../datasets/xdmod"} {
		err := filepath.WalkDir(filepath.Join(traces, folder), func(path string, d fs.DirEntry, err error) error {
			log := strings.HasSuffix(path, ".swf.gz") || strings.Contains(path, "sacct") || strings.HasSuffix(path, "acct.out") ||
				strings.Contains(path, "unit-") && strings.HasSuffix(path, ".txt")
			if err != nil || d.IsDir() || !log {
				return err
			}
			text := accountingText(t, path)
			opt := Options{}
			if strings.Contains(path, "xdmod") && !strings.HasSuffix(path, "header.txt") {
				opt.Columns = string(columns)
			}
			t.Run(filepath.Base(path), func(t *testing.T) {
				n++
				if !spooled(t, text, opt) {
					t.Error("it is read as a whole")
				}
			})
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if n == 0 {
		t.Error("there is no log")
	}
}

func TestSpooledSacctArrivesEligible(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 26))
	for n := range 4 {
		text := drawn.Accounting{Jobs: 10 << (3 * n)}.Draw(r)
		from := spooledFrom(t, "test.swf", strings.NewReader(text), Options{})
		got, err := from.ArriveEligible()
		if err != nil {
			t.Fatal(err)
		}
		want, err := mustRead(t, text, Options{}).ArriveEligible()
		if err != nil {
			t.Fatal(err)
		}
		sameWorkload(t, got, want)
	}
}

func TestOperationsOnSpooledSacctAreThoseOnHeldOnes(t *testing.T) {
	sameOperations(t, "test.txt", drawn.Accounting{Jobs: 3000}.Draw(rand.New(rand.NewPCG(12, 26))))
}

// Whatever ends a reading, no temporary file stays open.
func TestSacctThatStopsLeavesNothing(t *testing.T) {
	text := strings.Repeat(drawn.Accounting{Jobs: 20_000}.Draw(rand.New(rand.NewPCG(13, 26))), 15) // more than memory holds
	stopped := errors.New("stopped")
	for _, share := range []float64{0, 0.3, 0.9} {
		files := &countedFiles{dir: t.TempDir()}
		src := io.MultiReader(strings.NewReader(text[:int(share*float64(len(text)))]), failing{stopped})
		_, err := ReadFrom("t", src, Options{Scratch: &Scratch{Create: files.create}})
		if err == nil || share > 0 && !strings.Contains(err.Error(), "stopped") {
			t.Errorf("after %v of it: error %v", share, err)
		}
		if files.open != 0 || share > 0.5 && files.made == 0 {
			t.Errorf("after %v of it: %d of %d files are open", share, files.open, files.made)
		}
	}
	files := &countedFiles{dir: t.TempDir()}
	w, err := ReadFrom("t", strings.NewReader(text), Options{Scratch: &Scratch{Create: files.create}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || files.open != 0 {
		t.Errorf("in the end, %d of %d files are open, error %v", files.open, files.made, err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A watched source notes what is in memory after some bytes, and at its end.
type watched struct {
	io.Reader
	left        int
	early, last int64
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if w.left -= n; w.early == 0 && w.left <= 0 {
		w.early = live()
	}
	if err != nil {
		w.last = live()
	}
	return n, err
}

// Before it is known which records are jobs, those of a log that is spooled take what their numbers differ by.
func TestSpooledSacctHoldsNoRecords(t *testing.T) {
	text := drawn.Accounting{Jobs: 200_000, Tidy: true}.Draw(rand.New(rand.NewPCG(14, 26)))
	src := &watched{Reader: strings.NewReader(text), left: len(text) / 4}
	w := spooledFrom(t, "t", src, Options{})
	const most = 80 // bytes of a record, which has 260 in memory; of a long log they are in the temporary file
	if each := float64(src.last-src.early) / (0.75 * float64(w.Len())); each > most {
		t.Errorf("%.1f bytes a job, more than %d", each, most)
	}
}
