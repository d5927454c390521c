package experiment

import (
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
)

// An Own is a policy of a Spec's author, which the Spec names as it names the others. What makes it is not
// written to JSON: a Spec that is read back says which policy it was, but cannot play it.
type Own struct {
	Name    string `json:"name"`    // no built-in policy's; printable, without commas and colons
	Version string `json:"version"` // a number or digest that changes when the policy decides otherwise

	// Make makes the policy, new for every run. Its type says for which platform: func() sim.Policy for one
	// machine, func() grid.Policy for a grid of sites, func() shared.Algorithm for shared nodes and
	// func() cluster.Maker for a cluster.
	Make any `json:"-"`
}

// ownFamily is the family of policies of a Spec's author.
const ownFamily = "own"

func (o *Own) info() policy.Info {
	return policy.Info{Name: o.Name, Title: o.Name, Family: ownFamily, Source: "its author",
		Doc: "A policy of the experiment's author, version " + o.Version + "."}
}

func (s *Spec) ownEntry(o *Own) (*platform.Entry, error) {
	e := &platform.Entry{Info: o.info(), Spelling: o.Name, Key: o.Name, Make: o.Make, On: s.made(o.Make)}
	switch {
	case o.Make == nil:
		return nil, fmt.Errorf("policy %s is its author's own (version %s), and this program lacks its code: run the one that has it",
			o.Name, o.Version)
	case e.On == nil:
		return nil, fmt.Errorf("policy %s of your own is made by a %T, which makes no policy: give a func() sim.Policy, "+
			"or the like for another platform", o.Name, o.Make)
	}
	return e, nil
}

// panicked makes an error of a panic of an author's own policy, and says where in its code it was. A panic of any
// other policy is a mistake of this program and goes on.
func panicked(e *platform.Entry, err *error) {
	if e.Family != ownFamily {
		return
	}
	if p := recover(); p != nil {
		*err = fmt.Errorf("policy %s of your own panicked: %v%s", e.Spelling, p, panickedAt())
	}
}

// panickedAt says where the panic that is being recovered from came from; "" if that is unknown.
func panickedAt() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicking := false; ; {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !inRuntime && f.Function != "":
			return fmt.Sprintf(", in %s, %s:%d", f.Function, path.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// validateOwn checks the author's own policies, also those that the Spec does not name.
func (s *Spec) validateOwn() error {
	for i := range s.Own {
		o := &s.Own[i]
		same := func(other Own) bool { return policy.Fold(other.Name) == policy.Fold(o.Name) }
		switch {
		case !nameable(o.Name) || strings.Contains(o.Name, ":"):
			return fmt.Errorf("a policy of your own cannot be called %.100q: "+
				"give it 1 to %d characters, printable and without commas, colons or outer spaces", o.Name, MaxRuleName)
		case builtIn(o.Name):
			return fmt.Errorf("a policy of your own cannot be called %s, which is built in: give it another name", o.Name)
		case slices.ContainsFunc(s.Own[:i], same):
			return fmt.Errorf("two policies of your own are called %s: change the name of one", o.Name)
		case o.Version == "":
			return fmt.Errorf("policy %s of your own has no version: give it one, such as 1, and another whenever it decides otherwise", o.Name)
		}
	}
	return nil
}

// nameable tells whether a policy of one's own or a rule base may have the name: it can be
// told apart from others by eye and stands in a list that commas separate.
func nameable(name string) bool {
	n := utf8.RuneCountInString(name)
	return n > 0 && n <= MaxRuleName && utf8.ValidString(name) && strings.TrimSpace(name) == name &&
		!strings.ContainsFunc(name, func(r rune) bool { return r == ',' || !unicode.IsPrint(r) })
}

// namedOwn returns the author's own policies that the Spec names, in their order.
func (s *Spec) namedOwn() (named []Own) {
	for _, name := range s.Policies {
		for _, o := range s.Own {
			if policy.Fold(o.Name) == policy.Fold(name) {
				named = append(named, o)
			}
		}
	}
	return named
}
