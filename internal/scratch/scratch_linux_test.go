package scratch

import (
	"syscall"
	"testing"
)

// A killed process keeps its number, and takes signals, until its parent has waited for it.
func TestAKilledProcessIsDeadBeforeItsParentWaits(t *testing.T) {
	dir := t.TempDir()
	c := other(t, dir)
	if dead(c.Process.Pid) {
		t.Fatal("the other process is dead before it is killed")
	}
	c.Process.Kill()
	const byPID = 1
	_, _, err := syscall.Syscall6(syscall.SYS_WAITID, byPID, uintptr(c.Process.Pid), 0, syscall.WEXITED|syscall.WNOWAIT, 0, 0)
	if err != 0 {
		t.Fatalf("waitid: %v", err)
	}
	Sweep(dir)
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("the killed process, which nothing has waited for, left %q", got)
	}
}
