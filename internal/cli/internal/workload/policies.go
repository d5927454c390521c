package workload

import (
	"errors"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// DefaultPolicy is the policy of a run without --policy: the most used one.
const DefaultPolicy = "easy"

// PolicyNames returns the names of all policies.
func PolicyNames() []string {
	return console.Texts(experiment.Builtin.List(), func(p policy.Info) string { return p.Name })
}

// CheckPolicy checks a policy's name.
func CheckPolicy(name string) error {
	_, err := experiment.Builtin.Find(name)
	var unknown *policy.Unknown
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &unknown):
		return usage.Errorf("%w", err)
	case unknown.Near == "":
		return usage.Errorf("unknown policy %q; backfill policies lists them", name)
	}
	return usage.Errorf("%w backfill policies lists them", err)
}

// How --policy names policies that other processes play: a program to start, or two pipes
// that this process was begun with.
const (
	ExecPrefix = "exec:"
	FdPrefix   = "fd:"
)

// IsProgram reports whether a policy is another process.
func IsProgram(name string) bool {
	return strings.HasPrefix(name, ExecPrefix) || strings.HasPrefix(name, FdPrefix)
}
