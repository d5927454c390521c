package table

import (
	"strings"
	"testing"
)

func TestMapsAreReadAndWritten(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"submit=submit_time:ms,run=duration:ms,procs=cpu_count", ""},
		{" submit = a , run = b:min , procs = 4 ", "submit=a,run=b:min,procs=4"},
		{`submit="a, b: c=d":s,run=b,procs=c:x36`, ""},
		{`submit="a ""b"", c":s,run="""",procs=c`, ""},
		{`submit=a"b c"d,run="e"`, "submit=ab cd,run=e"},
		{`{"submit": "a:ms", "run": "b", "procs": "cpus:milli", "account": "p"}`, "submit=a:ms,run=b,procs=cpus:milli,group=p"},
		{"backfill", ""},
		{"backfill,run=other:min", ""},
		{"backfill,only=policy:easy", ""},
		{"backfill,only=policy:a:b", `backfill,only=policy:"a:b"`},
		{"backfill,estimate=", ""},
		{"auto,estimate=limit:min", ""},
		{"auto,wait=", ""},
		{`{"preset": "auto", "wait": ""}`, "auto,wait="},
		{"runtime=x", "run=x"},
	} {
		m, err := ParseMap(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		if got := m.String(); got != want {
			t.Errorf("%s is written as %s, want %s", c.text, got, want)
		}
		again, err := ParseMap(m.String())
		if err != nil || again != m {
			t.Errorf("%s, read again: %v, %v", m, again, err)
		}
	}
}

func TestMapsThatCannotBe(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"", "has no ="},
		{"submit=a,auto", "has no ="},
		{"nrel-eagel", "unknown map of columns"},
		{"backfil", "did you mean backfill?"},
		{"size=a", `unknown field "size": choose one of job, submit`},
		{"submit=a:minutes", "give ns, us, ms, s, min, h or d"},
		{"run=a:x3", "give ns"},
		{"procs=a:s", "or a factor such as x36"},
		{"procs=a:x0", "milli"},
		{"user=a:s", "a name has no unit"},
		{"job=a:x2", "has no unit"},
		{"memory=a:GiBi", "GiB"},
		{`{"submit": 5}`, "not JSON with texts"},
		{`{"submit": "a"} {}`, "unexpected data"},
		{strings.Repeat("a", 1<<20), "longer than"},
	} {
		if _, err := ParseMap(c.text); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40s: %v; it should say %q in a line", c.text, err, c.says)
		}
	}
}

// FuzzMap: what is read is written so that it is read again.
func FuzzMap(f *testing.F) {
	for _, seed := range []string{"submit=a:ms,run=b", `{"submit":"a"}`, `auto,only="x,y":"z:z"`, "backfill,user=", `submit="""`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMap(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") && !strings.Contains(text, "\n") {
				t.Fatalf("%q: an error of several lines: %v", text, err)
			}
			return
		}
		if m == (Map{}) {
			return
		}
		again, err := ParseMap(m.String())
		if err != nil || again != m {
			t.Fatalf("%q becomes %q, and that %v, %v", text, m, again, err)
		}
	})
}
