//go:build unix

package solvers

import (
	"os/exec"
	"strconv"
	"syscall"
)

// limited is the command with a limit to its address space, and to that of all
// that it starts.
func limited(argv []string, memoryMiB int) []string {
	if memoryMiB == 0 {
		return argv
	}
	return append([]string{"/bin/sh", "-c", `ulimit -v "$0" && exec "$@"`, strconv.Itoa(memoryMiB << 10)}, argv...)
}

// group makes ending c end all that it started.
func group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
