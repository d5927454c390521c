package cli

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/result"
)

// confidential is a log of people: every name in it, and that of its folder, has "secret".
const confidential = `JobID|JobIDRaw|JobName|User|Group|Account|Partition|Reservation|Submit|Start|End|TimelimitRaw|State|AllocCPUS|WorkDir
7|7|marvinsecret|zaphodsecret|fordsecret|trilliansecret|batch||1000|1000|1100|10|COMPLETED|4|/home/zaphodsecret
8|8|marvinsecret|arthursecret|fordsecret|trilliansecret|batch|edensecret|1001|1100|1200|10|COMPLETED|3|/home/arthursecret
9|9|paranoidsecret|zaphodsecret|fordsecret|eddiesecret|batch||1002|1100|1200|10|COMPLETED|1|/home/zaphodsecret
`

// TestNamesCannotBeGotBack makes everything of an anonymous run that the command can make, and
// looks for a name in every byte.
func TestNamesCannotBeGotBack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "slartisecret")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(folder, "cluster.txt")
	if err := os.WriteFile(log, []byte(confidential), 0o666); err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		c := exec.Command("backfill", args...)
		c.Dir = work
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("backfill %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		if bytes.Contains(out, []byte("secret")) {
			t.Errorf("backfill %s prints a name:\n%s", args[0], out)
		}
	}
	policies := []string{"--policy", "easy,dynp-advanced,recorded,rules:group-easy", "--procs", "4", "--anonymize"}
	run(append([]string{"run", log, "--out", "first", "--tables", "all", "--formats", "parquet,arrow", "--figures", "svg,png,pdf,csv",
		"--scores"}, policies...)...)
	run(append([]string{"run", log, "--json"}, policies...)...)

	// The log lies beside the results, as where they were taken to.
	if err := os.WriteFile(filepath.Join(work, "first", "cluster.txt"), []byte(confidential), 0o666); err != nil {
		t.Fatal(err)
	}
	run("run", "first/spec.json", "--out", "second", "--formats", "parquet,arrow")
	run("run", "first/spec.json", "--json")
	run("why", "9", "--from", "first")
	run("why", "9", "--from", "first", "--json")
	run("figure", "--from", "first", "--format", "svg,csv,pdf", "--color", "user", "--out", "drawn")
	if err := os.Remove(filepath.Join(work, "first", "cluster.txt")); err != nil {
		t.Fatal(err)
	}

	files := 0
	err := filepath.WalkDir(work, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("secret")) {
			t.Errorf("%s has a name", path)
		}
		return err
	})
	if err != nil || files < 20 {
		t.Fatalf("%d files, %v", files, err)
	}
	if users := namesIn(t, filepath.Join(work, "first")) + namesIn(t, filepath.Join(work, "second")); users < 4 {
		t.Errorf("%d pseudonyms of users: the jobs have lost them", users)
	}
}

// namesIn looks for names in the columns of results, which are compressed, and in their
// metadata. It returns how many pseudonyms of users there are.
func namesIn(t *testing.T, dir string) (users int) {
	r, err := arrowio.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for schema, table := range r.Tables {
		for i, c := range table.Schema.Columns {
			if c.Type != result.Text {
				continue
			}
			for _, text := range table.Cols[i].Dict.Texts() {
				if strings.Contains(text, "secret") {
					t.Errorf("%s: %s.%s has the name %s", dir, schema.Name, c.Name, text)
				}
				if c.Name == "user" && strings.HasPrefix(text, "u") {
					users++
				}
			}
		}
	}
	for _, p := range r.Meta {
		if strings.Contains(p.Value, "secret") {
			t.Errorf("%s: the metadata %s has a name", dir, p.Key)
		}
	}
	return users
}
