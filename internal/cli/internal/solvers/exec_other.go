//go:build !unix

package solvers

// Without a Unix shell only the solver's own options limit memory.
func limited(argv []string, _ int) []string { return argv }

func processorSeconds() float64 { return 0 }
