package bench

import "testing"

func TestParse(t *testing.T) {
	for _, c := range []struct {
		line  string
		name  string
		nanos float64
		ok    bool
	}{
		{"BenchmarkDefault/easy-2         \t     100\t   1234567 ns/op\t  4049961 jobs/s\t 5 B/op", "Default/easy", 1234567, true},
		{"BenchmarkDefault/sjf-easy       \t     100\t   12.5 ns/op", "Default/sjf-easy", 12.5, true},
		{"BenchmarkDefault/easy-2 \t 100\t 1234567 ns/op\t 1200000 cpu-ns/op\t 7 jobs/s", "Default/easy", 1200000, true},
		{"BenchmarkTenfold/easy/10000-16 1 7 ns/op", "Tenfold/easy/10000", 7, true},
		{"ok  \tpackage\t1.2s", "", 0, false},
		{"BenchmarkDefault/easy", "", 0, false},
		{"PASS", "", 0, false},
	} {
		name, nanos, ok := parse(c.line)
		if ok != c.ok || ok && (name != c.name || nanos != c.nanos) {
			t.Errorf("parse(%q) = %q, %v, %t", c.line, name, nanos, ok)
		}
	}
}
