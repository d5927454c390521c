package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
)

// confidential is a log of people: every name in it, and that of its folder and its file, has "secret".
const confidential = `JobID|JobIDRaw|JobName|User|Group|Account|Partition|QOS|Cluster|Reservation|Submit|Start|End|` +
	`TimelimitRaw|State|AllocCPUS|NodeList|WorkDir|Comment|SubmitLine
7|7|marvinsecret|zaphodsecret|fordsecret|trilliansecret|batchsecret|lowsecret|heartsecret||1000|1000|1100|10|COMPLETED|4|n[1-4]secret|` +
	`/home/zaphodsecret|a secret|sbatch secret.sh
8|8|marvinsecret|arthursecret|fordsecret|trilliansecret|shortsecret|lowsecret|heartsecret|edensecret|1001|1100|1200|10|COMPLETED|3|` +
	`n[1-3]secret|/home/arthursecret|a secret|sbatch secret.sh
9|9|paranoidsecret|zaphodsecret|fordsecret|eddiesecret|batchsecret|highsecret|goldsecret||1002|1100|1200|10|COMPLETED|1|n4secret|` +
	`/home/zaphodsecret|a secret|sbatch secret.sh
`

// confidentialSWF is one in the Standard Workload Format.
const confidentialSWF = `; Computer: SECRETMACHINE
; Installation: SECRETSITE
; Conversion: by secretuser@secret.org
; Note: secret
; MaxProcs: 4 (secret)
; UnixStartTime: 1000000000
; Queue: 1 secretqueue
; Partition: 1 secretpart
; User: 1 secretuser
7 0 0 100 4 -1 -1 4 600 -1 1 1 1 1 1 1 -1 -1
; secret
8 1 99 100 3 -1 -1 3 600 -1 1 2 1 1 1 1 -1 -1
`

// secret finds names, however they are written.
var secret = regexp.MustCompile(`(?i)secret`)

// TestNamesCannotBeGotBack makes everything of an anonymous run that the command can make, and
// looks for a name in every byte.
func TestNamesCannotBeGotBack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "slartisecret")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(folder, "clustersecret.txt")
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
		if secret.Match(out) {
			t.Errorf("backfill %s prints a name:\n%s", args[0], out)
		}
	}
	policies := []string{"--policy", "easy,dynp-advanced,recorded,rules:group-easy", "--procs", "4", "--anonymize"}
	run(append([]string{"run", log, "--out", "first", "--tables", "all", "--formats", "parquet,arrow", "--figures", "svg,png,pdf,csv",
		"--scores"}, policies...)...)
	run(append([]string{"run", log, "--json"}, policies...)...)

	// The log lies beside the results, as where they were taken to.
	if err := os.WriteFile(filepath.Join(work, "first", "clustersecret.txt"), []byte(confidential), 0o666); err != nil {
		t.Fatal(err)
	}
	run("run", "first/spec.json", "--out", "second", "--formats", "parquet,arrow")
	run("run", "first/spec.json", "--json")
	run("why", "9", "--from", "first")
	run("why", "9", "--from", "first", "--json")
	run("figure", "--from", "first", "--format", "svg,csv,pdf", "--color", "user", "--out", "drawn")
	run("compare", "first", "--json")
	run("runs", "--from", "first", "--by", "partition", "--json")
	everythingElse(t, folder, log, run)
	if names := namesIn(t, filepath.Join(work, "log0-results")); names < 2 {
		t.Errorf("%d pseudonyms of users", names)
	}
	if err := os.Remove(filepath.Join(work, "first", "clustersecret.txt")); err != nil {
		t.Fatal(err)
	}

	files := 0
	err := filepath.WalkDir(work, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if secret.Match(data) {
			t.Errorf("%s has a name", path)
		}
		if filepath.Ext(path) == ".parquet" && err == nil {
			table, meta, err := parquet.Read(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				return err
			}
			namesInTable(t, path, table, meta)
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

// everythingElse runs the other commands that take --anonymize on two logs in a folder, and a sweep.
func everythingElse(t *testing.T, folder, log string, run func(args ...string)) {
	swf := filepath.Join(folder, "swfsecret.swf")
	if err := os.WriteFile(swf, []byte(confidentialSWF), 0o666); err != nil {
		t.Fatal(err)
	}
	for k, name := range []string{log, swf} {
		out := fmt.Sprint("log", k)
		run("trace", "info", name, "--anonymize", "--json")
		run("trace", "info", name, "--anonymize")
		run("doctor", name, "--anonymize")
		run("trace", "convert", name, "--anonymize", "-o", out+".swf")
		run("trace", "convert", name, "--redate", "-o", out+"-redated.swf", "--json")
		run("trace", "clean", name, "--anonymize", "--remove", "user=u2", "-o", out+"-cleaned.swf")
		run("trace", "cut", name, "--anonymize", "--jobs", "1", "-o", out+"-cut.swf")
		run("trace", "scale", name, "--anonymize", "--load", "1", "-o", out+"-scaled.swf")
		run("trace", "split", name, "--anonymize", "--by", "user", "--out", out+"-parts")
		run("exact", "collect", name, "--anonymize", "--procs", "4", "-o", out+"-steps.jsonl")
		run("train", name, "--anonymize", "--procs", "4", "--generations", "1", "--lambda", "4", "-o", out+"-base.json",
			"--checkpoint", out+"-state")
		run("run", name, "--anonymize", "--procs", "4", "--out", out+"-results", "--formats", "parquet,arrow,csv", "--tables", "all")
	}
	study := fmt.Sprintf(`{"workload": {"file": %q, "anonymize": true}, "procs": 4, "shrink": [1, 0.5], "policies": ["easy", "fcfs"]}`, log)
	if err := os.WriteFile(filepath.Join(folder, "study.json"), []byte(study), 0o666); err != nil {
		t.Fatal(err)
	}
	run("sweep", "plan", filepath.Join(folder, "study.json"), "--out", "../study", "--tables", "jobs")
	run("sweep", "run", "../study")
	run("sweep", "collect", "../study", "--out", "collected")
	run("sweep", "figure", "../study", "--x", "shrink", "--y", "util", "--out", "curves")
}

// namesIn looks for names in the columns of results, which are compressed, and in their
// metadata. It returns how many pseudonyms of users there are.
func namesIn(t *testing.T, dir string) (users int) {
	r, err := arrowio.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range r.Tables {
		users += namesInTable(t, dir, table, r.Meta)
	}
	return users
}

func namesInTable(t *testing.T, file string, table *result.Table, meta result.Meta) (users int) {
	for i, c := range table.Schema.Columns {
		if c.Type != result.Text {
			continue
		}
		for _, text := range table.Cols[i].Dict.Texts() {
			if secret.MatchString(text) {
				t.Errorf("%s: %s.%s has the name %s", file, table.Schema.Name, c.Name, text)
			}
			if c.Name == "user" && strings.HasPrefix(text, "u") {
				users++
			}
		}
	}
	for _, p := range meta {
		if secret.MatchString(p.Value) {
			t.Errorf("%s: the metadata %s has a name", file, p.Key)
		}
	}
	return users
}
