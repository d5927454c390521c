//go:build !unix

package process

import (
	"os/exec"
)

// Group does nothing: without process groups a cancelled command ends alone.
func Group(*exec.Cmd) {}

// EndGroup does nothing.
func EndGroup(*exec.Cmd) {}
