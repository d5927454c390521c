package exact

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const small = `{"name":"small","procs":4,"now":10,"free":[{"at":10,"procs":1},{"at":30,"procs":4}],` +
	`"jobs":[{"id":1,"procs":2,"estimate":5,"submit":3},{"id":2,"procs":1,"estimate":30,"submit":10}]}`

func TestReadRefusesWithOneLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"procs":4,"now"`, `"procs":0,"now"`, "procs is 0"},
		{`"now":10`, `"now":-1`, "now is -1"},
		{`"now":10`, `"now":11`, "free[0]"},
		{`"now":10`, `"now":1.5`, "now is 1.5: give a whole number"},
		{`"now":10`, `"now":10,"when":3`, `unknown field "when"`},
		{`{"at":10,"procs":1},{"at":30,"procs":4}`, ``, "free is empty"},
		{`"at":30,"procs":4`, `"at":30,"procs":5`, "free[1] has 5 processors"},
		{`"at":30`, `"at":10`, "free[1]"},
		{`"at":10,"procs":1`, `"at":10,"procs":4`, "running jobs only end"},
		{`"at":10,"procs":1`, `"at":10,"procs":-1`, "free[0] has -1"},
		{`"id":2`, `"id":1`, "id 1 twice"},
		{`"procs":2`, `"procs":5`, "has procs 5, expected 1 to 4"},
		{`"estimate":5`, `"estimate":0`, "has estimate 0"},
		{`"estimate":5`, `"estimate":100000000001`, "has estimate 100000000001"},
		{`"submit":3`, `"submit":11`, "has submit 11, expected 0 to 10"},
		{`"submit":10}]}`, `"submit":10}]} {}`, "more text follows"},
		{`"submit":10}]}`, `"submit":10}]`, "ends too early"},
		{`"jobs":[`, `"jobs":[}`, "not JSON"},
	} {
		if !strings.Contains(small, c.old) {
			t.Fatalf("the instance has no %s", c.old)
		}
		_, err := Read(strings.NewReader(strings.Replace(small, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("with %s, Read says %v; expected one line with %q", c.new, err, c.want)
		}
	}
	if _, err := Read(strings.NewReader(" ")); err == nil {
		t.Error("an empty file is read as an instance")
	}
}

// An error names the instance of a set by its place and name. Names are written as they are.
func TestErrorsNameTheInstance(t *testing.T) {
	bad := strings.Replace(small, `"procs":4,"now"`, `"procs":0,"now"`, 1)
	_, err := ReadAll(strings.NewReader(small + small + bad))
	if err == nil || !strings.HasPrefix(err.Error(), `instance 3 ("small"): procs is 0`) {
		t.Errorf("the third of three instances is bad, and ReadAll says %v", err)
	}
	var out bytes.Buffer
	in := &Instance{Name: "<a & b>", Procs: 1, Free: []Step{{0, 1}}}
	if err := in.Write(&out); err != nil || !strings.Contains(out.String(), in.Name) || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("the name %q is written as %s, %v", in.Name, out.String(), err)
	}
}

func TestCostsThatAreNotExactAreRefused(t *testing.T) {
	in := &Instance{Procs: 1 << 30, Free: []Step{{0, 1 << 30}}}
	for i := range 200 {
		in.Jobs = append(in.Jobs, Job{int64(i), 1 << 30, 1e11, 0})
	}
	if err := in.Check(); err == nil {
		t.Error("costs beyond an int64 are not refused")
	}
	in.Jobs = append(in.Jobs[:0], Job{1, 1 << 16, 1e11, 0})
	if err := in.Check(); err != nil {
		t.Error(err)
	}
	in.Jobs = append(in.Jobs, Job{2, 1, 1e11, 0})
	if err := in.Check(); err == nil {
		t.Error("costs beyond a float64's integers are not refused")
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(small + "\n" + small))
	f.Add([]byte(`{"procs":1,"now":0,"free":[{"at":0,"procs":1}],"jobs":null}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		all, err := ReadAll(bytes.NewReader(b))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q is more than one line", err)
			}
			return
		}
		var out bytes.Buffer
		for _, in := range all {
			if err := in.Write(&out); err != nil {
				t.Fatal(err)
			}
			if len(in.Jobs) <= 20 && len(in.Free) <= 50 { // whatever the numbers, it ends and keeps its word
				solve(t, in, Options{Nodes: 300, MemoryMiB: 1})
			}
		}
		again, err := ReadAll(&out)
		if err != nil || !reflect.DeepEqual(all, again) {
			t.Fatalf("%s is read back as %v, %v", b, again, err)
		}
	})
}

// The digest is that of the nameless JSON, so sha256sum gives it too; it depends on
// every number and on no name.
func TestDigestsTellInstancesApart(t *testing.T) {
	digest := func(text string) string {
		in, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return in.SHA256()
	}
	nameless := strings.Replace(small, `"name":"small",`, "", 1)
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(nameless+"\n"))); digest(small) != want || digest(nameless) != want {
		t.Errorf("%s and %s, want %s", digest(small), digest(nameless), want)
	}
	seen := map[string]string{digest(small): small}
	for _, c := range [][2]string{
		{`"procs":4,"now":10`, `"procs":6,"now":10`},
		{`"at":10,"procs":1`, `"at":10,"procs":2`}, {`"at":30`, `"at":31`}, {`"at":30,"procs":4`, `"at":30,"procs":3`},
		{`"id":2`, `"id":3`}, {`"procs":2`, `"procs":3`}, {`"estimate":5`, `"estimate":6`}, {`"submit":3`, `"submit":4`},
	} {
		text := strings.Replace(small, c[0], c[1], 1)
		if other := seen[digest(text)]; other != "" {
			t.Errorf("%s has the digest of %s", text, other)
		}
		seen[digest(text)] = text
	}
}
