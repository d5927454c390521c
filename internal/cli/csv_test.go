package cli

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A name that a spreadsheet would compute is quoted in CSV, exact on request, and what it was for our own reader.
func TestNamesInCSVAreNoFormulas(t *testing.T) {
	dir := t.TempDir()
	names := []string{"=HYPERLINK(A1)", "+cmd", "-x", "@SUM(A1)", "'=x", "ann", "-5"}
	rows := "job,user,submit,start,end,procs,limit\n"
	for i, name := range names {
		rows += strings.Join([]string{"1" + string(rune('0'+i)), name, "0", "10", "100", "4", "600"}, ",") + "\n"
	}
	log := filepath.Join(dir, "log.csv")
	must(t, os.WriteFile(log, []byte(strings.ReplaceAll(rows, "'=x", "''=x")), 0o644))
	users := func(log string, more ...string) (all []string) {
		out := filepath.Join(t.TempDir(), "out")
		quiet(t, append([]string{"run", log, "--map", "auto", "--procs", "8", "--policy", "fcfs",
			"--formats", "csv,parquet", "--out", out}, more...)...)
		f, err := os.Open(filepath.Join(out, "jobs.csv"))
		must(t, err)
		defer f.Close()
		records, err := csv.NewReader(f).ReadAll()
		must(t, err)
		at := slices.Index(records[0], "user")
		for _, r := range records[1:] {
			all = append(all, r[at])
		}
		return all
	}
	if got, want := users(log), []string{"'=HYPERLINK(A1)", "'+cmd", "'-x", "'@SUM(A1)", "''=x", "ann", "-5"}; !slices.Equal(got, want) {
		t.Errorf("users are %q, want %q", got, want)
	}
	if got := users(log, "--csv-exact"); !slices.Equal(got, names) {
		t.Errorf("with --csv-exact users are %q, want %q", got, names)
	}
	quoted := filepath.Join(dir, "out")
	quiet(t, "run", log, "--map", "auto", "--procs", "8", "--policy", "fcfs", "--formats", "csv,parquet", "--out", quoted)
	if got := users(filepath.Join(quoted, "jobs.csv"), "--csv-exact"); !slices.Equal(got, names) {
		t.Errorf("read again, users are %q, want %q", got, names)
	}
}
