package platform

import (
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

// An Entry is the policy of a name. Its Name and Title have the options that were given.
type Entry struct {
	policy.Info
	Spelling string      // the name in results
	Key      string      // the same for two names of one policy
	Base     *rules.Base // of a rule base, which makes the policy of a workload; else nil
	On       *About      // the platform that it is for

	// Make makes the policy, new for every run: func() sim.Policy, func() grid.Policy, func() shared.Algorithm,
	// func() cluster.Maker or what else a platform plays. nil: of a rule base, and of the recorded schedule.
	Make any
}

// A Family is the policies of one package, whose names begin with Prefix.
type Family struct {
	Name    string `json:"name"` // policy.Info.Family of its policies
	Prefix  string `json:"prefix"`
	On      Kind   `json:"on"`                // the platform that its policies are for; the registry sets it
	Title   string `json:"title"`             // what sets it apart from other families for that platform, or ""
	Example string `json:"example,omitempty"` // how the names of its policies are made, if that needs saying

	List []policy.Info                    `json:"-"` // its policies, without options in their names
	Find func(name string) (Entry, error) `json:"-"` // an Entry without On
}

// Alone tells whether the Prefix is the name of the family's only policy.
func (f *Family) Alone() bool { return len(f.List) == 1 && f.List[0].Name == f.Prefix }

// Names says in an error how the names of its policies are made.
func (f *Family) Names() string {
	if f.Alone() {
		return "of the name " + f.Prefix
	}
	return "that begin with " + f.Prefix
}

// Has tells whether a name that policy.Fold has folded may be one of the family's.
func (f *Family) Has(folded string) bool {
	rest, has := strings.CutPrefix(folded, f.Prefix)
	return has && (!f.Alone() || rest == "" || rest[0] == ':')
}

// Finder returns what finds the entries of a family, by what finds its policies.
func Finder[P any](find func(name string) (policy.Found[P], error)) func(name string) (Entry, error) {
	return func(name string) (Entry, error) {
		f, err := find(name)
		e := Entry{Info: f.Info, Spelling: f.Name, Key: f.Key}
		if err == nil {
			e.Make = f.New
		}
		return e, err
	}
}
