package experiment

import (
	_ "embed"
	"strings"
)

//go:embed version.txt
var version string

// Version changes whenever any result does: it is drawn from the digests of the
// small experiments that every build has to reproduce. Results of another
// version must not be taken from a cache.
func Version() string { return strings.TrimSpace(version) }
