package arrowio

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
)

// folder returns a folder with a file for each table of this program.
func folder() *Description {
	f := &Description{Title: "Results of a test", Again: "Run it once more.", Meta: result.Meta{
		{Key: result.MetaSpec, Value: `{"policies":["easy","cons"]}`}, {Key: result.MetaDigest, Value: strings.Repeat("ab", 32)},
		{Key: result.MetaVersion, Value: "v1"}, {Key: result.MetaProcs, Value: "128"}, {Key: result.MetaStart, Value: "0"},
		{Key: result.MetaIgnored, Value: `[{"key":"gpus","jobs":7,"share":0.1,"doc":"asked for GPUs"}]`},
		{Key: result.MetaDoubts, Value: `[{"key":"limit-unit","what":"limits look like | hours","fix":"give --map x"}]`},
	}}
	for i, s := range result.All {
		f.Files = append(f.Files, DescribedFile{Name: s.Name + ".parquet", Schema: s, Size: int64(i), SHA256: strings.Repeat("0", 64)},
			DescribedFile{Name: s.Name + ".arrow", Schema: s, Size: int64(i), SHA256: strings.Repeat("1", 64)})
	}
	f.Files = append(f.Files, DescribedFile{Name: "spec.json", Doc: "the experiment"},
		DescribedFile{Name: "dataset/**/*.parquet", Doc: "parts", Many: true})
	return f
}

// Both files describe every column of every table, in the words of the schema.
func TestEveryColumnIsDescribed(t *testing.T) {
	f := folder()
	readme := string(f.readme())
	var d dataset
	if err := json.Unmarshal(f.croissant(), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.RecordSets) != len(result.All) || len(d.Distribution) != len(f.Files) {
		t.Fatalf("%d record sets of %d tables, %d files of %d", len(d.RecordSets), len(result.All), len(d.Distribution), len(f.Files))
	}
	types := map[result.Type]string{result.Float: "sc:Float", result.Int: "sc:Integer", result.Bool: "sc:Boolean", result.Text: "sc:Text"}
	for i, s := range result.All {
		if !strings.Contains(readme, "\n## "+s.Name+": "+s.Doc+"\n\n"+s.Markdown()) {
			t.Errorf("README.md lacks %s", s.Name)
		}
		for k, c := range s.Columns {
			got := d.RecordSets[i].Fields[k]
			if got.Name != c.Name || got.Source.Extract.Column != c.Name || got.DataType != types[c.Type] ||
				got.Source.FileObject.ID != s.Name+".parquet" || !strings.HasPrefix(got.Description, c.Doc) ||
				!strings.Contains(got.Description, c.Unit) || !strings.Contains(got.Description, c.Formula) {
				t.Errorf("%s.%s is described as %+v", s.Name, c.Name, got)
			}
		}
	}
	for _, want := range []string{
		"easy, cons", "128", "\n\nRun it once more.\n\n", "7 jobs asked for GPUs.",
		"\n\nDoubtful: limits look like \\| hours: give --map x.\n", "| `spec.json` | 0 | the experiment |", "| several |",
	} {
		if !strings.Contains(readme, want) {
			t.Errorf("README.md lacks %q:\n%s", want, readme[:2000])
		}
	}
	if strings.Contains(readme, "second 0 |") {
		t.Error("README.md tells the date of second 0 of a log that has none")
	}
}

// Data sets are named after what made them: the experiment's digest, or else all that the metadata say.
func TestNamesTellDataSetsApart(t *testing.T) {
	name := func(m result.Meta) string {
		var d dataset
		if err := json.Unmarshal((&Description{Meta: m}).croissant(), &d); err != nil {
			t.Fatal(err)
		}
		return d.Name
	}
	if got := name(result.Meta{{Key: result.MetaDigest, Value: strings.Repeat("ab", 32)}}); got != "backfill-abababababab" {
		t.Errorf("a run is %s", got)
	}
	one, other := result.Meta{{Key: "backfill.study", Value: "1"}}, result.Meta{{Key: "backfill.study", Value: "2"}}
	if a, b := name(one), name(other); a == b || a != name(one) || len(a) != len("backfill-")+12 {
		t.Errorf("studies are %s and %s", a, b)
	}
}

// Identifiers are those of one thing each, and every one referred to exists.
func TestIdentifiersAreUniqueAndResolve(t *testing.T) {
	var d dataset
	if err := json.Unmarshal(folder().croissant(), &d); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	add := func(id string) {
		if id == "" || seen[id] {
			t.Errorf("%q is used twice, or empty", id)
		}
		seen[id] = true
	}
	for _, x := range d.Distribution {
		add(x.ID)
		if set := x.Type == "cr:FileSet"; set == (x.ContentSize != "") || set == (x.ContentURL != "") || set != (x.Includes != "") {
			t.Errorf("%+v is neither a file nor a set of files", x)
		}
	}
	files := len(seen)
	for _, r := range d.RecordSets {
		add(r.ID)
		for _, f := range r.Fields {
			add(f.ID)
			if !seen[f.Source.FileObject.ID] {
				t.Errorf("%s comes from %q, which there is not", f.ID, f.Source.FileObject.ID)
			}
		}
	}
	if files != len(d.Distribution) {
		t.Errorf("%d of %d files have an identifier", files, len(d.Distribution))
	}
}

// The same folder is described by the same bytes; texts that mean something to Markdown or JSON stay texts.
func TestDescriptionsAreDeterministicAndEscaped(t *testing.T) {
	odd := "a|b\n\"c\" </script> `d`"
	f := folder()
	f.Files = append(f.Files, DescribedFile{Name: odd, Doc: odd})
	if !bytes.Equal(f.readme(), f.readme()) || !bytes.Equal(f.croissant(), f.croissant()) {
		t.Error("two descriptions of one folder differ")
	}
	var d dataset
	if err := json.Unmarshal(f.croissant(), &d); err != nil || d.Distribution[len(d.Distribution)-1].Name != odd {
		t.Errorf("the odd name came back as %q, %v", d.Distribution[len(d.Distribution)-1].Name, err)
	}
	if line := "| `a\\|b \"c\""; !strings.Contains(string(f.readme()), line) {
		t.Errorf("README.md lacks %s", line)
	}
}

// What was made by hand stays; what this package made is replaced.
func TestOnlyOwnDescriptionsAreReplaced(t *testing.T) {
	f := folder()
	dir, stage := t.TempDir(), t.TempDir()
	if names, err := f.Write(stage, dir); err != nil || !slices.Equal(names, []string{readmeFile, croissantFile}) {
		t.Fatalf("into an empty folder: %v, %v", names, err)
	}
	for _, name := range []string{readmeFile, croissantFile} {
		own, err := os.ReadFile(filepath.Join(stage, name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		for text, want := range map[string]bool{string(own): true, "": false, "# My project\n": false, `{"name": "mine"}`: false} {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if got := replaceable(dir, name); got != want {
				t.Errorf("%s %.20q: replaceable is %t, want %t", name, text, got, want)
			}
			if names, err := f.Write(stage, dir); err != nil || slices.Contains(names, name) != want {
				t.Errorf("%s %.20q: Write gives %v, %v", name, text, names, err)
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Fatal(err)
		}
		if replaceable(dir, name) {
			t.Errorf("a folder named %s may be replaced", name)
		}
	}
	if !replaceable(dir, "jobs.parquet") {
		t.Error("a table may not be replaced")
	}
}
