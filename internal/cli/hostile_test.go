package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// escapes follows every name of hostile inputs: a terminal's title, colour and cursor, 8-bit forms of the same, a
// turn of the reading direction, the return and erasure of a line.
const escapes = "\x1b]0;PWN\x07\x1b[31m\u009b2J\u202egnp\u2066\r\x7f\b"

// forged begins lines that no command writes: it follows a line feed in names.
const forged = "FORGED"

// checkOutput reports what must not reach a terminal.
func checkOutput(t *testing.T, args []string, stream, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%q: %s is not UTF-8: %.300q", args, stream, text)
	}
	for line := range strings.Lines(text) {
		hidden := func(r rune) bool {
			return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\u202e' || r == '\u2066'
		}
		if i := strings.IndexFunc(line, hidden); i >= 0 || strings.HasPrefix(line, forged) {
			t.Errorf("%q: %s has the line %.300q", args, stream, line)
		}
	}
}

// quiet runs a command and holds what it prints to the law.
func quiet(t *testing.T, args ...string) (out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := Run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	checkOutput(t, args, "stdout", stdout.String())
	checkOutput(t, args, "stderr", stderr.String())
	lines := strings.Split(strings.TrimRight(stderr.String(), "\n"), "\n")
	last := lines[len(lines)-1]
	if code != 0 && (utf8.RuneCountInString(last) > console.ErrorWidth || !strings.HasPrefix(last, "backfill: ")) {
		t.Errorf("%q: the error is %q", args, last)
	}
	if testing.Verbose() {
		t.Logf("%q: %d\n%s%s", args, code, stdout.String(), stderr.String())
	}
	return stdout.String()
}

// hostileCampus writes the example's description and log with escapes after every name.
func hostileCampus(t *testing.T, dir, suffix string) (description, log string) {
	t.Helper()
	var of bytes.Buffer
	if err := campus.WriteDescription(&of); err != nil {
		t.Fatal(err)
	}
	var records bytes.Buffer
	if err := campus.WriteLog(&records); err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(suffix)
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`\b(campus|batch|gpu|normal|physics|chemistry|biology|vision|ada|ben|cleo|dan|eva|finn|gil|hana|bigmem)\b`)
	inLog := strings.NewReplacer("\n", "").Replace(suffix)
	head, rows, _ := strings.Cut(records.String(), "\n")
	rows = names.ReplaceAllString(rows, "${1}"+inLog)
	rows = regexp.MustCompile(`-J (\w+)`).ReplaceAllString(rows, "-J ${1}"+inLog)
	rows = regexp.MustCompile(`(?m)^(\d+\|\d+\|\w+)`).ReplaceAllString(rows, "${1}"+inLog+"\x9b")
	description, log = filepath.Join(dir, "cluster.json"), filepath.Join(dir, "log.txt")
	text := names.ReplaceAllString(of.String(), "${1}"+string(quoted[1:len(quoted)-1]))
	for name, text := range map[string]string{description: text, log: head + "\n" + rows} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return description, log
}

// What logs and descriptions name reaches no terminal with control characters, whatever command shows it.
func TestNothingOfAStrangerDrivesTheTerminal(t *testing.T) {
	dir := t.TempDir()
	description, log := hostileCampus(t, dir, escapes)
	out := filepath.Join(dir, "out")
	for _, args := range []string{
		"trace info LOG", "doctor LOG", "doctor LOG --cluster CLUSTER", "cluster show CLUSTER", "twin check LOG --cluster CLUSTER",
		"whatif LOG --cluster CLUSTER --change add=1:c1 -o PAGE", "whatif LOG --cluster CLUSTER --change add=1:x" + escapes,
		"predict LOG --cluster CLUSTER --now 1772445000 --draws 3", "cluster init --log LOG --yes",
		"run LOG --cluster CLUSTER --policy easy,slurm --out OUT --formats parquet,csv --verify", "runs --from OUT --by job_name",
		"runs --from OUT --by user", "runs --from OUT --by partition --json", "compare OUT", "why 2001 --from OUT",
		"why 2020 --from OUT --all",
		"why --from OUT --at 8000", "why x" + escapes + " --from OUT", "run LOG --policy fcfs,cons", "run LOG --policy easy --sites 2",
		"run LOG --policy x" + escapes,
		"run no" + escapes, "run LOG --procs 4 --json",
		"run LOG --filter user=ada" + escapes, "trace split LOG --by user --out OUT" + escapes,
		"exact no" + escapes + ".json",
		"figure --from OUT" + escapes, "x" + escapes, "run --x" + escapes, "trace convert LOG -o OUT.swf",
		"doctor CLUSTER", "twin check CLUSTER --cluster LOG", "run OUT", "sweep plan LOG", "rules show LOG", "exact LOG",
		"train LOG --simulations 3",
	} {
		var words []string
		for word := range strings.FieldsSeq(args) {
			words = append(words, strings.NewReplacer("LOG", log, "CLUSTER", description, "OUT", out, "PAGE",
				filepath.Join(dir, "page.html")).Replace(word))
		}
		quiet(t, words...)
	}
	page, err := os.ReadFile(filepath.Join(dir, "page.html"))
	if err != nil {
		t.Fatal(err)
	}
	checkOutput(t, []string{"the page of whatif"}, "it", string(page))
}

// A name with a line feed forges no line: in JSON and quoted cells names may have any character.
func TestANameForgesNoLine(t *testing.T) {
	dir := t.TempDir()
	description, log := hostileCampus(t, dir, escapes+"\n"+forged+" ")
	table := filepath.Join(dir, "jobs.csv")
	var rows strings.Builder
	rows.WriteString("job,user,group,account,queue,partition,qos,job_name,submit,start,end,procs,limit\n")
	for i := range 40 {
		bad := fmt.Sprintf("\"n%d%s\n%s\"", i%3, escapes, forged)
		fmt.Fprintf(&rows, "%d,%s,%[2]s,%[2]s,%[2]s,%[2]s,%[2]s,%[2]s,%d,%d,%d,%d,500\n", i+1, bad, 100*i, 100*i+50, 100*i+400, 1+i%4)
	}
	spec := filepath.Join(dir, "spec.json")
	out := filepath.Join(dir, "out")
	bad, err := json.Marshal("x" + escapes + "\n" + forged)
	if err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(dir, "slurm.conf")
	for name, text := range map[string]string{
		table: rows.String(), spec: fmt.Sprintf(`{"workload": {"file": %s}, "policies": [%[1]s], %[1]s: 1}`, bad),
		conf: "ClusterName=x" + escapes + "\nNodeName=n[1-2] CPUs=4\nPartitionName=p Nodes=ALL\nPlugin" + escapes + "=1" + escapes + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"doctor LOG --cluster CLUSTER", "cluster show CLUSTER", "twin check LOG --cluster CLUSTER", "trace info TABLE --map auto",
		"doctor TABLE --map auto",
		"run TABLE --map auto --policy easy,cons --out OUT", "runs --from OUT --by user", "runs --from OUT --by job_name",
		"runs --from OUT --by queue",
		"why 3 --from OUT", "compare OUT", "run TABLE --map auto --policy easy --sites 2", "run SPEC", "sweep plan SPEC --out OUT2",
		"cluster init --slurm-conf CONF",
		"cluster init --slurm-conf CONF --log LOG",
	} {
		var words []string
		for word := range strings.FieldsSeq(args) {
			words = append(words, strings.NewReplacer("LOG", log, "CLUSTER", description, "OUT", out, "TABLE", table, "SPEC",
				spec, "CONF", conf).Replace(word))
		}
		quiet(t, words...)
	}
}
