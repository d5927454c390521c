package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start runs the command in dir until the test's end at the latest.
func start(t *testing.T, dir string, args ...string) (c *exec.Cmd, stderr *bufio.Scanner, stdout *bytes.Buffer) {
	t.Helper()
	needSignals(t)
	name, err := exec.LookPath("backfill")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	c = exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	stdout = new(bytes.Buffer)
	c.Stdout = stdout
	pipe, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, bufio.NewScanner(pipe), stdout
}

func needSignals(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent an interrupt on Windows")
	}
}

// A crowd is a workload under which conservative backfilling has a queue of
// thousands and so takes long, while FCFS is through at once.
const crowd = `{"workload": {"model": {"name": "lublin", "jobs": 100000, "procs": 256, "load": 5, "seed": 1}},
	"policies": ["fcfs", "cons"]}`

// Stopping in the middle of a run keeps the policies that are done, says
// so, and leaves no file half written.
func TestStoppingKeepsWhatIsDone(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "crowd.json"), []byte(crowd), 0o644); err != nil {
				t.Fatal(err)
			}
			c, lines, stdout := start(t, dir, "run", "crowd.json", "--parallel", "1", "--out", "out", "--figures", "svg", "--json")
			last := ""
			sent := false
			for lines.Scan() {
				last = lines.Text()
				if !sent && strings.HasPrefix(last, "cons: ") { // FCFS is through
					if err := c.Process.Signal(sig); err != nil {
						t.Fatal(err)
					}
					sent = true
				}
			}
			c.Wait()
			if !sent {
				t.Fatalf("the run ended before it could be stopped, with %q", last)
			}
			if c.ProcessState.ExitCode() != 1 {
				t.Errorf("%v, want exit code 1", c.ProcessState)
			}
			if want := "backfill: stopped: 1 of 2 policies are done (fcfs), they are kept in out"; last != want {
				t.Errorf("last line of standard error %q, want %q", last, want)
			}
			var report struct {
				Runs  []struct{ Policy string }
				Files []string
			}
			if err := json.Unmarshal(stdout.Bytes(), &report); err != nil || len(report.Runs) != 1 || report.Runs[0].Policy != "fcfs" {
				t.Errorf("report %s (%v), want the run of fcfs", stdout, err)
			}
			got := strings.Join(folder(t, dir), " ")
			if want := "crowd.json out/README.md out/croissant.json out/jobs.parquet out/runs.parquet out/spec.json"; got != want {
				t.Errorf("files %s, want %s", got, want)
			}
		})
	}
}

// Stopping before the first policy is through keeps nothing.
func TestStoppingEarlyLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	spec := strings.Replace(crowd, `"fcfs", `, "", 1)
	if err := os.WriteFile(filepath.Join(dir, "crowd.json"), []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	c, lines, stdout := start(t, dir, "run", "crowd.json", "--out", "out")
	last := ""
	for lines.Scan() {
		last = lines.Text()
		if strings.HasPrefix(last, "cons: ") {
			c.Process.Signal(os.Interrupt)
		}
	}
	c.Wait()
	if c.ProcessState.ExitCode() != 1 || !strings.Contains(last, "nothing is kept") || stdout.Len() > 0 {
		t.Errorf("%v, standard error ends with %q, standard output %q", c.ProcessState, last, stdout)
	}
	if got := fmt.Sprint(folder(t, dir)); got != "[crowd.json]" {
		t.Errorf("files %s, want the Spec alone", got)
	}
}

// What a killed run leaves is removed by the next one.
func TestAKilledRunIsCleanedUpByTheNext(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	spec := strings.Replace(crowd, `"fcfs", `, "", 1)
	if err := os.WriteFile(filepath.Join(dir, "crowd.json"), []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	c, lines, _ := start(t, dir, "run", "crowd.json", "--out", "out")
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "cons: ") {
			c.Process.Kill()
		}
	}
	c.Wait()
	if left := fmt.Sprint(folder(t, dir)); !strings.Contains(left, "/jobs.parquet") {
		t.Fatalf("the killed run left %s: it had not begun", left)
	}
	c, lines, _ = start(t, dir, "run", "--policy", "fcfs", "--out", "out")
	for lines.Scan() {
	}
	c.Wait()
	got := strings.Join(folder(t, dir), " ")
	if want := "crowd.json out/README.md out/croissant.json out/jobs.parquet out/runs.parquet out/spec.json"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
}

// The page is served until Ctrl-C, which is no failure.
func TestServeUntilInterrupted(t *testing.T) {
	needSignals(t)
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("a page"), 0o644); err != nil {
		t.Fatal(err)
	}
	name, err := exec.LookPath("backfill")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, name, "serve", "--addr", "127.0.0.1:0", "--dir", dir)
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line)
	if err != nil || url == "" {
		t.Fatalf("serve says %q (%v), want its address", line, err)
	}
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || string(body) != "a page" {
		t.Errorf("the page is %q (%v)", body, err)
	}
	if resp, err := http.Get(url + "../serve.go"); err != nil || resp.StatusCode != http.StatusNotFound {
		t.Errorf("a file beside the page: %v, %v; want 404", resp, err)
	}
	c.Process.Signal(os.Interrupt)
	if err := c.Wait(); err != nil {
		t.Errorf("serve ended with %v, want exit code 0", err)
	}
}
