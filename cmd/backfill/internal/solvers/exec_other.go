//go:build !unix

package solvers

import "os/exec"

// Without a Unix shell only the solver's own options limit memory.
func limited(argv []string, _ int) []string { return argv }

func group(*exec.Cmd) {}

func processorSeconds() float64 { return 0 }
