package trace

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A file of another batch system gives the same jobs, or the same error, however it reaches the reader: compressed, from Windows, with
// a byte order mark, without its last line's end, a byte at a time, or from standard input.
func TestLogsOfManagersAreTheSameJobsHoweverTheyCome(t *testing.T) {
	read := 0
	for name, file := range corpus(t) {
		want := outcome(Read("log", []byte(file), Options{}))
		count(&read, !strings.HasPrefix(want, "error: "))
		for how, got := range map[string]string{
			"gzip":              outcome(Read("log", zipped(t, file), Options{})),
			"CRLF":              outcome(Read("log", []byte(strings.ReplaceAll(file, "\n", "\r\n")), Options{})),
			"a byte order mark": outcome(Read("log", []byte("\ufeff"+file), Options{})),
			"no last newline":   outcome(Read("log", []byte(strings.TrimRight(file, "\n")), Options{})),
			"more blank lines":  outcome(Read("log", []byte(file+"\n\n"), Options{})),
			"byte by byte":      outcome(ReadFrom("log", &dripping{strings.NewReader(file)}, Options{})),
			"standard input": strings.ReplaceAll(outcome(ReadFrom("standard input", strings.NewReader(file), Options{})),
				"standard input", "log"),
		} {
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s, %s: %s", name, how, d)
			}
		}
	}
	if read < 35 {
		t.Errorf("only %d files have jobs", read)
	}
}

// Files that overlap, joined, are the jobs of both.
func TestJoiningALogWithItselfChangesNoJob(t *testing.T) {
	for name, file := range corpus(t) {
		w, err := Read("log", []byte(file), Options{})
		if err != nil || file[0] == '{' || file[0] == '[' || !Recognised([]byte(file)) {
			continue
		}
		twice, err := Read("log", []byte(file+"\n"+file), Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		if twice.Len() != w.Len() || twice.Count("repeated") < w.Len() || w.Count("repeated") > 0 {
			t.Errorf("%s: %d jobs, twice %d: %v", name, w.Len(), twice.Len(), twice.Counts)
		}
	}
}

// dripping gives its text a byte at a time.
type dripping struct{ io.Reader }

func (d *dripping) Read(p []byte) (int, error) { return d.Reader.Read(p[:min(len(p), 1)]) }

// corpus returns the files in the corpus of package managers, by name.
func corpus(t testing.TB) map[string]string {
	t.Helper()
	names, err := filepath.Glob("internal/managers/testdata/*.case")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	all := map[string]string{}
	for _, name := range names {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, file, found := strings.Cut(string(whole), "\n----\n")
		if !found {
			t.Fatal(name)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".case")] = file
	}
	return all
}

// outcome returns all that a reading gives, a line each: the error, or the jobs with their labels and names and the counts.
func outcome(w *Workload, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	name := func(n Names, i int32) string {
		if i < 0 {
			return "-"
		}
		return n[i]
	}
	for j, err := range w.Jobs.All() {
		if err != nil {
			return "error: " + err.Error()
		}
		kept := *j
		kept.User, kept.Group, kept.Queue, kept.Partition, kept.App, kept.Row = job.None, job.None, job.None, job.None, job.None, job.None
		fmt.Fprintf(&b, "%s %+v %s %s %s %s %s\n", w.Label(j), kept, name(w.Users, j.User), name(w.Groups, j.Group), name(w.Queues, j.Queue),
			name(w.Partitions, j.Partition), name(w.Apps, j.App))
	}
	fmt.Fprintf(&b, "%v start %d, %d processors by %s, local times %t, unstarted %v\n", w.Counts, w.UnixStart, w.Procs, w.ProcsFrom,
		w.LocalTimes, w.Unstarted)
	return b.String()
}
