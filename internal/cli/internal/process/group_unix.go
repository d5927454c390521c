//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// Group lets a cancelled c take every process that it started with it.
func Group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// EndGroup ends what c, which has ended, has left running.
func EndGroup(c *exec.Cmd) {
	if c.Process != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // an error says that nothing is left
	}
}
