package trace

import (
	"testing"
)

func TestFileNamesAreSafeAndDifferent(t *testing.T) {
	taken := map[string]bool{}
	for _, c := range []struct{ name, want string }{
		{"kth queue 3", "kth-queue-3"},
		{"kth queue 3", "kth-queue-3-2"},
		{"KTH queue 3", "KTH-queue-3-3"},
		{"../../etc/passwd", "_.._etc_passwd"},
		{".hidden", "hidden"},
		{"", "log"},
		{"...", "log-2"},
		{"a\x00b\nc\xff", "a_b_c_"},
		{"CON:|<>\"*?", "CON_______"},
		{"universität", "universität"},
	} {
		if got := fileName(c.name, taken); got != c.want {
			t.Errorf("fileName(%q) = %q, want %q", c.name, got, c.want)
		}
	}
	long := ""
	for range 500 {
		long += "é"
	}
	if got := fileName(long, taken); len(got) > 200 {
		t.Errorf("a file name of %d bytes", len(got))
	}
}
