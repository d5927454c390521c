package sweep

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// maxStudy bounds the file of a study, in bytes: it may hold systems and rule bases.
const maxStudy = workload.MaxSpec

func planCommand(a *console.App) *cobra.Command {
	var out string
	var tables []string
	var f evaluation.Flags
	var programs programFlags
	c := usage.New("sweep plan", usage.Arguments(1, 1000), func(c *cobra.Command, args []string) error {
		if areExperiments(args) {
			if c.Flags().Changed("tables") {
				return usage.Errorf("--tables is for studies: backfill paper run --rows writes the rows of experiments")
			}
			return planPapers(a, args, out, &f)
		}
		if id := args[0]; id != console.Stdio && !console.Exists(id) && aboutPapers(id) {
			_, err := evaluation.Find(a, paper.Options{Scale: paper.Quick}, args)
			return err
		}
		if err := onlyForPapers(c.Flags()); err != nil {
			return err
		}
		if len(args) > 1 {
			return usage.Errorf("%s: one study is planned at a time; several arguments are ids of experiments, as backfill paper list has them",
				args[1])
		}
		return planStudy(a, args[0], out, tables, &programs)
	})
	c.ValidArgsFunction = usage.Completes(evaluation.IDs)
	fl := usage.Ordered(c)
	fl.StringVarP(&out, "out", "o", "", "folder of the sweep (default: the file's name without .json, or the first id with - for /)")
	fl.StringSliceVar(&tables, "tables", nil, "tables of which the rows of every run are kept, such as jobs (default: only metrics)")
	programs.addAllow(fl)
	fl.StringSliceVar(&programs.sources, "source", nil, "further `files` of the programs' code, such as modules that they import")
	f.AddSetting(fl)
	f.AddExtended(fl)
	return a.WithJSON(c)
}

func planStudy(a *console.App, file, out string, tables []string, f *programFlags) error {
	text, err := console.ReadInput(a, file, console.Text(file, maxStudy))
	if err != nil {
		return err
	}
	text, programs, err := embedFiles(a, text, filepath.Dir(file), f)
	if err != nil {
		return err
	}
	study, err := sweep.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	study.SetPrograms(programs)
	schemas, err := keptTables(tables)
	if err != nil {
		return err
	}
	if out == "" {
		if out = strings.TrimSuffix(file, ".json"); out == file {
			return usage.Errorf("%s: name the sweep's folder with --out", file)
		}
	}
	in := &workload.Input{App: a, Folder: filepath.Dir(file)}
	p, err := sweep.NewPlan(a.Context, out, study, schemas, in.OpenFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return showPlan(a, p, p.Paths(), p.Named())
}

// showPlan says what a plan has, and in what its runs differ: for programs, and for people.
func showPlan(a *console.App, p *sweep.Plan, varies, named []string) error {
	store, err := sweep.OpenStore(p.Dir)
	if err != nil {
		return err
	}
	status, err := sweep.StatusOf(p, store)
	if err != nil {
		return err
	}
	type planned struct {
		Dir     string   `json:"dir"`
		Runs    int      `json:"runs"`
		Missing int      `json:"missing"`
		Varies  []string `json:"varies"`
	}
	v := planned{p.Dir, p.Len(), len(status.Missing), varies}
	return a.Show(v, func() {
		fmt.Fprintf(a, "%s: %s", p.Dir, numeral.Plural(v.Runs, "run"))
		if v.Runs > 1 && len(named) > 0 {
			fmt.Fprintf(a, ", which differ in %s", numeral.List(named))
		}
		fmt.Fprintf(a, "; %s missing\n", areOf(v.Missing))
		if v.Missing > 0 {
			allow := ""
			if p.Study != nil && len(p.Programs()) > 0 {
				allow = " --allow-programs"
			}
			fmt.Fprintf(a, "backfill sweep run %s%s does what is missing\n", sweep.ShellWord(p.Dir), allow)
		}
	})
}

// areOf returns a number with its verb: "none is", "1 is", "2 are".
func areOf(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return numeral.Whole(n) + " are"
}

// embedFiles puts what a study names by files into it: systems, in the study's folder, and the rule
// bases of policies such as rules:FILE; and the names of the programs that play its policies, which it returns. What is no
// study is left to sweep.Parse.
func embedFiles(a *console.App, text []byte, folder string, f *programFlags) ([]byte, []*sweep.Program, error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return text, nil, nil
	}
	programs, err := f.embedPrograms(a, fields, folder)
	if err != nil {
		return nil, nil, err
	}
	systems, err := embedSystems(fields, folder)
	if err != nil {
		return nil, nil, err
	}
	rules, err := embedRules(fields)
	if err != nil || !systems && !rules && programs == nil {
		return text, nil, err
	}
	text, err = json.Marshal(fields)
	return text, programs, err
}

// embedSystems replaces names of files by the systems that they describe, and tells whether it did.
func embedSystems(fields map[string]json.RawMessage, folder string) (done bool, err error) {
	all := []json.RawMessage{fields["cluster"]}
	several := json.Unmarshal(fields["cluster"], &all) == nil
	for i, one := range all {
		var name string
		if json.Unmarshal(one, &name) != nil {
			continue
		}
		if beside := filepath.Join(folder, name); !filepath.IsAbs(name) && console.Exists(beside) {
			name = beside
		}
		d, err := description.Read(name)
		if err != nil {
			return false, err
		}
		var text strings.Builder
		if err := cluster.Write(&text, d); err != nil {
			return false, err
		}
		all[i], done = json.RawMessage(text.String()), true
	}
	if several && done {
		fields["cluster"], err = json.Marshal(all)
	} else if done {
		fields["cluster"] = all[0]
	}
	return done, err
}

// embedRules puts the rule bases of files into the study, and tells whether it did.
func embedRules(fields map[string]json.RawMessage) (done bool, err error) {
	var spec experiment.Spec
	if json.Unmarshal(fields["policies"], &spec.Policies) != nil || !workload.AnyRules(spec.Policies) {
		return false, nil
	}
	if given := fields["rules"]; given != nil && json.Unmarshal(given, &spec.Rules) != nil {
		return false, nil
	}
	if err := workload.EmbedRules(&spec); err != nil {
		return false, err
	}
	put := func(name string, v any) {
		fields[name], _ = json.Marshal(v) // names, numbers and rule bases that were read
	}
	put("policies", spec.Policies)
	if len(spec.Rules) > 0 {
		put("rules", spec.Rules)
	}
	if spec.UserGroups != nil && fields["user_groups"] == nil {
		put("user_groups", spec.UserGroups)
	}
	return true, nil
}

// keptTables returns the tables of those names, without that of runs.
func keptTables(names []string) ([]*result.Schema, error) {
	schemas, err := result.Named(names...)
	if err != nil {
		return nil, usage.Errorf("--tables: %w", err)
	}
	return slices.DeleteFunc(schemas, func(s *result.Schema) bool { return s == result.Runs }), nil
}
