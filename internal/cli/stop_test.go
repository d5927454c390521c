//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stopWithin interrupts a command that has begun, once, and demands that it ends soon.
func stopWithin(t *testing.T, dir string, began func() bool, sig os.Signal, stdin *os.File, args ...string) (stderr string) {
	t.Helper()
	name, err := exec.LookPath("backfill")
	must(t, err)
	c := exec.CommandContext(t.Context(), name, args...)
	var said bytes.Buffer
	c.Dir, c.Stdin, c.Stderr = dir, stdin, &said
	c.WaitDelay = time.Second
	must(t, c.Start())
	for end := time.Now().Add(20 * time.Second); !began() && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	sent := time.Now()
	must(t, c.Process.Signal(sig))
	timer := time.AfterFunc(20*time.Second, func() { c.Process.Kill() })
	defer timer.Stop()
	c.Wait()
	if took := time.Since(sent); took > 5*time.Second || c.ProcessState.ExitCode() != 1 {
		t.Errorf("%q: %v, %v after the signal", args, c.ProcessState, took)
	}
	return said.String()
}

func after(d time.Duration) func() bool {
	end := time.Now().Add(d)
	return func() bool { return time.Now().After(end) }
}

// A pipe to which nobody writes, as any input, keeps no command from ending at the first signal.
func TestAPipeWithoutAWriterIsNoTrap(t *testing.T) {
	dir := t.TempDir()
	must(t, syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600))
	r, w, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	for i, args := range []string{
		"run fifo", "trace info fifo", "run campus --cluster fifo", "run --policy rules:fifo", "exact fifo", "sweep plan fifo",
		"cluster init --slurm-conf fifo",
		"twin check campus --cluster campus --events fifo", "run --sites ./fifo --policy grid-sharing", "run -", "exact -",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			sig := []os.Signal{os.Interrupt, syscall.SIGTERM}[i%2]
			said := stopWithin(t, dir, after(time.Second), sig, r, strings.Fields(args)...)
			if want := "backfill: stopped; nothing is written\n"; said != want {
				t.Errorf("standard error %q, want %q", said, want)
			}
		})
	}
}

// alive reports whether there is a process that is no zombie.
func alive(pid int) bool {
	state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return syscall.Kill(pid, 0) == nil && !os.IsNotExist(err)
	}
	fields := strings.Fields(string(state[bytes.LastIndexByte(state, ')')+1:]))
	return len(fields) > 0 && fields[0] != "Z"
}

// What a policy's program started ends with it, whether it is stopped or ends by itself, and of what it complains about
// only the beginning is shown.
func TestAProgramLeavesNothingRunning(t *testing.T) {
	dir := t.TempDir()
	for name, script := range map[string]string{
		"flood": "sleep 600 & echo $! > child\nwhile :; do echo noise >&2; done\n",
		"ends":  "sleep 600 & echo $! > child2\nexit 3\n",
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755))
	}
	child := func(name string) int {
		text, _ := os.ReadFile(filepath.Join(dir, name))
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return pid
	}
	said := stopWithin(t, dir, func() bool { return child("child") > 0 }, os.Interrupt, nil,
		"run", "--policy", "exec:./flood", "--policy-timeout", "0")
	if len(said) > 70_000 {
		t.Errorf("%d bytes of complaints", len(said))
	}
	name, err := exec.LookPath("backfill")
	must(t, err)
	c := exec.CommandContext(t.Context(), name, "run", "--policy", "exec:./ends")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "exit status 3") {
		t.Errorf("%v: %s", err, out)
	}
	for _, file := range []string{"child", "child2"} {
		pid := child(file)
		for end := time.Now().Add(5 * time.Second); alive(pid) && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
		if pid == 0 || alive(pid) {
			t.Errorf("process %d, which the program of %s started, goes on", pid, file)
		}
	}
}
