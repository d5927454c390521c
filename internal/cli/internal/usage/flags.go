package usage

import (
	"github.com/spf13/pflag"
)

// Set sets *to to the value of the flag of that name, if it was given.
func Set[T any](flags *pflag.FlagSet, name string, to *T, value T) (given bool) {
	if given = flags.Changed(name); given {
		*to = value
	}
	return given
}

// Unchanged returns an error if one of the flags was given.
func Unchanged(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return Errorf("--%s %s", name, why)
		}
	}
	return nil
}

// AtLeast1 returns an error if one of the flags was given a number below 1.
func AtLeast1(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if n, _ := flags.GetInt(name); flags.Changed(name) && n < 1 {
			return Errorf("--%s %d: give at least 1", name, n)
		}
	}
	return nil
}
