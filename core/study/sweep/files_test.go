package sweep

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The copy of a private log is private, also if it was there before, and what is no log is not copied.
func TestALogIsReadBeforeItIsCopiedAndStaysPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permissions")
	}
	log, dir := filepath.Join(t.TempDir(), "a.swf"), t.TempDir()
	open := func(string) (io.ReadCloser, error) { return os.Open(log) }
	study := parse(t, `{"workload":{"file":"a.swf"},"policies":["fcfs","easy"]}`)
	for _, c := range []struct {
		text string
		perm fs.FileMode
		want string // of the copy, "" is none
	}{
		{"root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n", 0o644, ""},
		{"", 0o644, ""}, {"-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n", 0o600, ""}, {"PASSWORD=1\n", 0o600, ""},
		{"1 0 -1 100 2 -1 -1 2 120 -1 1 1 1 1 1 1 -1 -1\n", 0o644, "-rw-r--r--"},
		{"1 0 -1 100 2 -1 -1 2 120 -1 1 1 1 1 1 1 -1 -1\n", 0o600, "-rw-------"},
		{"2 0 -1 100 2 -1 -1 2 120 -1 1 1 1 1 1 1 -1 -1\n", 0o640, "-rw-r-----"},
	} {
		if err := os.WriteFile(log, []byte(c.text), c.perm); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(log, c.perm); err != nil {
			t.Fatal(err)
		}
		p, err := NewPlan(t.Context(), dir, study, nil, open)
		if c.want == "" {
			files, _ := filepath.Glob(filepath.Join(dir, logFolder, "*"))
			if err == nil || len(files) > 0 || !strings.Contains(err.Error(), "a.swf") {
				t.Errorf("%.20q: %v, copied to %v", c.text, err, files)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(p.logFile(p.kept["a.swf"])); err != nil || info.Mode().String() != c.want {
			t.Errorf("the copy of a log %s is %v, %v", c.perm, info.Mode(), err)
		}
	}
}

// The sweep has its own copy of a log. If that is damaged, the work ends, and nothing is
// recorded as a failure of its runs.
func TestADamagedLogEndsTheWork(t *testing.T) {
	log := "; MaxProcs: 4\n1 0 -1 100 2 -1 -1 2 120 -1 1 1 1 1 1 1 -1 -1\n2 0 -1 100 4 -1 -1 4 120 -1 1 1 1 1 1 1 -1 -1\n"
	dir := t.TempDir()
	open := func(name string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(log)), nil }
	p, err := NewPlan(t.Context(), dir, parse(t, `{"workload":{"file":"a.swf"},"policies":["fcfs","easy"]}`), nil, open)
	if err != nil {
		t.Fatal(err)
	}
	copied := p.logFile(p.logs["a.swf"])
	if err := os.WriteFile(copied, []byte(log[:80]), 0o666); err != nil {
		t.Fatal(err)
	}
	w := Worker{Plan: p, Store: openStore(t, dir)}
	if _, err := w.Do(t.Context(), p.All()); fmt.Sprint(err) != copied+": this copy of the log is damaged: plan the sweep again" {
		t.Errorf("the error is %v", err)
	}
	if s, err := StatusOf(p, openStore(t, dir)); err != nil || len(s.Missing) != 2 || len(s.Failed) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := NewPlan(t.Context(), dir, p.Study, nil, open); err != nil {
		t.Fatal(err)
	}
	if at := do(t, p, p.All()); at.Now != 2 || at.Failed != 0 {
		t.Errorf("planned again: %+v", at)
	}
}
