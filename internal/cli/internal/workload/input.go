package workload

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
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// ReadFlags say how a log is read, beside the Spec.
type ReadFlags struct {
	strict        bool
	Anonymize     bool // in the Spec, as are the next two
	Columns, Zone string
	ColumnMap     mapFlag
}

// Add adds the flags to a command's.
func (r *ReadFlags) Add(fl *pflag.FlagSet) {
	fl.BoolVar(&r.strict, "strict", false, "make the first odd row of a log an error")
	fl.BoolVar(&r.Anonymize, "anonymize", false, "replace all names, the log's too; numbers and dates of jobs stay (trace convert --redate)")
	fl.StringVar(&r.Columns, "columns", "", "columns of sacct output without a header line, as its --format has them")
	addMap(fl, &r.ColumnMap)
	fl.StringVar(&r.Zone, "timezone", "", "the cluster's `zone`, such as Europe/Berlin, for dates and for local times in sacct output")
}

// Options returns the options of reading that are in no Spec.
func (r *ReadFlags) Options() trace.Options {
	return trace.Options{Strict: r.strict}
}

// An Input is an experiment, and the folder of the files that it names.
type Input struct {
	App    *console.App
	Spec   experiment.Spec
	Folder string // of the experiment's own file, or ""
	Opt    trace.Options

	log   string // where its log was found, "" if it is none or no file
	piped *piped // what standard input had, once it was read to be read again

	sitesBy string       // what the grid's sites are made of: the log's queues, users, ..., or "" for neither
	perSite func() error // then: what is left to do when they are made
}

// New makes an experiment of the command line: WORKLOAD, then the flags that
// were given.
func New(a *console.App, flags *pflag.FlagSet, args []string, f *Flags) (*Input, error) {
	in := &Input{App: a, Spec: f.Spec, Opt: f.Read.Options()}
	if err := in.Name(args); err != nil {
		return nil, err
	}
	f.ApplyMachine(flags, &in.Spec)
	usage.Set(flags, "policy", &in.Spec.Policies, f.Spec.Policies)
	usage.Set(flags, "groups", &in.Spec.UserGroups, f.Spec.UserGroups)
	if err := f.Grid.apply(flags, in); err != nil {
		return nil, err
	}
	if err := f.Shared.apply(flags, &in.Spec); err != nil {
		return nil, err
	}
	if err := f.Cluster.apply(flags, &in.Spec); err != nil {
		return nil, err
	}
	if !flags.Changed("policy") {
		if flags.Changed("cluster") {
			in.Spec.Policies = []string{DefaultClusterPolicy}
		}
		if flags.Changed("sites") && !anyBegins(in.Spec.Policies, grid.Prefix) {
			in.Spec.Policies = []string{DefaultGridPolicy}
		}
		if flags.Changed("shared") && !anyBegins(in.Spec.Policies, shared.Prefix) {
			in.Spec.Policies = []string{DefaultSharedPolicy}
		}
	}
	if err := EmbedRules(&in.Spec); err != nil {
		return nil, err
	}
	if flags.Changed("seed") && !in.Spec.Reseed(f.Seed) {
		return nil, usage.Errorf("--seed is for generated workloads, and this one is a log; backfill generate makes one")
	}
	return in, in.Check()
}

// fieldFlags are the flags that give an experiment a platform.
var fieldFlags = map[platform.Kind]string{"grid": "--sites", "shared": "--shared NODES", "cluster": "--cluster FILE"}

// Check finds what is wrong with the experiment before its workload is loaded.
func (in *Input) Check() error {
	s := in.Spec
	if in.sitesBy != "" { // which are not known yet
		known := *s.Grid
		known.Sites = []grid.Site{{Name: in.sitesBy, Procs: 1}}
		s.Grid = &known
	}
	if err := s.Validate(); err != nil {
		var m *platform.Misplaced
		if errors.As(err, &m) && m.Given.Default {
			if flags := fieldFlags[m.Of.Kind]; flags != "" {
				return usage.Errorf("%w; %s gives one", err, flags)
			}
		}
		return usage.Errorf("%w", err)
	}
	return nil
}

// anyBegins reports whether a policy's name begins with prefix.
func anyBegins(policies []string, prefix string) bool {
	return slices.ContainsFunc(policies, func(name string) bool { return strings.HasPrefix(name, prefix) })
}

// Name sets the workload to the one that the first argument names, if there is one: a
// log or an experiment in a file, or a built-in workload.
func (in *Input) Name(args []string) error {
	if len(args) == 0 {
		return nil
	}
	name := args[0]
	if name == console.Stdio {
		in.Spec.Workload.File = console.Stdio
		return nil
	}
	var f *os.File
	var err error
	console.Await(func() { f, err = os.Open(name) })
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `/\.`) {
		return in.builtin(name)
	}
	if err != nil {
		return console.ReadError(name, err)
	}
	defer f.Close()
	switch info, err := f.Stat(); {
	case err != nil:
		return console.ReadError(name, err)
	case info.IsDir():
		return fmt.Errorf("%s: this is a folder, not a log; name a file in it", name)
	case !info.Mode().IsRegular() || !isSpec(f): // a pipe can be read only once
		in.Spec.Workload.File = name
		return nil
	}
	text, err := console.Text(name, MaxSpec)(f)
	if err != nil {
		return err
	}
	if descriptionJSON.Match(text) {
		return fmt.Errorf("%s: this is the description of a cluster, not a log: give the log, and this file with --cluster", name)
	}
	spec, err := experiment.ParseSpec(text, in.Spec.Own...)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	in.Spec, in.Folder = spec, filepath.Dir(name)
	return nil
}

// MaxSpec bounds an experiment's file, in bytes: it may hold rule bases.
const MaxSpec = 64 << 20

// isSpec reports whether the file begins like a JSON object, but not like one of the logs in JSON, and goes back to its first byte.
func isSpec(f *os.File) bool {
	head, _ := bufio.NewReader(f).Peek(4 << 10)
	f.Seek(0, io.SeekStart)
	text := strings.TrimLeft(string(head), " \t\r\n\ufeff")
	return strings.HasPrefix(text, "{") && !sacctJSON.MatchString(text) && table.JSONForm(head) == "" &&
		!trace.Recognised(head)
}

// sacctJSON is how the JSON of sacct begins: with a key that no experiment has.
var sacctJSON = regexp.MustCompile(`^\{\s*"(jobs|meta|metadata|errors|warnings)"`)

// descriptionJSON is how the description of a cluster begins.
var descriptionJSON = regexp.MustCompile(`^\s*\{\s*"backfill_(cluster|system)"`)

func (in *Input) builtin(name string) error {
	names := console.Texts(builtin.All, func(b builtin.Builtin) string { return b.Name })
	if slices.Contains(names, name) {
		in.Spec.Workload.Builtin = name
		return nil
	}
	return usage.Errorf("%s: there is neither a file nor a built-in workload of that name (%s)%s", name, strings.Join(names, ", "),
		usage.Meant("; did you mean %s?", name, names))
}

// Load reads or generates the workload.
func (in *Input) Load() (w *trace.Workload, err error) {
	console.Await(func() {
		if in.sitesBy != "" {
			w, err = in.loadSites()
		} else {
			w, err = in.Spec.Load(in.Open, in.Opt)
		}
	})
	return in.named(w), err
}

// named gives a workload from standard input its name; w may be nil.
func (in *Input) named(w *trace.Workload) *trace.Workload {
	if w != nil && in.Spec.Workload.File == console.Stdio {
		w.Name = "stdin"
	}
	return w
}

// LargeFrom is the size in bytes from which backfill run streams a log: about 500,000 jobs. To hold fewer takes at most 200 MB, and
// 10 % less time. Tests make it smaller.
var LargeFrom int64 = 48 << 20

// bytesOfRow is the size of a row in a log that is text.
const bytesOfRow = 96

// LoadLarge is Load for backfill run: of a large log, where it can, it spools the jobs, which the caller closes. With
// nodes, jobs have the lists of nodes that the log has.
func (in *Input) LoadLarge(nodes bool) (*trace.Workload, error) {
	m := in.Spec.Workload.Model
	if in.sitesBy != "" || !in.Spec.Spools() || m != nil && int64(m.Jobs)*bytesOfRow < LargeFrom {
		return in.Load()
	}
	opt := in.Opt
	opt.NoNodeLists = !nodes
	opt.Scratch = &trace.Scratch{Create: ScratchFile}
	var w *trace.Workload
	var err error
	console.Await(func() { w, err = in.Spec.Load(in.openTwice, opt) })
	if in.piped != nil {
		defer in.piped.Close()
	}
	if !errors.Is(err, trace.ErrWhole) {
		return in.named(w), err
	}
	if err != trace.ErrWhole { // which is that of openTwice
		fmt.Fprintf(in.App.Err, "backfill: %s: %v\n", in.Spec.Workload.File, err)
	}
	return in.Load()
}

// ScratchFile makes a temporary file for jobs that memory does not hold.
func ScratchFile() (trace.ScratchFile, error) { return scratch.Open("jobs") }
