package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// On a terminal progress is a bar that is gone when the work is done, and the
// table of metrics is broken where the terminal ends.
func TestOnATerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	spec := strings.NewReplacer("100000", "20000", `["fcfs", "cons"]`, `["fcfs", "list", "easy", "cons", "sjf-easy"]`).Replace(crowd)
	if err := os.WriteFile(filepath.Join(dir, "crowd.json"), []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	const width = 60
	out := onTerminal(t, width, dir, "run", "crowd.json", "--metrics", "util,wait_mean_s")
	if !regexp.MustCompile(`cons.*\[=*>\.*\] \(\d+/100000\)`).MatchString(out) {
		t.Errorf("no bar that counts the jobs of all policies in %q", out)
	}
	// What a terminal shows in the end: of each line what follows the last return.
	var shown []string
	for line := range strings.SplitSeq(strings.ReplaceAll(out, "\r\n", "\n"), "\n") {
		shown = append(shown, strings.TrimRight(line[strings.LastIndexByte(line, '\r')+1:], " "))
	}
	screen := strings.Join(shown, "\n")
	for _, bar := range []string{"[=", "...."} {
		if strings.Contains(screen, bar) {
			t.Errorf("the bar is still there in the end: %q", screen)
		}
	}
	blocks := 0
	for _, line := range shown {
		if len(line) > width {
			t.Errorf("a line of %d on a terminal of %d: %q", len(line), width, line)
		}
		if strings.HasPrefix(line, "metric") {
			blocks++
		}
	}
	if blocks < 2 {
		t.Errorf("five policies in %d block of %d places: %q", blocks, width, screen)
	}
}

// What a log does not show of a cluster is asked for: an empty answer takes the guess, and a wrong one is asked for again.
func TestQuestionsOnATerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const typed = "8 32 128000\ntwo\n2 32\n\nfifo\n"
	out := answered(t, typed, 100, dir, "cluster", "init", "--log", "campus", "-o", "said.json")
	for _, want := range []string{"nodes, cores of each, MiB of each [6 16 64000]: ", "expected whole numbers", "12 nodes, 352 cores"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %q", want, out)
		}
	}
	said, err := os.ReadFile(filepath.Join(dir, "said.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"names": "c[1-8]"`, `"memory_mib": 128000`, `"type": "basic"`, "as was said"} {
		if !bytes.Contains(said, []byte(want)) {
			t.Errorf("no %s in the description", want)
		}
	}
	out = answered(t, typed, 100, dir, "cluster", "init", "--log", "campus", "--yes", "-o", "taken.json")
	if strings.Contains(out, "cores of each") {
		t.Errorf("--yes asks: %q", out)
	}
}

// onTerminal runs the command on a new terminal and returns all that it writes.
func onTerminal(t *testing.T, width uint16, dir string, args ...string) string {
	t.Helper()
	return answered(t, "", width, dir, args...)
}

// answered is onTerminal with somebody who types, unless it is "".
func answered(t *testing.T, typed string, width uint16, dir string, args ...string) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("this machine makes no pseudo-terminals: %v", err)
	}
	defer master.Close()
	fd := int(master.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: width})
	}
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("this machine's pseudo-terminals cannot be opened: %v", err)
	}
	c := exec.Command("backfill", args...)
	c.Dir, c.Stdout, c.Stderr = dir, slave, slave
	c.Env = append(os.Environ(), "TERM=xterm")
	if typed != "" {
		c.Stdin = slave
		if _, err := master.WriteString(typed); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	var out bytes.Buffer
	io.Copy(&out, master) // ends with an error when the last writer is gone
	if err := c.Wait(); err != nil {
		t.Fatalf("%v: %q", err, out.String())
	}
	return out.String()
}
