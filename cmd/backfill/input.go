package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// readFlags say how a log is read, beside the Spec.
type readFlags struct {
	strict        bool
	anonymize     bool // in the Spec, as are the next two
	columns, zone string
	columnMap     mapFlag
}

func (r *readFlags) add(fl *pflag.FlagSet) {
	fl.BoolVar(&r.strict, "strict", false, "make the first odd row of a log an error")
	fl.BoolVar(&r.anonymize, "anonymize", false, "replace the names of users, groups, accounts and applications")
	fl.StringVar(&r.columns, "columns", "", "columns of sacct output without a header line, as its --format has them")
	addMap(fl, &r.columnMap)
	fl.StringVar(&r.zone, "timezone", "", "the cluster's `zone`, such as Europe/Berlin, for dates and for local times in sacct output")
}

func (r *readFlags) options() trace.Options {
	return trace.Options{Strict: r.strict}
}

// An input is an experiment, and the folder of the files that it names.
type input struct {
	app    *app
	spec   experiment.Spec
	folder string // of the experiment's own file, or ""
	opt    trace.Options

	log   string // where its log was found, "" if it is none or no file
	piped *piped // what standard input had, once it was read to be read again

	sitesBy string       // what the grid's sites are made of: the log's queues, users, ..., or "" for neither
	perSite func() error // then: what is left to do when they are made
}

// input makes an experiment of the command line: WORKLOAD, then the flags that
// were given.
func (a *app) input(flags *pflag.FlagSet, args []string, f *workloadFlags) (*input, error) {
	in := &input{app: a, spec: f.spec, opt: f.read.options()}
	if err := in.name(args); err != nil {
		return nil, err
	}
	f.applyMachine(flags, &in.spec)
	set(flags, "policy", &in.spec.Policies, f.spec.Policies)
	set(flags, "groups", &in.spec.UserGroups, f.spec.UserGroups)
	if err := f.grid.apply(flags, in); err != nil {
		return nil, err
	}
	if err := f.cluster.apply(flags, &in.spec); err != nil {
		return nil, err
	}
	if err := f.system.apply(flags, &in.spec); err != nil {
		return nil, err
	}
	if !flags.Changed("policy") {
		if flags.Changed("system") {
			in.spec.Policies = []string{defaultSystemPolicy}
		}
		if f.grid.makes(flags) && !anyBegins(in.spec.Policies, grid.Prefix) {
			in.spec.Policies = []string{defaultGridPolicy}
		}
		if flags.Changed("cluster") && !anyBegins(in.spec.Policies, shared.Prefix) {
			in.spec.Policies = []string{defaultSharedPolicy}
		}
	}
	if err := embed(&in.spec); err != nil {
		return nil, err
	}
	if flags.Changed("seed") && !in.spec.Reseed(f.seed) {
		return nil, usage("--seed is for generated workloads, and this one is a log; backfill generate makes one")
	}
	return in, in.check()
}

// fieldFlags are the flags that give an experiment a platform.
var fieldFlags = map[experiment.Kind]string{experiment.Grid: "--sites or --grid", experiment.Shared: "--cluster NODES",
	experiment.Cluster: "--system FILE"}

// check finds what is wrong with the experiment before its workload is loaded.
func (in *input) check() error {
	s := in.spec
	if in.sitesBy != "" { // which are not known yet
		known := *s.Grid
		known.Sites = []grid.Site{{Name: in.sitesBy, Procs: 1}}
		s.Grid = &known
	}
	if err := s.Validate(); err != nil {
		var m *experiment.Misplaced
		if errors.As(err, &m) && m.Given == experiment.Machine {
			if flags := fieldFlags[m.Of]; flags != "" {
				return usage("%w; %s gives one", err, flags)
			}
		}
		return usage("%w", err)
	}
	return nil
}

// anyBegins reports whether a policy's name begins with prefix.
func anyBegins(policies []string, prefix string) bool {
	return slices.ContainsFunc(policies, func(name string) bool { return strings.HasPrefix(name, prefix) })
}

// name sets the workload to the one that the first argument names, if there is one: a
// log or an experiment in a file, or a built-in workload.
func (in *input) name(args []string) error {
	if len(args) == 0 {
		return nil
	}
	name := args[0]
	if name == stdio {
		in.spec.Workload.File = stdio
		return nil
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `/\.`) {
		return in.builtin(name)
	}
	if err != nil {
		return fileError(name, err)
	}
	defer f.Close()
	switch info, err := f.Stat(); {
	case err != nil:
		return fileError(name, err)
	case info.IsDir():
		return fmt.Errorf("%s: this is a folder, not a log; name a file in it", name)
	case !info.Mode().IsRegular() || !isSpec(f): // a pipe can be read only once
		in.spec.Workload.File = name
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSpec))
	if err != nil {
		return fileError(name, err)
	}
	spec, err := experiment.ParseSpec(text, in.spec.Own...)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	in.spec, in.folder = spec, filepath.Dir(name)
	return nil
}

// maxSpec bounds an experiment's file, in bytes: it may hold rule bases.
const maxSpec = 64 << 20

// isSpec reports whether the file begins like a JSON object, which no log does but those of
// sacct --json and Batsim, and goes back to its first byte.
func isSpec(f *os.File) bool {
	head, _ := bufio.NewReader(f).Peek(4 << 10)
	f.Seek(0, io.SeekStart)
	text := strings.TrimLeft(string(head), " \t\r\n\ufeff")
	return strings.HasPrefix(text, "{") && !sacctJSON.MatchString(text) && table.JSONForm(head) == ""
}

// sacctJSON is how the JSON of sacct begins: with a key that no experiment has.
var sacctJSON = regexp.MustCompile(`^\{\s*"(jobs|meta|metadata|errors|warnings)"`)

func (in *input) builtin(name string) error {
	names := textsOf(builtin.All, func(b builtin.Builtin) string { return b.Name })
	if slices.Contains(names, name) {
		in.spec.Workload.Builtin = name
		return nil
	}
	return usage("%s: there is neither a file nor a built-in workload of that name (%s)%s", name, strings.Join(names, ", "),
		meant("; did you mean %s?", name, names))
}

// load reads or generates the workload.
func (in *input) load() (w *trace.Workload, err error) {
	if in.sitesBy != "" {
		w, err = in.loadSites()
	} else {
		w, err = in.spec.Load(in.open, in.opt)
	}
	return in.named(w), err
}

// named gives a workload from standard input its name; w may be nil.
func (in *input) named(w *trace.Workload) *trace.Workload {
	if w != nil && in.spec.Workload.File == stdio {
		w.Name = "stdin"
	}
	return w
}

// streamFrom is the size in bytes from which backfill run streams a log: about 500,000 jobs. To hold fewer takes at most 200 MB, and
// 10 % less time. Tests make it smaller.
var streamFrom int64 = 48 << 20

// bytesOfRow is the size of a row in a log that is text.
const bytesOfRow = 96

// loadToRun is load for backfill run: of a large log, where it can, it leaves the jobs on a Tape, which the caller closes. With
// nodes, jobs have the lists of nodes that the log has.
func (in *input) loadToRun(nodes bool) (*trace.Workload, error) {
	m := in.spec.Workload.Model
	if in.sitesBy != "" || !in.spec.Streams() || m != nil && int64(m.Jobs)*bytesOfRow < streamFrom {
		return in.load()
	}
	opt := in.opt
	opt.NoNodeLists = !nodes
	w, err := in.spec.Stream(in.openTwice, opt, scratchFile)
	if in.piped != nil {
		defer in.piped.Close()
	}
	if !errors.Is(err, trace.ErrWhole) {
		return in.named(w), err
	}
	if err != trace.ErrWhole { // which is that of openTwice
		fmt.Fprintf(in.app.err, "backfill: %s: %v\n", in.spec.Workload.File, err)
	}
	return in.load()
}

// scratchFile makes a temporary file for jobs that memory does not hold.
func scratchFile() (trace.ScratchFile, error) { return scratch.Open("jobs") }

// fileError says in plain words why a file cannot be read.
func fileError(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: you may not read this file", name)
	}
	return fmt.Errorf("%s: cannot be read: %w", name, atomicfile.Cause(err))
}
