// Package usage is the command line: mistakes in it, rules for arguments and flags, and help.
package usage

import (
	"fmt"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/nearest"
)

// An Error is a mistake in the command line: exit code 2.
type Error struct{ Err error }

func (u *Error) Error() string { return u.Err.Error() }
func (u *Error) Unwrap() error { return u.Err }

// Errorf returns an Error.
func Errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// JSONNeedsFile returns an error if --json and what is written to out would both go to
// standard output.
func JSONNeedsFile(a *console.App, out, what string) error {
	if a.JSON && console.ToStdout(out) {
		return Errorf("--json needs -o FILE: standard output cannot hold both the %s and the report", what)
	}
	return nil
}

// Unknown returns an error for an unknown name. It gives the known one that was
// perhaps meant, and the command that lists them.
func Unknown(what, name string, known []string, lists string) error {
	return Errorf("unknown %s %q;%s %s lists them", what, name, Meant(" did you mean %s?", name, known), lists)
}

// Meant returns a question with the known name that was perhaps meant, "" for none.
func Meant(question, name string, known []string) string {
	near := nearest.Name(name, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf(question, near)
}
