package hostlist

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	for _, c := range []struct{ list, want string }{
		{"", ""},
		{"n1", "n1"},
		{"localhost", "localhost"},
		{"n[1-3]", "n1 n2 n3"},
		{"n[008-010],gn1", "n008 n009 n010 gn1"},
		{"n[8-11]", "n8 n9 n10 n11"},
		{"n[08-11]", "n08 n09 n10 n11"},
		{"n[1,3,5-6]x", "n1x n3x n5x n6x"},
		{"a[1-2]b[3,5-6]", "a1b3 a1b5 a1b6 a2b3 a2b5 a2b6"},
		{"[1-2]", "1 2"},
		{"n1,n1", "n1 n1"},
		{" n1, n2\tn3\n", "n1 n2 n3"},
		{"n1,,n2,", "n1 n2"},
		{"rack-1.node_[9-10]", "rack-1.node_9 rack-1.node_10"},
		{"n[999999999999999998-999999999999999999]", "n999999999999999998 n999999999999999999"},
	} {
		got, err := Expand(c.list, 100)
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q: %v, %v; want %s", c.list, got, err, c.want)
		}
	}
}

func TestExpandRefuses(t *testing.T) {
	for _, c := range []struct {
		list string
		want error
	}{
		{"n[1-3", ErrBracket},
		{"n1-3]", ErrBracket},
		{"n[1-[2]]", ErrBracket},
		{"]n[", ErrBracket},
		{"n[]", ErrRange},
		{"n[3-1]", ErrRange},
		{"n[1-]", ErrRange},
		{"n[-1]", ErrRange},
		{"n[a-b]", ErrRange},
		{"n[1-2-3]", ErrRange},
		{"n[1 -2]", ErrRange},
		{"n[1-9999999999999999999]", ErrRange},
		{"(null)", ErrText},
		{"n1;rm", ErrText},
		{strings.Repeat("n", 256), ErrLong},
		{strings.Repeat("n[1]", 20), ErrLong},
		{"n[1-11]", ErrMany},
		{"n[0-999999999999999999]", ErrMany},
		{"a[1-4]b[1-4]", ErrMany},
		{"a[1-999999999]b[1-999999999]c[1-999999999]", ErrMany},
		{"a[1-6],b[1-5]", ErrMany},
	} {
		got, err := Expand(c.list, 10)
		if !errors.Is(err, c.want) || got != nil {
			t.Errorf("%q: %v, %v; want %v", c.list, got, err, c.want)
		}
	}
	if got, err := Expand("a[1-6],b[1-4]", 10); err != nil || len(got) != 10 {
		t.Errorf("ten of ten names: %v, %v", got, err)
	}
	if _, err := Expand("n1", 0); !errors.Is(err, ErrMany) {
		t.Error("a name where none is allowed", err)
	}
}

func TestCompress(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"", ""},
		{"n1", "n1"},
		{"n1 n2 n3 n7", "n[1-3,7]"},
		{"n3 g1 n1 n2 g2", "n[1-3],g[1-2]"},
		{"n001 n002 n010", "n[001-002,010]"},
		{"n8 n9 n10 n11", "n[8-11]"},
		{"n9 n09 n10", "n[9,09-10]"},
		{"n n1 n2", "n,n[1-2]"},
		{"a1b3 a1b5 a2b3", "a1b[3,5],a2b3"},
		{"1 2", "[1-2]"},
		{"n1x n2x", "n1x,n2x"},
		{"n1 n1", "n1"},
		{"n1234567890123456789", "n1234567890123456789"},
	} {
		if got := Compress(strings.Fields(c.names)); got != c.want {
			t.Errorf("%q: %s, want %s", c.names, got, c.want)
		}
	}
	if got := Compress([]string{"", "a"}); got != "a" {
		t.Error(got)
	}
}

// checkBack is the law: Expand of Compress is each name once, and Compress of that is stable.
func checkBack(t *testing.T, names []string) {
	t.Helper()
	list := Compress(names)
	got, err := Expand(list, len(names))
	if err != nil {
		t.Fatalf("%q: %q: %v", names, list, err)
	}
	want := slices.Clone(names)
	slices.Sort(want)
	want = slices.Compact(want)
	if again := Compress(got); again != list {
		t.Fatalf("%q: %q, then %q", names, list, again)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("%q: %q is %q", names, list, got)
	}
}

func TestExpandUndoesCompress(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	prefixes := []string{"n", "gn", "", "a1b", "rack-", "n0"}
	for range 2000 {
		var names []string
		for range r.IntN(30) {
			name := prefixes[r.IntN(len(prefixes))] + fmt.Sprintf("%0*d", r.IntN(4), r.IntN(1+r.IntN(120)))
			if r.IntN(10) == 0 {
				name += "x"
			}
			names = append(names, name)
		}
		checkBack(t, names)
	}
}

// FuzzExpand: no list makes it panic or hold more than the limit, and what it reads can be
// written again.
func FuzzExpand(f *testing.F) {
	for _, list := range []string{"n[001-087],gn1,a[1-2]b[3,5-6]", "n[1-[2]]", "[0-999999999999999999]", "a b\t,c", "n[99-101]", "n[1-3]4"} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		const limit = 1000
		names, err := Expand(list, limit)
		if err != nil {
			if names != nil || strings.Contains(err.Error(), "\n") || len(err.Error()) > 400 {
				t.Fatalf("%v, %q", names, err)
			}
			return
		}
		if len(names) > limit || slices.Contains(names, "") {
			t.Fatalf("%d names", len(names))
		}
		checkBack(t, names)
	})
}
