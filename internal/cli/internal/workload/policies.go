package workload

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// DefaultPolicy is the policy of a run without --policy: the most used one.
const DefaultPolicy = "easy"

// PolicyNames returns the names of all policies.
func PolicyNames() []string {
	return console.Texts(experiment.Builtin.List(), func(p policy.Info) string { return p.Name })
}

// CheckPolicy checks a policy's name.
func CheckPolicy(name string) error {
	_, err := experiment.Builtin.Find(name)
	var unknown *policy.Unknown
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &unknown):
		return usage.Errorf("%w", err)
	case unknown.Near == "":
		return usage.Errorf("unknown policy %q; backfill policies lists them", name)
	}
	return usage.Errorf("%w backfill policies lists them", err)
}

// How --policy names policies that other processes play: a program to start, or two pipes
// that this process was begun with.
const (
	ExecPrefix = "exec:"
	FdPrefix   = "fd:"
)

// IsProgram reports whether a policy is another process.
func IsProgram(name string) bool {
	return strings.HasPrefix(name, ExecPrefix) || strings.HasPrefix(name, FdPrefix)
}

// ReadRuleBase reads the rule base in a file. One without a name has the file's.
func ReadRuleBase(file string) (*rules.Base, error) {
	b, err := console.ReadFile(file, func(r io.Reader) (*rules.Base, error) {
		b, err := rules.Read(r)
		if err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
		return b, err
	})
	if err != nil {
		return nil, err
	}
	if b.Name == "" {
		b.Name = strings.TrimSuffix(filepath.Base(file), ".json")
	}
	if err := experiment.CheckRuleBase(b); err != nil {
		return nil, fmt.Errorf("%s: the rule base: %w", file, err)
	}
	return b, nil
}

// EmbedRules puts the rule bases of files that policies name, as rules:FILE, into the Spec,
// and names these policies after them. The name of a strategy, or of a rule base in the
// Spec, is no file. Rule bases that no policy names are removed.
func EmbedRules(spec *experiment.Spec) error {
	policies := spec.Catalogue().Names(spec.Policies)
	from := map[string]string{} // the file of a rule base
	var read []*rules.Base
	for i, name := range policies {
		file, is := ruleName(name)
		if !is {
			continue
		}
		if _, err := spec.Catalogue().Find(name); err == nil && from[file] == "" {
			continue
		}
		if _, err := os.Stat(file); err != nil && !strings.ContainsAny(file, `/\.`) {
			return unknownRules(name, file)
		}
		b, err := ReadRuleBase(file)
		if err != nil {
			return err
		}
		if other, twice := from[b.Name]; twice && other != file {
			return usage.Errorf("%s and %s: both hold a rule base called %q: change the name in one of them", other, file, b.Name)
		}
		from[b.Name] = file
		policies[i] = rules.Prefix + b.Name
		spec.Rules = append(slices.DeleteFunc(slices.Clone(spec.Rules), func(old *rules.Base) bool { return old.Name == b.Name }), b)
		read = append(read, b)
	}
	spec.Policies = policies
	spec.Rules = slices.DeleteFunc(slices.Clone(spec.Rules), func(b *rules.Base) bool {
		return !slices.Contains(policies, rules.Prefix+b.Name)
	})
	return adoptGroups(spec, read)
}

// adoptGroups makes the metrics group users like the rule bases, unless the Spec has
// groups.
func adoptGroups(spec *experiment.Spec, read []*rules.Base) error {
	if spec.UserGroups != nil || len(read) == 0 {
		return nil
	}
	for _, b := range read[1:] {
		if b.Bounds != read[0].Bounds {
			return usage.Errorf("the rule bases %q and %q divide users into groups at %v and at %v %%: give --groups for the metrics",
				read[0].Name, b.Name, read[0].Bounds, b.Bounds)
		}
	}
	if read[0].Bounds != rules.DefaultBounds {
		spec.UserGroups = slices.Clone(read[0].Bounds[:])
	}
	return nil
}

func unknownRules(policy, name string) error {
	return usage.Errorf("policy %s: there is neither a file of a rule base nor a strategy of that name (%s)%s", policy,
		strings.Join(rules.StrategyNames, ", "), usage.Meant("; did you mean "+rules.Prefix+"%s?", name, rules.StrategyNames))
}

// AnyRules reports whether a policy is a rule base or one of their strategies.
func AnyRules(policies []string) bool {
	return slices.ContainsFunc(policies, func(name string) bool { _, is := ruleName(name); return is })
}

// ruleName returns the part of a policy's name after rules:, if it begins with that.
func ruleName(name string) (file string, is bool) {
	name = strings.TrimSpace(name)
	if n := len(rules.Prefix); len(name) >= n && strings.EqualFold(name[:n], rules.Prefix) {
		return strings.TrimSpace(name[n:]), true
	}
	return "", false
}

// RuleFiles completes rules:FILE.
func RuleFiles(typed string) (files []string) {
	begun, is := strings.CutPrefix(typed, rules.Prefix)
	if !is || strings.ContainsAny(begun, `*?[`) {
		return nil
	}
	found, _ := filepath.Glob(begun + "*") // the pattern is a good one
	for _, file := range found {
		if info, err := os.Stat(file); err == nil && (info.IsDir() || strings.HasSuffix(file, ".json")) {
			if info.IsDir() {
				file += string(filepath.Separator)
			}
			files = append(files, rules.Prefix+file)
		}
	}
	return files
}
