package trace

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnonymizeHidesNamesOnly(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		a := checkOperation(t, w, w.Anonymize)
		pseudonym := map[string]string{"": ""} // of each user, u1 for the first to appear
		for i := range w.Jobs.Held() {
			user := w.Users.Name(w.Jobs.Held()[i].User)
			if _, ok := pseudonym[user]; !ok {
				pseudonym[user] = fmt.Sprint("u", len(pseudonym))
			}
			if got := a.Users.Name(a.Jobs.Held()[i].User); got != pseudonym[user] {
				t.Fatalf("job %d: user %q is called %q, want %q", w.Jobs.Held()[i].ID, user, got, pseudonym[user])
			}
			x, y := a.Jobs.Held()[i], w.Jobs.Held()[i]
			x.User, x.Group, x.App, x.Queue, x.Partition = 0, 0, 0, 0, 0
			y.User, y.Group, y.App, y.Queue, y.Partition = 0, 0, 0, 0, 0
			if x != y {
				t.Fatalf("%+v became %+v", y, x)
			}
		}
		sameJobs(t, "again", a.Anonymize().Jobs.Held(), a.Jobs.Held())
	})
	one := mustRead(t, head+"; User: 5 alice\n"+generated(1, 50), Options{Anonymize: true, KeepRecords: true})
	var out bytes.Buffer
	if err := one.WriteSWF(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "alice") {
		t.Error("a user's name was written")
	}
	back := mustRead(t, out.String(), Options{})
	for i, j := range back.Jobs.Held() {
		if want := strings.TrimPrefix(one.Users.Name(one.Jobs.Held()[i].User), "u"); back.Users.Name(j.User) != want {
			t.Fatalf("job %d: user %q was written as %q", j.ID, want, back.Users.Name(j.User))
		}
	}
}

// Redate keeps what a simulation sees, the day of the week and the hour, and nothing that names a job or a second.
func TestRedateKeepsTimesBetweenJobsOnly(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		for _, weeks := range []int64{-52, 1, 500} {
			r := checkOperation(t, w, func() *Workload { return w.Redate(weeks) })
			if w.UnixStart != 0 && r.UnixStart-w.UnixStart != weeks*7*86400 {
				t.Fatalf("second 0 moved from %d to %d", w.UnixStart, r.UnixStart)
			}
			for i := range r.Jobs.Held() {
				x, y := r.Jobs.Held()[i], w.Jobs.Held()[i]
				if x.ID != int64(i)+1 || x.Line != 0 {
					t.Fatalf("job %d of line %d became %d of line %d", y.ID, y.Line, x.ID, x.Line)
				}
				x.ID, x.Line, y.ID, y.Line = 0, 0, 0, 0
				if w.UnixStart == 0 && y.Submit >= unixFrom {
					y.Submit += weeks * 7 * 86400
				}
				if x != y {
					t.Fatalf("%+v became %+v", y, x)
				}
			}
		}
	})
	w := mustRead(t, "; UnixStartTime: 1000000000\n70 0 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n90 5 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 70 3\n"+
		"91 6 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 69 3\n", Options{KeepRecords: true})
	got := written(t, w.Redate(2))
	want := []string{
		"1 0 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1",
		"2 5 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 1 3",
		"3 6 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1",
	}
	var rows []string
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, ";") {
			rows = append(rows, strings.Join(strings.Fields(line), " "))
		}
	}
	if d := cmp.Diff(want, rows); d != "" || !strings.Contains(got, "; UnixStartTime: 1001209600\n") {
		t.Errorf("%s\n%s", d, got)
	}
}

// Of a header, only numbers and the time zone are left, whatever people wrote around them.
func TestNothingThatPeopleWroteIntoAHeaderStays(t *testing.T) {
	text := "; Version: 2.2\n; Computer: SECRET\n; Installation: SECRET\n; Conversion: by secret@SECRET.org\n; Note: SECRET\n" +
		"; MaxNodes: 338 (SECRET; 512 total)\n; MaxProcs: 16 SECRET\n; UnixStartTime: 1000000000 SECRET\n; TimeZoneString: Europe/Berlin\n" +
		"; Queue: 1 SECRET\n; Partition: 1 SECRET\n; User: 1 SECRET\n; SECRET: 5\n; 1 SECRET\n;SECRET\n" +
		"1 0 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n; SECRET\n2 0 1 9 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n; Note: SECRET\n"
	w, err := Read("folder/SECRET.swf", []byte(text), Options{Anonymize: true, KeepRecords: true})
	if err != nil {
		t.Fatal(err)
	}
	got := written(t, w)
	if strings.Contains(strings.ToUpper(got+w.Name+w.Source), "SECRET") {
		t.Errorf("%s, %s\n%s", w.Name, w.Source, got)
	}
	for _, want := range []string{
		"; MaxProcs: 16\n", "; MaxNodes: 338\n", "; UnixStartTime: 1000000000\n", "; TimeZoneString: Europe/Berlin\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
