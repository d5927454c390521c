// Package cite is backfill cite, which prints what to cite for results.
package cite

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/fetch"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/printable"
)

// Command is backfill cite.
func Command(a *console.App) *cobra.Command {
	return a.WithJSON(usage.New("cite", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		l, err := listed(a, args[0])
		if err != nil {
			return err
		}
		return a.Show(l.all, func() { fmt.Fprint(a, l) })
	}))
}

// BibTeX returns what to cite for the results in a folder.
func BibTeX(a *console.App, dir string) (string, error) {
	l, err := listed(a, dir)
	if err != nil {
		return "", err
	}
	return l.String(), nil
}

// A Work is what to cite, and for what.
type Work struct {
	Key    string   `json:"key,omitempty"`
	For    []string `json:"for"`
	BibTeX string   `json:"bibtex,omitempty"` // "" if For says that there is none
}

// A list is the works that results rest on, each once.
type list struct {
	all     []Work
	version string // of the program that made the results
	logs    map[string]bool
}

// The program, as in CITATION.cff.
const (
	author  = "The backfill authors"
	title   = "backfill: a batch-scheduling laboratory in Go"
	address = "https://github.com/backfill-lab/backfill"
)

// String returns the works as BibTeX, each below a line that says what it is for.
func (l *list) String() string {
	var b strings.Builder
	for i, w := range l.all {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%% for %s\n", strings.Join(w.For, "; "))
		if w.BibTeX != "" {
			b.WriteString(w.BibTeX + "\n")
		}
	}
	return b.String()
}

// listed returns the works that the results in a folder rest on.
func listed(a *console.App, dir string) (*list, error) {
	l := &list{version: buildinfo.Version(), logs: map[string]bool{}}
	l.add("", "the program") // whose entry follows, once its version is known
	evaluated, err := evaluatedIn(dir)
	switch {
	case err != nil:
		return nil, err
	case console.Exists(filepath.Join(dir, "sweep.json")):
		err = l.sweep(a, dir)
	case len(evaluated) > 0:
		l.papers(evaluated)
	default:
		err = l.run(a, dir)
	}
	program := buildinfo.This()
	note := "Version " + l.version
	if program.Version == l.version && program.Commit != "" {
		note += ", commit " + program.Commit
	}
	l.all[0].Key, l.all[0].BibTeX = "backfill", entry("software", "backfill", "author", "{"+author+"}", "title", "{"+title+"}",
		"url", address, "version", tex(l.version), "note", tex(note))
	return l, err
}

// add adds a work for something, once.
func (l *list) add(bibtex, what string) {
	what = printable.Line(what)
	i := slices.IndexFunc(l.all, func(w Work) bool { return bibtex != "" && w.BibTeX == bibtex })
	if i < 0 {
		i = len(l.all)
		l.all = append(l.all, Work{Key: keyOf(bibtex), BibTeX: bibtex})
	}
	if !slices.Contains(l.all[i].For, what) {
		l.all[i].For = append(l.all[i].For, what)
	}
}

// run adds the works of backfill run.
func (l *list) run(a *console.App, dir string) error {
	r, err := results.Open(a, dir)
	if err != nil {
		return err
	}
	l.version = r.Meta.Get(result.MetaVersion)
	in := &workload.Input{App: a, Spec: r.Spec, Folder: dir}
	l.spec(&r.Spec, in.Open)
	return nil
}

// sweep adds the works of a sweep's runs.
func (l *list) sweep(a *console.App, dir string) error {
	p, _, err := results.OpenSweep(a, dir)
	if err != nil {
		return err
	}
	if p.Experiments != nil {
		for _, id := range p.Experiments.IDs {
			l.paper(id)
		}
		return nil
	}
	seen := map[string]bool{} // workloads and policies, of which many runs share few
	for i := range p.Len() {
		if a.Context.Err() != nil {
			return console.ErrStopped
		}
		r, err := p.Run(i)
		if err != nil {
			return err
		}
		key := fmt.Sprint(r.Spec.Workload.Builtin, "\n", r.Spec.Workload.Log(), "\n", r.Spec.Policies)
		if !seen[key] {
			seen[key] = true
			l.spec(&r.Spec, p.OpenLog)
		}
	}
	return nil
}

// papers adds the works of backfill paper run.
func (l *list) papers(all []evaluated) {
	for _, e := range all {
		l.version = e.Version
		l.paper(e.ID)
		for _, set := range e.JobSets {
			for _, t := range set.Traces {
				l.log(t.Name, nowhere)
			}
		}
	}
}

// nowhere opens no log: a catalogue says what is known of those of papers.
func nowhere(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }

// paper adds the paper of an experiment, or of all its experiments.
func (l *list) paper(id string) {
	key, _, _ := strings.Cut(id, "/")
	l.add(works()["paper:"+key], "the paper's experiments "+id)
}

// spec adds what an experiment rests on.
func (l *list) spec(s *experiment.Spec, open experiment.Opener) {
	w := &s.Workload
	switch {
	case w.Model != nil:
		l.add(works()["model:"+w.Model.Name], "the workload, by the model "+w.Model.Name)
	case w.File == "":
		name := cmp.Or(w.Builtin, builtin.Default)
		l.add(works()["builtin:"+name], "the built-in workload "+name)
	}
	if log := w.Log(); log != "" {
		l.log(log, open)
	}
	for _, name := range s.Policies {
		l.policy(s, name)
	}
}

// policy adds the sources of a policy, and of what its options choose.
func (l *list) policy(s *experiment.Spec, name string) {
	what := "policy " + name
	e, err := s.Catalogue().Find(name)
	if err != nil {
		l.add("", what+": its author's own, which this program does not know")
		return
	}
	all := sources(e.Source)
	for _, o := range e.Options {
		for _, c := range o.Choices {
			if c.Source != "" && strings.Contains(policy.Fold(name), o.Name+"="+c.Name) {
				all = append(all, sources(c.Source)...)
			}
		}
	}
	for _, source := range all {
		switch bibtex, known := works()[source]; {
		case bibtex != "":
			l.add(bibtex, what)
		case !known:
			l.add("", what+", by "+source)
		}
	}
}

// log adds a log and the archive that it is from.
func (l *list) log(name string, open experiment.Opener) {
	if l.logs[name] {
		return
	}
	l.logs[name] = true
	base := trace.BaseName(name)
	h := header(name, open)
	known, is := fetch.Find(base)
	by, _ := h.Get("Acknowledge")
	if !is && by == "" {
		l.add("", "the log "+base+", of which nothing says where it is from")
		return
	}
	if !is {
		known = &fetch.Log{Machine: machine(h)}
	}
	note := ""
	if by = cmp.Or(by, known.ProvidedBy); by != "" {
		note = "Provided by " + tex(by)
	}
	address, published := known.Address(fetch.Archive), tex(known.Cite)
	if known.Folder != "" || !is {
		published = "Parallel Workloads Archive"
	}
	key := "log-" + keyed(strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".swf"))
	what := "The log " + tex(base)
	if known.Machine != "" {
		what += " of " + tex(known.Machine)
	}
	l.add(entry("misc", key, "title", "{"+what+"}", "howpublished", published, "url", address, "note", note), "the log "+base)
	if known.Folder != "" {
		l.add(works()["archive"], "the Parallel Workloads Archive")
	}
}
