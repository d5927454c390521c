// Package pack is backfill pack, which makes an artefact of results.
package pack

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/cli/cite"
	"github.com/backfill-lab/backfill/internal/cli/internal/artefact"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

// Command is backfill pack.
func Command(a *console.App) *cobra.Command {
	var out string
	var withLog bool
	var code []string
	c := usage.New("pack", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		dir := filepath.Clean(args[0])
		if out == "" {
			out = dir + "-artefact"
		}
		make := ofRun
		if console.Exists(filepath.Join(dir, "sweep.json")) {
			make = ofSweep
		}
		p, err := make(a, dir, withLog)
		if err != nil {
			return err
		}
		if len(p.own) > 0 && len(code) == 0 {
			return fmt.Errorf("%s: the code of %s is not in the results: give its files with --code", dir, strings.Join(p.own, ", "))
		}
		p.code = code
		if p.works, err = cite.BibTeX(a, dir); err != nil {
			return err
		}
		files, err := artefact.Publish(a, out, p.write)
		if err != nil {
			return err
		}
		return a.ShowFiles(files)
	})
	fl := usage.Ordered(c)
	fl.StringVarP(&out, "out", "o", "", "folder to make, or archive if it ends with .zip (default: DIR-artefact)")
	fl.BoolVar(&withLog, "with-log", false, "add copies of the logs, if you may publish them")
	fl.StringSliceVar(&code, "code", nil, "`files` to add, such as the code of policies of your own")
	return a.WithJSON(c)
}

// A pack is what others need to compute results again.
type pack struct {
	dir   string // of the results
	input string // name of the file that describes the runs
	text  []byte // its content
	logs  []log
	own   []string // policies of the author's own
	works string   // BibTeX
	code  []string
	step  string            // of verify.sh
	sums  map[string]string // what must come out again
	files []string          // of the results, below dir
}

// A log is one that runs read.
type log struct {
	name   string // in the folder
	sha256 string
	path   string // of the copy that is added, or ""
}

//go:embed verify_run.sh
var verifyRun string

//go:embed verify_sweep.sh
var verifySweep string

// intro is what the verify.sh of every pack says.
const intro = `# Verifies this folder in three steps: its files are those that were packed, the program computes what the
# program of the results computes, and the results come out again to the last bit.
#
#   sh verify.sh                with the logs in this folder, or in the folder that the environment's BACKFILL_TRACES names
#   sh verify.sh --traces DIR   with the logs in DIR
#
`

// ofRun returns the pack of the results of backfill run.
func ofRun(a *console.App, dir string, withLog bool) (*pack, error) {
	r, err := results.Open(a, dir, result.Jobs)
	if err != nil {
		return nil, err
	}
	s := r.Spec
	name := s.Workload.Log()
	if name == console.Stdio {
		return nil, fmt.Errorf("%s: the log came from standard input and is not kept, so nobody can repeat the run", dir)
	}
	p := &pack{dir: dir, input: "spec.json", sums: map[string]string{}}
	for _, o := range s.Own {
		p.own = append(p.own, "policy "+o.Name+", version "+o.Version)
	}
	if name != "" {
		l := log{name: trace.BaseName(name), sha256: s.Workload.SHA256}
		if !sweep.IsSHA256(l.sha256) { // what a stranger wrote into results goes into a script
			return nil, fmt.Errorf("%s: the results do not have the SHA-256 of their log %s: run it again", dir, l.name)
		}
		if withLog {
			if s.Workload.Anonymize {
				return nil, usage.Errorf("--with-log: the results are anonymous, and the log is not")
			}
			if l.path, err = pathOf(a, &s, dir, name); err != nil {
				return nil, err
			}
		}
		p.logs = append(p.logs, l)
		s = s.Kept(l.name, l.sha256)
	}
	if p.text, err = json.MarshalIndent(json.RawMessage(s.JSON()), "", "  "); err != nil {
		return nil, err
	}
	for _, table := range []*result.Schema{result.Jobs, result.Runs} {
		h := sha256.New()
		if err := result.WriteTable(result.NewCSV(h, table), r.Tables[table]); err != nil {
			return nil, err
		}
		p.sums[table.Name+".csv"] = hex.EncodeToString(h.Sum(nil))
	}
	p.step = verifyRun
	return p, p.list("README.md", "croissant.json", "spec.json", "*.parquet", "*.arrow", "*.csv", "figures/*")
}

// pathOf returns where the log of results is.
func pathOf(a *console.App, s *experiment.Spec, dir, name string) (string, error) {
	in := &workload.Input{App: a, Spec: *s, Folder: dir}
	f, err := in.Open(name)
	if err != nil {
		return "", err
	}
	f.Close()
	return in.LogPath(), nil
}

// ofSweep returns the pack of the results of a study.
func ofSweep(a *console.App, dir string, withLog bool) (*pack, error) {
	plan, _, err := results.OpenSweep(a, dir)
	if err != nil {
		return nil, err
	}
	if plan.Experiments != nil {
		return nil, usage.Errorf("%s: these are experiments of papers: backfill paper record and paper pack make an artefact of them", dir)
	}
	var collected struct{ Digest string }
	data, err := bounded.ReadFile(filepath.Join(dir, "collected", "collected.json"), bounded.Most)
	if err != nil || json.Unmarshal(data, &collected) != nil || !sweep.IsSHA256(collected.Digest) {
		return nil, fmt.Errorf("%s: there are no collected results to pack: backfill sweep collect %s first", dir, sweep.ShellWord(dir))
	}
	p := &pack{dir: dir, input: "study.json", text: plan.Study.JSON(), sums: map[string]string{"collected": collected.Digest}}
	var study struct{ Own []experiment.Own }
	if json.Unmarshal(p.text, &study) == nil {
		for _, o := range study.Own {
			p.own = append(p.own, "policy "+o.Name+", version "+o.Version)
		}
	}
	names, err := plan.Logs()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		l := log{name: trace.BaseName(name)}
		l.sha256, l.path = plan.Log(name)
		if !sweep.IsSHA256(l.sha256) || withLog && !regular(l.path) {
			return nil, fmt.Errorf("%s: the copy of %s is missing or damaged: plan the sweep again", dir, l.name)
		}
		if !withLog {
			l.path = ""
		}
		if slices.ContainsFunc(p.logs, func(o log) bool { return o.name == l.name }) {
			return nil, fmt.Errorf("%s: two logs are called %s: rename one, and plan the sweep again", dir, l.name)
		}
		p.logs = append(p.logs, l)
		was, _ := json.Marshal(name) // texts
		is, _ := json.Marshal(l.name)
		p.text = []byte(strings.ReplaceAll(string(p.text), string(was), string(is)))
	}
	tables := console.Texts(plan.Tables, func(s *result.Schema) string { return s.Name })
	p.step = strings.NewReplacer("{tables}", strings.Join(tables, ","), "{digest}", collected.Digest).Replace(verifySweep)
	err = filepath.WalkDir(filepath.Join(dir, "collected"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		p.add(rel)
		return err
	})
	return p, cmp.Or(err, p.list("*.svg", "*.png", "*.pdf"))
}

// list notes the files of the results that have such names.
func (p *pack) list(patterns ...string) error {
	for _, pattern := range patterns {
		files, err := fs.Glob(os.DirFS(p.dir), pattern)
		if err != nil {
			return err
		}
		for _, file := range files {
			p.add(filepath.FromSlash(file))
		}
	}
	return nil
}

// add notes a file of the results, once.
func (p *pack) add(file string) {
	if regular(filepath.Join(p.dir, file)) && !slices.Contains(p.files, file) {
		p.files = append(p.files, file)
	}
}

// regular tells whether there is a file of that name, which is no link: what a stranger's folder links to is not packed.
func regular(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}

// write writes the files, of which SHA256SUMS is the last.
func (p *pack) write(d *evaluation.Folder) {
	own := []string{p.input, "digests", "works.bib", "LICENSE", "CITATION.cff", "environment.json", "README.md", "verify.sh", "SHA256SUMS",
		"results", "code", ".", ".."}
	for _, l := range p.logs {
		if d.Err == nil && slices.Contains(own, l.name) {
			d.Err = fmt.Errorf("%s: the log %s is called like a file of an artefact: rename it, and run again", p.dir, l.name)
		}
	}
	artefact.Bytes(d, p.input, append(p.text, '\n'))
	for _, l := range p.logs {
		if l.path != "" {
			artefact.Copy(d, l.name, l.path)
		}
	}
	for _, file := range p.files {
		artefact.Copy(d, filepath.Join("results", file), filepath.Join(p.dir, file))
	}
	for _, file := range p.code {
		artefact.Copy(d, filepath.Join("code", filepath.Base(file)), file)
	}
	d.Write("digests", func(w io.Writer) error {
		for _, name := range slices.Sorted(maps.Keys(p.sums)) {
			if _, err := fmt.Fprintf(w, "%s  %s\n", p.sums[name], name); err != nil {
				return err
			}
		}
		return nil
	})
	artefact.Bytes(d, "works.bib", []byte(p.works))
	artefact.Environment(d)
	artefact.Bytes(d, "README.md", []byte(p.readme()))
	step := p.step
	if len(p.own) > 0 {
		step = "echo 'NOTE: the results are not computed again, since policies are of their author: code/ has them'\n"
	}
	var names []string
	for _, l := range p.logs {
		names = append(names, sweep.ShellWord(l.name))
	}
	artefact.Seal(d, artefact.Check{Intro: intro, Step: strings.ReplaceAll(step, "{logs}", strings.Join(names, " "))})
}

// readme returns README.md: what is needed, what to run, and what the files are.
func (p *pack) readme() string {
	program := buildinfo.This()
	var b strings.Builder
	fmt.Fprintf(&b, "# Artefact: results of backfill\n\n"+
		"Results of a batch-scheduling laboratory, and what is needed to compute them again.\n\n"+
		"## What is needed\n\n- %s, or another version whose results are of version %s (`backfill version --json`).\n"+
		"- sh, and sha256sum or shasum.\n", program, program.Results)
	for _, own := range p.own {
		fmt.Fprintf(&b, "- The code of %s, which is in code/.\n", own)
	}
	if len(p.logs) > 0 {
		b.WriteString("- The logs:\n\n")
		var rows [][]string
		for _, l := range p.logs {
			where := "here"
			if l.path == "" {
				where = "not here: put it beside this file, or name its folder with --traces"
			}
			rows = append(rows, []string{"`" + result.MarkdownCell(l.name) + "`", "`" + l.sha256 + "`", where})
		}
		b.WriteString(artefact.Table([]string{"log", "SHA-256 of the file", "where it is"}, rows))
	}
	b.WriteString("\n## What to run\n\n```sh\nsh verify.sh\n```\n\n## What the files are\n\n" +
		artefact.Table([]string{"file", "what it is"}, [][]string{
			{p.input, "describes the runs"},
			{"results/", "the results and figures as they were packed; README.md in it describes the tables"},
			{"digests", "what must come out again: SHA-256 of the tables as CSV, or the digest that `sweep collect` prints"},
			{"works.bib", "what to cite, as `backfill cite` prints it"},
			{"verify.sh, SHA256SUMS", "check the folder"},
			{"environment.json", "program, Go, system and modules"},
			{"LICENSE, CITATION.cff", "of backfill"},
		}))
	return b.String()
}
