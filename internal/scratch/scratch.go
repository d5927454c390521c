// Package scratch makes temporary files and folders. If a process is killed, the next one
// removes those that it left. Their names contain the process:
//
//	.NAME.backfill-PLACE-PID-N
//
// PLACE is a hash of the host and its process namespace. So processes of other hosts or
// containers that share the disk are never taken for dead ones.
package scratch

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"syscall"
)

// Mkdir makes an empty folder for name in dir, after removing what dead processes left
// there. The umask decides its permissions, because it may become the user's.
func Mkdir(dir, name string) (string, error) { return mkdir(dir, name, 0o777) }

// Temp makes an empty folder for this user only in the system's folder for temporary
// files. The caller removes it.
func Temp(name string) (string, error) { return mkdir(os.TempDir(), name, 0o700) }

func mkdir(dir, name string, perm fs.FileMode) (path string, err error) {
	err = next(dir, name, func(p string) error {
		path = p
		return os.Mkdir(p, perm)
	})
	return path, err
}

// Create is Mkdir for an empty file.
func Create(dir, name string) (f *os.File, err error) {
	err = next(dir, name, func(p string) (err error) {
		f, err = os.OpenFile(p, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		return err
	})
	return f, err
}

// A File is a temporary file that nobody else can find. It is gone when it is closed or its process ends.
type File struct {
	*os.File
	named bool // the system keeps the names of open files, so the next process of this program may have to remove it
}

// Open makes a File in the system's folder for temporary files.
func Open(name string) (*File, error) {
	f, err := Create(os.TempDir(), name)
	if err != nil {
		return nil, err
	}
	return &File{f, os.Remove(f.Name()) != nil}, nil
}

// Close gives the file's room back.
func (f *File) Close() error {
	err := f.File.Close()
	if f.named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// next sweeps dir and calls make with names until one is free.
func next(dir, name string, make func(path string) error) error {
	Sweep(dir)
	for n := 0; ; n++ {
		path := filepath.Join(dir, fmt.Sprintf(".%s.backfill-%s-%d-%d", name, place(), os.Getpid(), n))
		if err := make(path); !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

var (
	pattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\..*\.backfill-([0-9a-f]{8})-([0-9]+)-[0-9]+$`) })
	swept   sync.Map // the folders that this process has swept
)

// Sweep removes what dead processes of this host left in dir, once per process and
// folder. Files that cannot be read or removed stay.
func Sweep(dir string) {
	dir = filepath.Clean(dir)
	if _, done := swept.LoadOrStore(dir, true); done {
		return
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		m := pattern().FindStringSubmatch(e.Name())
		if m == nil || m[1] != place() {
			continue
		}
		if pid, err := strconv.Atoi(m[2]); err == nil && dead(pid) {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

var place = sync.OnceValue(func() string {
	h := fnv.New32a()
	host, _ := os.Hostname()
	namespace, _ := os.Readlink("/proc/self/ns/pid") // Linux only: containers can share the host's name
	fmt.Fprint(h, host, namespace)
	return fmt.Sprintf("%08x", h.Sum32())
})

// dead reports whether it is certain that no process has the number pid, or that the
// process has ended and only its parent has not asked for its exit code yet.
func dead(pid int) bool {
	if zombie(pid) {
		return true
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return true // Windows
	}
	defer p.Release()
	return errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// zombie reports whether the process has ended without being waited for; false where
// there is no /proc as on Linux. Its state follows the name in parentheses, which may
// contain any character.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	after := stat[bytes.LastIndexByte(stat, ')')+1:]
	return bytes.HasPrefix(after, []byte(" Z "))
}
