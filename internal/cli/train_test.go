package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// school is a workload that takes some milliseconds to simulate, of users of
// several groups.
const school = `{"policies": ["easy"],
	"workload": {"model": {"name": "lublin", "jobs": 3000, "procs": 128, "load": 0.9, "users": 50, "seed": 5}}}`

// lessons writes the workload and returns the arguments of a training on it.
func lessons(t *testing.T, approach string) (dir string, args []string) {
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "school.json"), []byte(school), 0o644); err != nil {
		t.Fatal(err)
	}
	args = []string{"train", "school.json", "--approach", approach, "--seed", "3"}
	if approach == "prob" {
		return dir, append(args, "--draws", "8")
	}
	return dir, append(args, "--generations", "12", "--lambda", "8")
}

// kept waits until the checkpoint has that many simulations, or the command is
// through.
func kept(t *testing.T, file string, least int, over <-chan error) bool {
	for deadline := time.Now().Add(4 * time.Minute); time.Now().Before(deadline); {
		select {
		case <-over:
			return false
		case <-time.After(2 * time.Millisecond):
		}
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		text, _, err = sealed.Open(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := train.ParseState(text)
		if err != nil {
			t.Fatalf("a checkpoint that is not whole: %v", err)
		}
		n := 0
		for _, v := range s.Values {
			if v != nil {
				n++
			}
		}
		if s.Evolve != nil {
			n = s.Evolve.Evaluations
		}
		if n >= least {
			return true
		}
	}
	t.Fatal("no such checkpoint in four minutes")
	return false
}

// A training that is killed, again and again, ends with the bytes of one that
// was not.
func TestATrainingThatWasKilledResumes(t *testing.T) {
	for _, approach := range []string{"pitts", "cca", "prob"} {
		t.Run(approach, func(t *testing.T) {
			t.Parallel()
			dir, args := lessons(t, approach)
			c := exec.Command("backfill", append(args, "-o", "whole.json", "--parallel", "1")...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			want, err := os.ReadFile(filepath.Join(dir, "whole.json"))
			if err != nil {
				t.Fatal(err)
			}
			state := filepath.Join(dir, "state.json")
			args = append(args, "-o", "base.json", "--checkpoint", "state.json", "--resume")
			killed := 0
			for _, least := range []int{1, 30, 60} {
				c := exec.Command("backfill", args...)
				c.Dir = dir
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				over := make(chan error, 1)
				go func() { over <- c.Wait() }()
				if kept(t, state, least, over) {
					c.Process.Kill()
					<-over
				}
				if _, err := os.Stat(filepath.Join(dir, "base.json")); err != nil {
					killed++
				}
			}
			if killed == 0 {
				t.Fatal("every training was through before it could be killed")
			}
			c = exec.Command("backfill", append(args, "--parallel", "2", "--json")...)
			c.Dir = dir
			out, err := c.Output()
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(dir, "base.json"))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("after %d kills the rule base is\n%s (%v)\nwithout\n%s", killed, got, err, want)
			}
			var report struct{ Evaluations, Simulated int }
			if err := json.Unmarshal(out, &report); err != nil || report.Simulated >= report.Evaluations {
				t.Errorf("%d simulations after the last kill, %d in all (%v)", report.Simulated, report.Evaluations, err)
			}
		})
	}
}

// Ctrl-C keeps what is through and says how to go on; without a checkpoint it
// leaves nothing.
func TestAnInterruptedTrainingSaysHowToGoOn(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"state.json", ""} {
		dir, args := lessons(t, "pitts")
		args = append(args, "-o", "base.json", "--generations", "100000")
		want, files := "backfill: stopped; nothing is written", "school.json"
		if state != "" {
			args = append(args, "--checkpoint", state)
			want, files = "backfill: stopped; --resume continues from state.json", "school.json state.json"
		}
		c, lines, stdout := start(t, dir, args...)
		last := ""
		for sent := false; lines.Scan(); {
			last = lines.Text()
			if !sent && strings.HasPrefix(last, "generation ") {
				c.Process.Signal(os.Interrupt)
				sent = true
			}
		}
		c.Wait()
		if c.ProcessState.ExitCode() != 1 || last != want || stdout.Len() > 0 {
			t.Errorf("%v, standard error ends with %q, want %q; standard output %q", c.ProcessState, last, want, stdout)
		}
		if got := strings.Join(folder(t, dir), " "); got != files {
			t.Errorf("files %s, want %s", got, files)
		}
	}
}
