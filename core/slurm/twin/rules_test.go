package twin

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

const releases = "../../../docs/slurm-releases.md"

// The page about releases is made of Rules: UPDATE=1 go test writes it.
func TestThePageOfReleases(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`# What releases of Slurm do otherwise

The twin follows the release that a cluster's description names (slurm_version, which backfill cluster init
reads from scontrol show config, or takes from --slurm-version). A description that names none has the rules
of 22.05.9, in which all of the right column hold but the first; a release older than that is taken as 22.05,
but for how running jobs are grouped (before 20.11). Each rule was read in Slurm's source and change log,
tried on runs of 22.05, 24.11.5 and 25.11.7, and holds or fails there as
[the runs' README](../core/slurm/accounting/testdata/truth/README.md) says; those of --prefer and --time-min
were tried on 22.05 alone, and plans for nodes that others keep on 24.11.5.

| since | the twin | releases before |
|---|---|---|
`)
	for _, r := range Rules {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.Since, r.Then, r.Before)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(releases, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(releases); err != nil || !bytes.Equal(have, b.Bytes()) {
		t.Errorf("%s is not what Rules make (%v): UPDATE=1 go test writes it", releases, err)
	}
}

// A release has the rules up to its own, whatever patch of it.
func TestRulesByRelease(t *testing.T) {
	for version, want := range map[string]int{"": 1, "22.05.8": 0, "23.02.3": 1, "23.02": 2, "24.05.4": 4, "24.05.5": 5, "24.11.0": 10,
		"25.05.0": 10, "25.11.7": 13} {
		n := 0
		for _, has := range follows(&cluster.Description{SlurmVersion: version}) {
			if has {
				n++
			}
		}
		if n != want {
			t.Errorf("%q has %d rules, want %d", version, n, want)
		}
	}
}
