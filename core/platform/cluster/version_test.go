package cluster

import (
	"slices"
	"strings"
	"testing"
)

// A rule holds from its release on, patch by patch; no version is the oldest known release, and no patch is the last.
func TestARuleHoldsSinceItsRelease(t *testing.T) {
	rules := []string{"20.11", "22.05", "24.05.5", "24.11", "25.05.1"}
	for _, c := range []struct {
		version string
		hold    int // of the rules
	}{
		{"", 2}, {"17.11.2", 0}, {"20.11", 1}, {"20.11.0", 1}, {"22.05.8", 2}, {"22.05", 2}, {"24.05.4", 2}, {"24.05.5", 3}, {"24.05", 3},
		{"24.11.0", 4}, {"24.11.0-0rc1", 4}, {"25.05.0", 4}, {"25.05.1", 5}, {"25.05", 5}, {"25.11.7-1", 5},
		{"slurm 26.05.3", 5}, {"99.12", 5},
	} {
		d := Description{SlurmVersion: c.version}
		for i, release := range rules {
			if got := d.Since(release); got != (i < c.hold) {
				t.Errorf("Slurm %q since %s: %t", c.version, release, got)
			}
		}
	}
	if !slices.IsSorted(SlurmReleases) {
		t.Error(SlurmReleases)
	}
}

func TestVersionsAreChecked(t *testing.T) {
	for _, bad := range []string{"old", "24", "24.", "24.x", "24.11x.5", "24.13", "24.0", "-1.5", "24.11.x", "99999.11"} {
		d := Description{Format: Format, SlurmVersion: bad, Nodes: []NodeType{{Names: "n1", Cores: 1}},
			Partitions: []Partition{{Name: "p", Nodes: "ALL"}}}
		if _, err := New(&d); err == nil || !strings.Contains(err.Error(), "slurm_version") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for text, want := range map[string]string{
		"slurm 24.11.5": "24.11.5", "25.11.7-1": "25.11.7", "24.05": "24.05", "26.05.0-0rc1": "26.05.0",
	} {
		if got, ok := SlurmRelease(text); got != want || !ok {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Whoever gets the rules of another version than his is told so.
func TestOtherRulesAreNoted(t *testing.T) {
	for version, want := range map[string]string{
		"": "not known", "18.08": "older than 22.05", "22.05.8": "", "23.02": "", "26.05.3": "", "26.11": "newer",
	} {
		d := Description{SlurmVersion: version}
		if note := d.VersionNote(); !strings.Contains(note, want) || want == "" && note != "" {
			t.Errorf("%q: %q", version, note)
		}
	}
}

// A file of before slurm_version says window_per_group, which is a Slurm before 20.11.
func TestTheFormerWindowPerGroupIsAnOldVersion(t *testing.T) {
	d, err := Read("old.json", strings.NewReader(`{"backfill_cluster":1,"scheduling":{"window_per_group":true,"bf_interval_s":7}}`))
	if err != nil || d.Since("20.11") || *d.Scheduling.BfIntervalS != 7 {
		t.Errorf("%+v, %v", d, err)
	}
}
