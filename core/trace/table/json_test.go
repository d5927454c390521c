package table

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// batsimOf returns a workload with one job of 4 processors and these profiles, of which it has "p".
func batsimOf(profiles string) string {
	return `{"profiles": {` + profiles + `}, "nb_res": 8, "jobs": [{"id": "1", "subtime": 0, "res": 4, "profile": "p"}]}`
}

// Profiles take the time that Batsim's documentation says on processors of that speed and a network that takes none.
func TestBatsimProfilesTakeTheirTime(t *testing.T) {
	for _, c := range []struct{ profiles, m, want string }{
		{`"p": {"type": "DelayProfile", "delay": 7}`, "", "run 7"},
		{`"p": {"type": "delay", "delay": 7}`, "batsim,speed=1e9", "run 7"},
		{`"p": {"type": "parallel_homogeneous", "cpu": 30e9, "com": 1e6}`, "batsim,speed=1e9", "run 30"},
		{`"p": {"type": "parallel_homogeneous", "cpu": 30e9, "com": 0}`, "batsim,speed=2000000000", "run 15"},
		{`"p": {"type": "parallel_homogeneous_total", "cpu": 40e9, "com": 0}`, "batsim,speed=1e9", "run 10"},
		{`"p": {"type": "ParallelTaskHomogeneousProfile", "cpu": 40e9, "generation_strategy": "DefinedAmountsSpreadUniformly"}`,
			"batsim,speed=1e9", "run 10"},
		{`"q": {"type": "parallel_homogeneous", "cpu": 3e9}, "r": {"type": "delay", "delay": 2},
		  "p": {"type": "SequentialCompositionProfile", "repeat": 3, "seq": ["q", "r", "q"]}`, "batsim,speed=1e9", "run 24"},
		{`"p": {"type": "parallel_homogeneous", "cpu": -1}`, "", "error: x.csv:1: profile: \"p\": its cpu is not a number"},
		{`"p": {"type": "parallel_homogeneous", "cpu": [1]}`, "", "error: x.csv:1: profile: \"p\": its cpu is not a number"},
		{`"p": {"type": "smpi"}`, "", "error: x.csv:1: profile: \"p\": profiles of type \"smpi\" are not read"},
		{`"q": {"type": "delay", "delay": 1}`, "", "error: x.csv:1: profile: \"p\": there is none of that name"},
		{`"p": {"type": "composed", "seq": ["p"]}`, "", "error: x.csv:1: profile: \"p\": it is composed of itself"},
		{`"p": {"type": 5}`, "", "error: x.csv:1: profile: \"p\": its type: a number where a text should be"},
	} {
		rows, r := rowsOf(t, batsimOf(c.profiles), c.m, time.UTC)
		got := fmt.Sprint("run ", rows[0].Run)
		if rows[0].Err != nil {
			got = "error: " + rows[0].Err.Error()
		}
		if len(rows) != 1 || !strings.HasPrefix(got, c.want) || r.table.Meta(MetaProcs) != "8" {
			t.Errorf("%s with %q: %d rows, %s on %s; want %s on 8", c.profiles, c.m, len(rows), got, r.table.Meta(MetaProcs), c.want)
		}
	}
}

// Operations without a speed are an error of the whole file, which says what to give.
func TestOperationsNeedASpeed(t *testing.T) {
	r, err := open(batsimOf(`"p": {"type": "parallel_homogeneous", "cpu": 30e9}`), "", time.UTC)
	if err == nil {
		_, err = r.Next()
	}
	const want = "x.csv:1: its run time depends on the processors' speed: give it with --map, such as batsim,speed=1e9"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// An odd job is one row that cannot be used; the others stay.
func TestAnOddJobLeavesTheOthers(t *testing.T) {
	text := `[{"submitted_time": "2017-10-07 01:11:39", "jobid": 1, "attempts": []}, 7, {"submitted_time": "2017-10-07", "attempts": {}},
		{"jobid": [], "attempts": []}, {"submitted_time": "2017-10-07 01:11:39", "jobid": 5, "attempts": []}]`
	rows, _ := rowsOf(t, text, "", time.UTC)
	if len(rows) != 5 || rows[0].Err != nil || rows[1].Err == nil || rows[2].Err == nil || rows[3].Err == nil || rows[4].Job != 5 {
		t.Errorf("%+v", rows)
	}
}

// A file that is damaged, cut off or hostile is one clear line.
func TestHostileJSONIsOneLine(t *testing.T) {
	for text, want := range map[string]string{
		`[{"attempts": [] `:                                        "the JSON is cut off at byte",
		`[{"attempts": []},`:                                       "the JSON is cut off at byte",
		`[{"attempts": []}]x`:                                      "the JSON is damaged near byte",
		`[{"attempts": []}] []`:                                    "the file goes on after its JSON",
		`[{"attempts": }]`:                                         "the JSON is damaged near byte",
		`{"nb_res": 4, "jobs": {}}`:                                "neither Philly's list of jobs nor a workload of Batsim",
		`{"nb_res": 4, "profiles": []}`:                            "neither Philly's list of jobs nor a workload of Batsim",
		`{"nb_res": 4, "x": ` + strings.Repeat("[", 20000):         "the JSON is",
		`[{"attempts": [` + strings.Repeat("{},", 1<<20):           "a job or profile of more than",
		`[{"attempts": [], "user": "` + strings.Repeat("x", 4<<20): "a job or profile of more than",
		`{"nb_res": 4, "` + strings.Repeat("x", 4<<20):             "a job or profile of more than",
		`{"nb_res": 4, "x": "` + strings.Repeat("x", 4<<20):        "a job or profile of more than",
	} {
		r, err := open(text, "", time.UTC)
		for err == nil {
			_, err = r.Next()
		}
		if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}

// bigPhilly is a log of n jobs, made while it is read.
func bigPhilly(n int) io.Reader {
	job := `{"status": "Pass", "vc": "v", "jobid": "a", "user": "u", "submitted_time": "2017-10-07 01:11:39", "attempts": [{"start_time": ` +
		`"2017-10-07 01:12:09", "end_time": "2017-10-07 01:13:23", "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}]}]}`
	parts := []io.Reader{strings.NewReader("[" + job)}
	for range n - 1 {
		parts = append(parts, strings.NewReader(","+job))
	}
	return io.MultiReader(append(parts, strings.NewReader("]"))...)
}

// Philly's jobs are read without holding them.
func TestMemoryDoesNotFollowTheLog(t *testing.T) {
	peak := func(n int) (most uint64) {
		table, err := NewJSON("philly", bigPhilly(n))
		if err != nil {
			t.Fatal(err)
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		before := m.HeapAlloc
		rows := 0
		for {
			b, err := table.Read([]int{0, 4, 7})
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			rows += b.Rows
			runtime.GC()
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc-min(before, m.HeapAlloc))
		}
		if rows != n {
			t.Fatalf("%d rows of %d", rows, n)
		}
		return most
	}
	if small, large := peak(8192), peak(65536); large > small+1<<20 {
		t.Errorf("%d bytes for 8,192 jobs, %d for 65,536", small, large)
	}
}

// FuzzJSON reads anything that looks like one of the forms: errors are one line, rows that can be used have a submission.
func FuzzJSON(f *testing.F) {
	for _, name := range []string{"philly", "batsim"} {
		f.Add([]byte(samples[name].text), "")
	}
	f.Add([]byte(batsimOf(`"p": {"type": "parallel_homogeneous", "cpu": 1e300}`)), "batsim,speed=1")
	f.Add([]byte(batsimOf(`"q": {"type": "delay", "delay": -1e308}, "p": {"type": "composed", "repeat": 1e308, "seq": ["q", "p"]}`)), "")
	f.Fuzz(func(t *testing.T, data []byte, m string) {
		for _, form := range []string{"philly", "batsim"} {
			table, err := NewJSON(form, strings.NewReader(string(data)))
			var r *Reader
			if err == nil {
				var known bool
				if r, known, err = mapped(table, m); !known {
					return
				}
			}
			for n := 0; err == nil; n++ {
				_, err = r.Next()
				if n > len(data) {
					t.Fatal("more rows than bytes")
				}
			}
			if !errors.Is(err, io.EOF) && strings.Contains(err.Error(), "\n") {
				t.Fatalf("an error of several lines: %v", err)
			}
		}
	})
}

// The forms are those of regular expressions, which say the same in fewer words.
func TestFormsAreThoseOfPatterns(t *testing.T) {
	philly := regexp.MustCompile(`^\s*\[\s*\{[^\[]*"(attempts|submitted_time)"`)
	batsim := regexp.MustCompile(`^\s*\{[^\x00]*"(nb_res|subtime)"\s*:`)
	parts := []string{
		"[", "{", " ", "\n", "\v", "\x00", "\xff", ":", ",", `"attempts"`, `"submitted_time"`, `"nb_res"`, `"subtime"`, `"x"`, `"`,
	}
	r := rand.New(rand.NewPCG(1, 2))
	found := map[string]int{}
	for range 200_000 {
		var text []byte
		for range r.IntN(9) {
			text = append(text, parts[r.IntN(len(parts))]...)
		}
		want := ""
		switch {
		case philly.Match(text):
			want = "philly"
		case batsim.Match(text):
			want = "batsim"
		}
		if got := JSONForm(text); got != want {
			t.Fatalf("JSONForm(%q) = %q, want %q", text, got, want)
		}
		found[want]++
	}
	if found["philly"] < 100 || found["batsim"] < 100 {
		t.Errorf("too few of each form: %v", found)
	}
}
