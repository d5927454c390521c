package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary also be the command: where a script or a test
// executes backfill, it is this program under that name. As sacct it stands in
// for Slurm's.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"backfill": commandOfDemo, "sacct": fakeSacct})
}

// TestScripts runs the cases in testdata, each in a folder of its own. Beside
// the usual words of testscript they have:
//
//	exits CODE COMMAND...  COMMAND ends with that exit code; if it is not 0, the
//	                       last line of standard error is the error, and there
//	                       is no further one after a mistake in the command line
//	json PATH [VALUE]      the last standard output is JSON; what PATH (a.0.b)
//	                       leads to is VALUE, or at least there; len:PATH counts
//	files DIR [NAME...]    DIR, or a folder that is not there, has these files
//	archive NAME BEHAVIOUR serves the script's folder as an archive on loopback,
//	                       with its address in $NAME; see behaviours
//	scattered FILE         writes a log of 3,000 jobs whose numbers fall and are far apart
//	noise FILE BYTES       makes a file of random bytes
//	truncate FILE BYTES    cuts a file
//	gzip FILE              compresses FILE to FILE.gz
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(cond string) (bool, error) {
			if cond != "root" { // whom no permission stops
				return false, fmt.Errorf("unknown condition %s", cond)
			}
			return os.Geteuid() == 0, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "json": jsonHas, "files": files, "archive": archive,
			"scattered": scattered, "noise": noise, "truncate": truncate, "gzip": compress,
		},
	})
}

func scattered(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	b.WriteString("; MaxProcs: 4\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "%d %d 0 10 2 -1 -1 2 10 -1 1 1 1 1 1 1 -1 -1\n", (3000-i)*100_000, 20*i)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if x := (*exec.ExitError)(nil); errors.As(err, &x) {
		code = x.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
	if code == 0 {
		return
	}
	lines := strings.Split(strings.TrimRight(ts.ReadFile("stderr"), "\n"), "\n")
	switch last := lines[len(lines)-1]; {
	case !strings.HasPrefix(last, "backfill: "):
		ts.Fatalf("the last line of standard error is no error: %q", last)
	case code == 2 && len(lines) != 1:
		ts.Fatalf("a mistake in the command line takes %d lines, want 1", len(lines))
	case code == 2 && ts.ReadFile("stdout") != "":
		ts.Fatalf("a mistake in the command line prints to standard output")
	}
}

func jsonHas(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: json PATH [VALUE]")
	}
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	path, count := strings.CutPrefix(args[0], "len:")
	for key := range strings.SplitSeq(path, ".") {
		if key == "" {
			continue
		}
		switch x := v.(type) {
		case map[string]any:
			v = x[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(x) {
				ts.Fatalf("%s: no element %s in an array of %d", path, key, len(x))
			}
			v = x[i]
		default:
			v = nil
		}
	}
	if list, ok := v.([]any); ok && count {
		v = float64(len(list))
	}
	got := fmt.Sprint(v)
	if n, ok := v.(float64); ok {
		got = strconv.FormatFloat(n, 'f', -1, 64)
	}
	switch {
	case len(args) == 1 && (v == nil) != neg:
		ts.Fatalf("%s is %s", path, got)
	case len(args) == 2 && (got != args[1]) != neg:
		ts.Fatalf("%s is %s, want %s", path, got, args[1])
	}
}

func files(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: files DIR [NAME...]")
	}
	var got []string
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		ts.Check(err)
	}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if g, w := strings.Join(got, " "), strings.Join(args[1:], " "); g != w {
		ts.Fatalf("%s has the files %q, want %q", args[0], g, w)
	}
}

// behaviours are how the archives of the scripts serve files.
var behaviours = map[string]func(files http.Handler) http.HandlerFunc{
	"well": func(files http.Handler) http.HandlerFunc { return files.ServeHTTP },
	"breaking": func(files http.Handler) http.HandlerFunc { // the first answer ends half way
		var asked atomic.Int32
		return func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) > 1 {
				files.ServeHTTP(w, r)
				return
			}
			rec := httptest.NewRecorder()
			files.ServeHTTP(rec, r)
			for key, values := range rec.Header() {
				w.Header()[key] = values
			}
			w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
	},
}

func archive(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 || behaviours[args[1]] == nil {
		ts.Fatalf("usage: archive NAME well|breaking")
	}
	s := httptest.NewServer(behaviours[args[1]](http.FileServer(http.Dir(ts.MkAbs(".")))))
	ts.Defer(s.Close)
	ts.Setenv(args[0], s.URL)
}

func noise(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: noise FILE BYTES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	r := rand.NewChaCha8([32]byte{1})
	b := make([]byte, n)
	r.Read(b)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o644))
}

func truncate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: truncate FILE BYTES")
	}
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

func compress(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gzip FILE")
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(z.Close())
	name := ts.MkAbs(args[0] + ".gz")
	ts.Check(os.WriteFile(name, b.Bytes(), 0o644))
	// A server derives its validators from the time of the file.
	ts.Check(os.Chtimes(name, time.Time{}, time.Unix(1e9, 0)))
}

// folder returns what is in a folder, with what is in its folders.
func folder(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return names
}
