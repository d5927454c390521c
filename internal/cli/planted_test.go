package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// plantedPrograms are all that the command starts, or might.
var plantedPrograms = []string{"p", "python", "python3", ".venv/bin/python", ".venv/bin/python3", "venv/bin/python", "bin/python3",
	"highs", "cbc", "scip", "cplex", "gurobi_cl", "gonb", "jupyter", "Rscript", "sbatch", "squeue", "sacct", "sacctmgr", "scontrol", "sdiag",
	"xdg-open", "open", "git", "go", "node", "sh", "backfill"}

// plantedModules are what Python would import from the present folder.
var plantedModules = []string{"json.py", "math.py", "os.py", "platform.py", "importlib.py", "ortools.py", "sitecustomize.py",
	"usercustomize.py"}

// inPlanted are calls of every command in a stranger's folder. Whether they succeed does not matter.
var inPlanted = map[string][]string{
	"cluster example": {"-o made"},
	"cluster init":    {"--slurm-conf slurm.conf -o init.json", "--log log.txt --yes -o init2.json"},
	"cluster show":    {"cluster.json", "campus"},
	"compare":         {"results", "st"},
	"completion bash": {""},
	"doctor":          {"log.txt", "spec.json", "results/spec.json"},
	"exact": {"step.json --solver own,highs,cbc,scip,cplex,gurobi,cpsat --time 1s", "step.json --solver cpsat --python python3 --time 1s",
		"--from-run results --solver cpsat,highs --time 1s"},
	"exact collect":  {"log.txt -o steps", "spec.json -o steps"},
	"exact compare":  {"steps -o compared --solver own,highs,cpsat --time 1s", "step.json -o compared --solver highs,cpsat --time 1s"},
	"figure":         {"--from results --out drawn", "--from st --out drawn"},
	"generate":       {"--model lublin --jobs 5 --procs 4 -o g.swf", "--model empirical --from log.txt -o g.swf"},
	"metrics":        {""},
	"policies":       {"", "exec:./p"},
	"columns":        {""},
	"pack":           {"results -o packed2", "results -o packed2.zip"},
	"paper audit":    {"--record record --share 0.01"},
	"paper list":     {""},
	"paper pack":     {"rules -o packed --record record"},
	"paper readings": {"rules"},
	"paper record":   {"--from record -o record2"},
	"paper report":   {"rules/table3 --scale quick --cache cache -o report.html"},
	"paper run":      {"rules/table3 --scale quick --cache cache --out papers"},
	"paper verify":   {"rules/table3 --scale quick --cache cache"},
	"cite":           {"results", "st"},
	"play":           {"log.txt --episode-jobs 2", "spec.json --episode-jobs 2"},
	"predict":        {"log.txt --cluster cluster.json --draws 2", "log.txt --cluster campus --draws 2"},
	"schema":         {"cluster", "spec"},
	"rules draw":     {"base.json -o base.svg"},
	"rules explain":  {"base.json --state sd=1"},
	"rules show":     {"base.json"},
	"run": {"spec.json", "results/spec.json --out again",
		"log.txt --policy rules:base.json", "notebook.ipynb", "log.txt --cluster cluster.json"},
	"runs":          {"--from results --by user"},
	"serve":         {"--addr 127.0.0.1:0 --dir site"},
	"sweep clean":   {"st --rows", "own", "--papers --cache cache"},
	"sweep collect": {"st --partial", "own --partial"},
	"sweep figure":  {"st --x load --y util"},
	"sweep plan":    {"study.json --out other", "own.json --out other", "st.json --out st"},
	"sweep run":     {"other", "own"},
	"sweep status":  {"st", "own"},
	"sweep submit":  {"own --engine local", "st --engine slurm", "st --engine kubernetes --image i --claim c", "st --engine local"},
	"trace clean":   {"log.txt --failed -o c.swf"},
	"trace convert": {"log.txt -o c.swf --anonymize"},
	"trace cut":     {"log.txt --jobs 2 -o c.swf"},
	"trace fetch":   {"--list"},
	"trace info":    {"log.txt", "notebook.ipynb"},
	"trace scale":   {"log.txt --load 1 -o c.swf"},
	"trace split":   {"log.txt --by user --out parts"},
	"train":         {"log.txt -o b.json --generations 2 --lambda 4 --checkpoint state --resume"},
	"twin check":    {"log.txt --cluster cluster.json", "log.txt --cluster campus"},
	"version":       {""},
	"whatif":        {"log.txt --cluster cluster.json --change add=1:n1"},
	"why":           {"9 --from results", "9 --from st"},
}

// plant fills a folder as a stranger would who wants the one who works in it to start programs, each of which
// would make the file marker.
func plant(t *testing.T, dir, marker string) {
	write := func(name, text string, mode fs.FileMode) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	script := "#!/bin/sh\necho \"$0 $*\" >>'" + marker + "'\n"
	module := "open('" + marker + "', 'a').write(__file__ + '\\n')\n"
	write("log.txt", confidential, 0o666)
	write("cluster.json", `{"backfill_cluster": 1, "name": "exec:./p", "nodes": [{"names": "n[1-4]", "cores": 4, "features": ["exec:./p"]}],
		"partitions": [{"name": "batch", "nodes": "n[1-4]", "default": true}]}`, 0o666)
	write("slurm.conf", "ClusterName=p\nProlog=./p\nInclude p\nNodeName=n[1-4] CPUs=4\nPartitionName=batch Nodes=ALL\n", 0o666)
	write("spec.json", `{"workload": {"file": "log.txt"}, "policies": ["exec:./p", "fd:3:4", "easy"]}`, 0o666)
	write("study.json", `{"workload": {"file": "log.txt"}, "policies": ["exec:./p"]}`, 0o666)
	write("own.json", `{"workload": {"file": "log.txt"}, "policies": ["easy"], "own": [{"name": "p", "version": "exec:./p"}]}`, 0o666)
	write("st.json", `{"workload": {"model": {"name": "lublin", "jobs": 20, "procs": 8, "seed": {"from": 1, "to": 8}}},
		"policies": ["easy"]}`, 0o666)
	write("step.json", `{"name": "exec:./p", "procs": 2, "now": 0, "free": [{"at": 0, "procs": 2}], "jobs": [
		{"id": 1, "submit": 0, "procs": 2, "estimate": 5}, {"id": 2, "submit": 0, "procs": 1, "estimate": 3}]}`, 0o666)
	write("notebook.ipynb", `{"cells": [{"cell_type": "code", "source": ["!./p"], "outputs": [], "metadata": {}, "execution_count": null}],
		"metadata": {"kernelspec": {"name": "./gonb"}}, "nbformat": 4, "nbformat_minor": 5}`, 0o666)
	write("cache/x.json", `{"exec": "./p"}`, 0o666)
	write("site/index.html", "<html>", 0o666)
	call := func(args ...string) {
		c := exec.Command("backfill", args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("backfill %v: %v\n%s", args, err, out)
		}
	}
	call("run", "--policy", "sjf-easy", "log.txt", "--procs", "4", "--out", "results")
	call("train", "log.txt", "--procs", "4", "--generations", "1", "--lambda", "4", "-o", "base.json", "--checkpoint", "state")
	call("sweep", "plan", "st.json", "--out", "st")
	write("p", "#!/bin/sh\nread hello\necho policy 1 p 1\n", 0o777) // as its author planned it
	call("sweep", "plan", "study.json", "--out", "own", "--allow-programs")
	if err := os.Remove(filepath.Join(dir, "p")); err != nil {
		t.Fatal(err)
	}
	replaceInFiles(t, filepath.Join(dir, "results"), "sjf-easy", "exec:./p")
	for _, name := range plantedModules {
		write(name, module, 0o666)
	}
	for _, name := range plantedPrograms {
		if err := os.Remove(filepath.Join(dir, name)); err == nil {
			t.Fatalf("%s is there twice", name)
		}
		write(name, script, 0o777)
	}
	self, err := exec.LookPath("backfill")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(program)
	write("st/program/"+hex.EncodeToString(sum[:])[:12]+"/backfill", script, 0o777)
}

func replaceInFiles(t *testing.T, dir, old, by string) {
	found := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found += bytes.Count(data, []byte(old))
		return os.WriteFile(path, bytes.ReplaceAll(data, []byte(old), []byte(by)), 0o666)
	})
	if err != nil || found < 3 {
		t.Fatalf("%d places, %v", found, err)
	}
}

// TestNothingOfAFolderIsStarted calls every command in a stranger's folder, with all that lies there: no program and
// no Python module of the folder runs. PATH has Python, and none of the folder.
func TestNothingOfAFolderIsStarted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the planted programs are scripts of sh")
	}
	dir, marker := t.TempDir(), filepath.Join(t.TempDir(), "started")
	plant(t, dir, marker)
	env := append(os.Environ(), "BACKFILL_PYTHON=", "VIRTUAL_ENV=", "BACKFILL_TRACES=", "HOME="+t.TempDir(), "XDG_CACHE_HOME="+t.TempDir())
	for _, name := range leaves(root(&console.App{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Context: t.Context()})) {
		calls := inPlanted[name]
		if calls == nil {
			t.Errorf("backfill %s is not called in a stranger's folder: add it to inPlanted", name)
		}
		for _, call := range calls {
			c := exec.CommandContext(t.Context(), "backfill", append(strings.Fields(name), strings.Fields(call)...)...)
			if name == "serve" { // until it is stopped
				c = exec.Command("backfill", c.Args[1:]...)
				time.AfterFunc(time.Second, func() { c.Process.Kill() })
			}
			c.Dir, c.Env = dir, env
			out, err := c.CombinedOutput()
			if started, is := os.ReadFile(marker); is == nil {
				t.Errorf("backfill %s %s starts %s%v\n%s", name, call, started, err, out)
				os.Remove(marker)
			}
			if testing.Verbose() {
				t.Logf("backfill %s %s: %v %.200s", name, call, err, out)
			}
		}
	}
	if t.Failed() {
		return
	}
	c := exec.Command("./p")
	c.Dir = dir
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(marker); err != nil {
		t.Error("the planted programs leave no trace")
	}
}

// leaves returns the commands that do something, as they are called.
func leaves(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		names = append(names, leaves(sub)...)
	}
	if _, name, _ := strings.Cut(c.CommandPath(), " "); name != "" && c.Runnable() && (len(names) == 0 || inPlanted[name] != nil) {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
