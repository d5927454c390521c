package cluster

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// SlurmReleases are the releases of Slurm whose rules are known, oldest first.
var SlurmReleases = []string{"22.05", "23.02", "23.11", "24.05", "24.11", "25.05", "25.11", "26.05"}

// lastPatch is the patch of a release that is written without one: sites run the last.
const lastPatch = 1 << 30

// A version is year, month and patch of a release.
type version [3]int

// parseVersion reads 24.11, 24.11.5 or what Slurm makes of it: slurm 24.11.5-1, 26.05.0-0rc1.
func parseVersion(s string) (v version, ok bool) {
	fields := strings.SplitN(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "slurm")), ".", 4)
	if len(fields) < 2 {
		return v, false
	}
	v[2] = lastPatch
	for i, f := range fields[:min(len(fields), 3)] {
		end := strings.IndexFunc(f, func(c rune) bool { return c < '0' || c > '9' })
		if end < 0 {
			end = len(f)
		}
		if end == 0 || end > 4 || end < len(f) && i < len(fields)-1 {
			return v, false
		}
		v[i], _ = strconv.Atoi(f[:end]) // four digits at most
	}
	return v, v[1] >= 1 && v[1] <= 12
}

func mustVersion(s string) version {
	v, ok := parseVersion(s)
	if !ok {
		panic("not a release of Slurm: " + s)
	}
	return v
}

// SlurmRelease returns the year, the month and the patch, if there is one, of a version as any command of Slurm prints it,
// such as 24.11.5 of "slurm 24.11.5-1", and false for a text that is none.
func SlurmRelease(text string) (string, bool) {
	v, ok := parseVersion(text)
	if !ok {
		return "", false
	}
	s := fmt.Sprintf("%02d.%02d", v[0], v[1])
	if v[2] != lastPatch {
		s += fmt.Sprintf(".%d", v[2])
	}
	return s, true
}

// Since tells whether the cluster has the rules of a release of Slurm, such as 24.05.5 or 24.11. A description without version has those
// of 22.05, and a version without patch, such as 24.11, is the last of its release. It panics if the release is none.
func (d *Description) Since(release string) bool {
	have := mustVersion(SlurmReleases[0])
	if d.SlurmVersion != "" {
		have, _ = parseVersion(d.SlurmVersion)
	}
	least := mustVersion(release)
	if least[2] == lastPatch {
		least[2] = 0
	}
	return slices.Compare(have[:], least[:]) >= 0
}

// VersionNote says in a sentence whose rules are taken, where that is not the version that the description gives; else it is "".
func (d *Description) VersionNote() string {
	first, last := SlurmReleases[0], SlurmReleases[len(SlurmReleases)-1]
	if d.SlurmVersion == "" {
		return "The version of Slurm is not known: the rules are those of " + first + ". Give --slurm-version 24.11 (scontrol --version " +
			"shows it), or set slurm_version."
	}
	v, ok := parseVersion(d.SlurmVersion)
	newest := mustVersion(last)
	switch {
	case !ok:
		return ""
	case !d.Since(first):
		return fmt.Sprintf("Slurm %s is older than %s, whose rules are taken, except where it is known what it did otherwise.",
			d.SlurmVersion, first)
	case cmp.Or(cmp.Compare(v[0], newest[0]), cmp.Compare(v[1], newest[1])) > 0:
		return fmt.Sprintf("Slurm %s is newer than %s, whose rules are taken.", d.SlurmVersion, last)
	}
	return ""
}

// checkVersion says what is wrong with the version.
func (d *Description) checkVersion() error {
	if _, ok := parseVersion(d.SlurmVersion); !ok && d.SlurmVersion != "" {
		return fmt.Errorf("slurm_version %q is no release of Slurm: write one such as 24.11 or 24.11.5", d.SlurmVersion)
	}
	return nil
}
