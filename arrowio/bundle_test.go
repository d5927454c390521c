package arrowio

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/arrowio/internal/laws"
	"github.com/backfill-lab/backfill/core/result"
)

// bundled returns a bundle of every table, each in two batches, that alternate.
func bundled(t testing.TB) []byte {
	t.Helper()
	var stream bytes.Buffer
	b, err := NewBundle(&stream, meta("d"), Options{Tables: result.All})
	if err != nil {
		t.Fatal(err)
	}
	writeTwice(t, b.Tables())
	if err := errors.Join(b.CloseTables(), b.Add("report.json", []byte("{}\n")), b.Close()); err != nil {
		t.Fatal(err)
	}
	return stream.Bytes()
}

func writeTwice(t testing.TB, set result.Set) {
	t.Helper()
	second := rows()
	second[result.Jobs] = laws.Jobs(30_000, "bob", "ann") // more than a piece, with a text that the first batch lacks
	for _, tables := range []result.Tables{rows(), second} {
		if err := tables.WriteTo(set); err != nil {
			t.Fatal(err)
		}
	}
}

func TestABundleHasTheFilesOfTheFolder(t *testing.T) {
	files, err := Unbundle(bytes.NewReader(bundled(t)))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(files["report.json"]); got != "{}\n" {
		t.Errorf("report.json is %q", got)
	}
	delete(files, "report.json")
	folder := filepath.Join(t.TempDir(), "out")
	d, err := Create(folder, meta("d"), Options{Tables: result.All, Formats: []string{"arrow"}})
	if err != nil {
		t.Fatal(err)
	}
	writeTwice(t, d.Tables())
	commit(t, d)
	want := map[string][]byte{}
	for _, name := range list(t, folder) {
		if want[name], err = os.ReadFile(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	delete(want, readmeFile) // of a folder, not of its contents
	delete(want, croissantFile)
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("the folder and the bundle:\n%.2000s", diff)
	}
	r, err := OpenFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range result.All {
		if laws.Digest(t, r.Tables[s]) != laws.Digest(t, other.Tables[s]) {
			t.Errorf("table %s differs", s.Name)
		}
	}
}

func TestABundleThatIsCutOffIsRefused(t *testing.T) {
	whole := bundled(t)
	for _, n := range []int{0, 1, len(bundleHead), len(bundleHead) + 1, len(bundleHead) + 5, len(whole) / 2, len(whole) - 6, len(whole) - 1} {
		if _, err := Unbundle(bytes.NewReader(whole[:n])); err == nil {
			t.Errorf("%d of %d bytes are read without an error", n, len(whole))
		}
	}
}

func TestABundleOfAnotherRunIsRefused(t *testing.T) {
	files, err := Unbundle(bytes.NewReader(bundled(t)))
	if err != nil {
		t.Fatal(err)
	}
	files["runs.arrow"] = files["jobs.arrow"]
	if _, err := OpenFiles(files); err == nil {
		t.Error("the jobs are read as runs")
	}
	delete(files, "runs.arrow")
	if _, err := OpenFiles(files); err == nil {
		t.Error("runs.arrow is missing, and nobody says so")
	}
}

func TestABundleHasNoOtherFormats(t *testing.T) {
	if _, err := NewBundle(new(bytes.Buffer), meta("d"), Options{Formats: []string{"parquet"}}); err == nil {
		t.Error("parquet is taken")
	}
}

// A hostile length must not be believed.
func FuzzUnbundle(f *testing.F) {
	f.Add([]byte(bundleHead + "\na 3\nxyzend 0\n"))
	f.Add([]byte(bundleHead + "\na 9223372036854775807\nxyz"))
	f.Add([]byte(bundleHead + "\n../a 1\nxend 0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var files map[string][]byte
		if most := laws.Allocated(func() { files, _ = Unbundle(bytes.NewReader(data)) }); most > uint64(16*len(data)+1<<20) {
			t.Errorf("%d bytes take %d bytes of memory", len(data), most)
		}
		total := 0
		for _, file := range files {
			total += len(file)
		}
		if total > len(data) {
			t.Errorf("%d bytes hold files of %d", len(data), total)
		}
		OpenFiles(files) // must not panic
	})
}
