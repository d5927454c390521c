// Package bench runs benchmarks natively and as WebAssembly in Node, in turns, and prints how much slower WebAssembly is, which is
// compiled by the profile of the page's programs and made straight as they are:
//
//	go run ./wasm/build bench [-bench REGEXP] [-count N] [-time 300ms] [-max 4] [PACKAGE]
//
// The fastest run of each benchmark counts, because other load only slows it down: in processor time if the
// benchmark reports it as cpu-ns/op, else in time. With -max it fails if a ratio is larger.
package bench

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/scratch"
	"github.com/backfill-lab/backfill/wasm/build/internal/module"
	"github.com/backfill-lab/backfill/wasm/build/internal/straight"
)

// Run runs the benchmarks that the arguments ask for. WebAssembly is compiled by the file profile.
func Run(profile string, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	bench := flags.String("bench", "^BenchmarkDefault$", "benchmarks to run, as in go test -bench")
	count := flags.Int("count", 2, "turns of each side")
	length := flags.String("time", "300ms", "time of each run, as in go test -benchtime")
	limit := flags.Float64("max", 0, "fail if WebAssembly is more than this many times slower; 0 is no limit")
	if err := flags.Parse(args); err != nil {
		return err
	}
	pkg := "./core/experiment"
	if flags.NArg() > 0 {
		pkg = flags.Arg(0)
	}
	dir, err := scratch.Temp("bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	native, err := newSide(dir, pkg, "native", nil)
	if err != nil {
		return err
	}
	wasm, err := newSide(dir, pkg, "wasm", []string{"-pgo=" + profile}, "GOOS=js", "GOARCH=wasm")
	if err != nil {
		return err
	}
	for range *count {
		for _, s := range []*side{native, wasm} {
			if err := s.measure(pkg, *bench, *length); err != nil {
				return err
			}
		}
	}
	if len(native.order) == 0 {
		return fmt.Errorf("%s has no benchmark that matches %s", pkg, *bench)
	}
	fmt.Printf("%-40s %14s %14s %8s\n", "", "native ns", "wasm ns", "ratio")
	worst := ""
	for _, name := range native.order {
		n, w := native.best[name], wasm.best[name]
		if w == 0 {
			return fmt.Errorf("%s ran only natively", name)
		}
		fmt.Printf("%-40s %14.0f %14.0f %7.2fx\n", name, n, w, w/n)
		if *limit > 0 && w/n > *limit {
			worst = name
		}
	}
	if worst != "" {
		return fmt.Errorf("%s is more than %g times slower as WebAssembly", worst, *limit)
	}
	return nil
}

// A side is a test program for one machine and its results.
type side struct {
	command []string
	order   []string           // names of benchmarks, as they ran
	best    map[string]float64 // ns/op
}

// newSide compiles the package's tests.
func newSide(dir, pkg, name string, flags []string, env ...string) (*side, error) {
	program := filepath.Join(dir, name+".test")
	cmd := exec.Command("go", append(append([]string{"test", "-c", "-o", program}, flags...), pkg)...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("compiling the tests of %s (%s): %w", pkg, name, err)
	}
	s := &side{command: []string{program}, best: map[string]float64{}}
	if len(env) > 0 {
		warn := func(line string) { fmt.Fprintln(os.Stderr, "bench: warning:", line) }
		if err := module.Rewrite(program, program, warn, straight.Step); err != nil {
			return nil, err
		}
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return nil, fmt.Errorf("go env GOROOT: %w", err)
		}
		s.command = []string{filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec"), program}
	}
	return s, nil
}

// measure runs each benchmark three times in a row: WebAssembly begins as slow code,
// which Node replaces while it runs. Node gets few environment variables, because Go's
// runner has little room for them.
func (s *side) measure(pkg, bench, length string) error {
	args := append(s.command[1:], "-test.run=^$", "-test.bench="+bench, "-test.benchtime="+length, "-test.count=3")
	cmd := exec.Command(s.command[0], args...)
	cmd.Dir = pkg
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "BACKFILL_TRACES=" + os.Getenv("BACKFILL_TRACES")}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	for line := range strings.Lines(string(out)) {
		name, nanos, ok := parse(line)
		if !ok {
			continue
		}
		if old, seen := s.best[name]; !seen || nanos < old {
			s.best[name] = nanos
		}
		if !slices.Contains(s.order, name) {
			s.order = append(s.order, name)
		}
	}
	return nil
}

// parse reads a line such as "BenchmarkDefault/easy-2  100  1234567 ns/op  1200000 cpu-ns/op ...".
func parse(line string) (name string, nanos float64, ok bool) {
	f := strings.Fields(line)
	if len(f) < 4 || !strings.HasPrefix(f[0], "Benchmark") || f[3] != "ns/op" {
		return "", 0, false
	}
	of := max(slices.Index(f, "cpu-ns/op"), 3)
	nanos, err := strconv.ParseFloat(f[of-1], 64)
	name = strings.TrimPrefix(f[0], "Benchmark")
	if i := strings.LastIndexByte(name, '-'); i > 0 {
		if _, err := strconv.Atoi(name[i+1:]); err == nil {
			name = name[:i] // the number of cores
		}
	}
	return name, nanos, err == nil
}
