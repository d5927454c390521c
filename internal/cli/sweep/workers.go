package sweep

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// workersFolder has a file for each process that works on a sweep, named by its machine and number:
// HOST-PID. Only sweep status reads it, so what a killed process leaves there does no harm.
const workersFolder = "workers"

// atWork notes that this process works on the sweep in dir; done takes that back. What cannot be
// noted is not shown.
func atWork(dir string) (done func()) {
	folder := filepath.Join(dir, workersFolder)
	host, err := os.Hostname()
	if err != nil || atomicfile.MakeFolder(folder) != nil {
		return func() {}
	}
	name := filepath.Join(folder, host+"-"+strconv.Itoa(os.Getpid()))
	if os.WriteFile(name, nil, 0o666) != nil {
		return func() {}
	}
	return func() { os.Remove(name) }
}

// atWorkHere counts the processes of this machine that work on a sweep, and removes the files of
// those that were killed. Those of other machines cannot be asked.
func atWorkHere(dir string) (running int) {
	host, err := os.Hostname()
	if err != nil {
		return 0
	}
	folder := filepath.Join(dir, workersFolder)
	entries, _ := os.ReadDir(folder) // none if no process has worked on it
	for _, e := range entries {
		number, is := strings.CutPrefix(e.Name(), host+"-")
		pid, err := strconv.Atoi(number)
		if !is || err != nil {
			continue
		}
		if p, err := os.FindProcess(pid); err == nil && p.Signal(syscall.Signal(0)) == nil {
			running++
			continue
		}
		os.Remove(filepath.Join(folder, e.Name()))
	}
	return running
}
