package experiment

import (
	_ "embed"
	"strings"
)

//go:embed version.txt
var version string

// Version changes whenever any result does: it comes from the digests of small experiments
// that every build must reproduce. Cached results of another version are void.
func Version() string { return strings.TrimSpace(version) }
