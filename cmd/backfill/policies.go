package main

import (
	"errors"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
)

// defaultPolicy is the policy of a run without --policy: the most used one.
const defaultPolicy = "easy"

func policyNames() []string {
	return textsOf(experiment.Builtin.List(), func(p policy.Info) string { return p.Name })
}

// checkPolicy checks a policy's name.
func checkPolicy(name string) error {
	_, err := experiment.Builtin.Find(name)
	var unknown *policy.Unknown
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &unknown):
		return usage("%w", err)
	case unknown.Near == "":
		return usage("there is no policy %q; backfill policies lists them", name)
	}
	return usage("%w backfill policies lists them", err)
}

// How --policy names policies that other processes play: a program to start, or two pipes
// that this process was begun with.
const (
	execPrefix = "exec:"
	fdPrefix   = "fd:"
)

func isProgram(name string) bool {
	return strings.HasPrefix(name, execPrefix) || strings.HasPrefix(name, fdPrefix)
}
