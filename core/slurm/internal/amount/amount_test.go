package amount

import (
	"errors"
	"maps"
	"strings"
	"testing"
)

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		s                    string
		seconds, limit, lone int64
	}{
		{"0", 0, 0, 0},
		{"30", 1800, 1800, 30},
		{"90:00", 5400, 5400, 5400},
		{"1:30", 90, 120, 90},
		{"00:00:01", 1, 60, 1},
		{"24:00:00", 86400, 86400, 86400},
		{"0-4", 14400, 14400, 14400},
		{"30-0", 2592000, 2592000, 2592000},
		{"1-2:3", 93780, 93780, 93780},
		{"1-02:03:04", 93784, 93840, 93784},
		{"UNLIMITED", Unlimited, Unlimited, Unlimited},
		{"infinite", Unlimited, Unlimited, Unlimited},
		{"-1", Unlimited, Unlimited, Unlimited},
		{"999999999-999999999:999999999:999999999", 86400*999999999 + 3661*999999999, 0, 0},
	} {
		got, err := Seconds(c.s)
		limit, _ := Limit(c.s)
		lone, _ := Lone(c.s)
		if err != nil || got != c.seconds || c.limit != 0 && limit != c.limit || c.lone != 0 && lone != c.lone {
			t.Errorf("%s: %d, %v; limit %d, lone %d", c.s, got, err, limit, lone)
		}
	}
	for _, s := range []string{"", "x", "1:2:3:4", "1-", "-5", "1-2-3", ":", "1:", "1.5", "9999999999", "+1", "1 "} {
		if got, err := Seconds(s); err != ErrTime {
			t.Errorf("%q: %d, %v", s, got, err)
		}
	}
}

func TestMemory(t *testing.T) {
	for s, want := range map[string]int64{
		"0": 0, "2800": 2800, "500G": 512000, "187000M": 187000, "1T": 1 << 20, "1K": 1, "1025k": 2, "4GB": 4096, "8000mb": 8000,
		"999999999999999K": 976562500000,
	} {
		if got, err := MiB(s); err != nil || got != want {
			t.Errorf("%s: %d, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "G", "1.5G", "-1", "5P", "1GM", "1BG", "999999999999999T", "9999999999999999"} {
		if got, err := MiB(s); err != ErrMemory {
			t.Errorf("%q: %d, %v", s, got, err)
		}
	}
}

func TestResources(t *testing.T) {
	for s, want := range map[string]map[string]float64{
		"":                                    {},
		"cpu=10,mem=500G,gres/gpu=2":          {"cpu": 10, "mem": 512000, "gres/gpu": 2},
		"CPU=1,Mem=5,GRES/gpu:A100=3,Node=-1": {"cpu": 1, "mem": 5, "gres/gpu:A100": 3, "node": -1},
		"License/MatLab=2,1=7,2=9,nodes=3":    {"license/MatLab": 2, "cpu": 7, "mem": 9, "node": 3},
	} {
		if got, err := TRES(s); err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for s, want := range map[string]map[string]float64{
		"CPU=1.0,Mem=0.25G,GRES/gpu=2.0":    {"cpu": 1, "mem": 0.25 / 1024, "gres/gpu": 2},
		"CPU=0,Mem=.03,gres/gpu=30000":      {"cpu": 0, "mem": 0.03, "gres/gpu": 30000},
		"mem=1T,mem=2M,cpu=1024K,node=1e-3": {"mem": 2, "cpu": 1, "node": 1e-3},
	} {
		if got, err := Weights(s); err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"cpu", "cpu=", "=5", "cpu=x", "cpu=NaN", "cpu=Inf", "cpu=-2", "mem=1.5G", "cpu=1e300", "cpu=0x10"} {
		if got, err := TRES(s); err == nil {
			t.Errorf("%s: %v", s, got)
		}
	}
	for _, s := range []string{"cpu=G", "cpu=1KG", "cpu=-1", "mem=inf"} {
		if got, err := Weights(s); err == nil {
			t.Errorf("%s: %v", s, got)
		}
	}
	if _, err := TRES("cpu=" + strings.Repeat("9", 100)); !errors.Is(err, ErrNumber) || len(err.Error()) > 100 {
		t.Error(err)
	}
}

// FuzzAmounts: nothing makes it panic, and what it returns is in its range.
func FuzzAmounts(f *testing.F) {
	for _, s := range []string{"1-02:03:04", "500G", "cpu=10,mem=500G,gres/gpu:a=2", "mem=0.25G", "-1", "infinite"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, read := range []func(string) (int64, error){Seconds, Limit, Lone} {
			if v, err := read(s); v < Unlimited || v > 1e15 || err != nil && v != 0 {
				t.Fatal(v, err)
			}
		}
		if v, err := MiB(s); v < 0 || err != nil && v != 0 {
			t.Fatal(v, err)
		}
		for _, read := range []func(string) (map[string]float64, error){TRES, Weights} {
			all, err := read(s)
			if err != nil && (all != nil || strings.Contains(err.Error(), "\n")) {
				t.Fatal(all, err)
			}
			for name, v := range all {
				if name == "" || !(v >= -1 && v <= 1e19) {
					t.Fatal(all)
				}
			}
		}
	})
}
