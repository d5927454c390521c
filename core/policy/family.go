package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/policy/formula"
	"github.com/backfill-lab/backfill/internal/nearest"
)

// A Family is the policies of one package, each a P.
type Family[P any] []Member[P]

// A Member is a policy with its names. Make one with Plain or With.
type Member[P any] struct {
	Info
	read func(list string, given bool) (spelled, key string, make func() P, err error)
	in   func(*Order) []Member[P] // unless nil, this is no policy, but those in an order that is an expression
}

// Ordered returns the family of the policies in each order: in those that have a name, which it lists, and in those that
// are expressions.
func Ordered[P any](named []*Order, in func(*Order) []Member[P]) (all Family[P]) {
	for _, o := range named {
		all = append(all, in(o)...)
	}
	return append(all, Member[P]{in: in})
}

// Plain returns a policy without options.
func Plain[P any](info Info, make func() P) Member[P] {
	return With(info, nil, struct{}{}, nil, func(struct{}) P { return make() })
}

// With returns a policy made from a T: defaults, changed by the options in its name. check, unless
// nil, refuses options that do not go together.
func With[P, T any](info Info, rows Options[T], defaults T, check func(*T) error, make func(T) P) Member[P] {
	info.Options = rows.All()
	return Member[P]{Info: info, read: func(list string, given bool) (spelled, key string, _ func() P, err error) {
		t := defaults
		switch {
		case given && len(rows) == 0:
			err = fmt.Errorf("it takes no options")
		case given:
			spelled, key, err = rows.Set(&t, list)
		}
		if err == nil && check != nil {
			err = check(&t)
		}
		return spelled, key, func() P { return make(t) }, err
	}}
}

// Found is the policy of a name.
type Found[P any] struct {
	Info          // Name and Title with the options that were given
	Key  string   // the same for two names of one policy
	New  func() P // returns a new one
}

// Fold returns a name in lower case, without spaces, for looking it up.
func Fold(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), "")) }

// Find returns the policy of that name; case and spaces are ignored.
func (f Family[P]) Find(name string) (found Found[P], err error) {
	name = strings.TrimSpace(name)
	from, open := expressionIn(name)
	ordered := slices.DeleteFunc(slices.Clone(f), func(m Member[P]) bool { return m.in == nil })
	if open > 0 && len(ordered) > 0 {
		e, end, err := formula.Read(name, open)
		if err != nil {
			return found, fmt.Errorf("policy %.200s: %w", name, err)
		}
		o := Expressed(e)
		var all Family[P]
		for _, m := range ordered {
			all = append(all, m.in(o)...)
		}
		found, err = all.find(name[:from] + o.Name + name[end:])
		if u, is := err.(*Unknown); is && u.Near == "" {
			err = fmt.Errorf("policy %.200s: what stands around the expression is wrong: %s", name, u.Hint)
		}
		return found, err
	}
	return f.find(name)
}

// expressionIn returns where in a policy's name an order begins that is an expression, and where its parenthesis opens; 0 if
// there is none.
func expressionIn(name string) (from, open int) {
	const n = len(ExpressionPrefix)
	for from+n <= len(name) && !strings.EqualFold(name[from:from+n], ExpressionPrefix) {
		from++ // not by strings.ToLower, which moves bytes of other letters and of broken UTF-8
	}
	if from+n > len(name) || from > 0 && name[from-1] != '-' {
		return 0, 0
	}
	open = from + n
	open += len(name[open:]) - len(strings.TrimLeft(name[open:], " \t"))
	if !strings.HasPrefix(name[open:], "(") {
		return 0, 0
	}
	return from, open
}

// find is Find among the policies that have a name.
func (f Family[P]) find(name string) (found Found[P], err error) {
	folded, parts := Fold(name), strings.Split(strings.Join(strings.Fields(name), ""), ":")
	for i := range f {
		rest, is := strings.CutPrefix(folded, Fold(f[i].Name))
		given := strings.HasPrefix(rest, ":")
		if !is || f[i].in != nil || rest != "" && !given {
			continue
		}
		list := strings.Join(parts[1+strings.Count(f[i].Name, ":"):], ":") // as it was written
		found.Info = f[i].Info
		var spelled string
		if spelled, found.Key, found.New, err = f[i].read(list, given); err != nil {
			return found, fmt.Errorf("policy %s: %w", f[i].Name, err)
		}
		if found.Key = found.Name + ":" + found.Key; given {
			found.Name += ":" + spelled
			found.Title += " (" + spelled + ")"
		}
		return found, nil
	}
	return found, NewUnknown(name, f.List())
}

// Parse returns a new policy of that name.
func (f Family[P]) Parse(name string) (p P, err error) {
	found, err := f.Find(name)
	if err != nil {
		return p, err
	}
	return found.New(), nil
}

// List describes the policies that have a name, without options.
func (f Family[P]) List() (all []Info) {
	for _, m := range f {
		if m.in == nil {
			all = append(all, m.Info)
		}
	}
	return all
}

// Unknown is the error for an unknown name.
type Unknown struct {
	Name string
	Near string // the name that was probably meant, or ""
	Hint string // which names there are
}

// NewUnknown returns the error for a name that no policy has.
func NewUnknown(name string, policies []Info) *Unknown {
	var names []string
	for _, p := range policies {
		names = append(names, p.Name)
	}
	u := &Unknown{Name: name, Hint: "it is one of " + strings.Join(names, ", ")}
	if len(name) > 120 || len(names) == 0 {
		return u
	}
	prefix := names[0] // of all names; it has no wrong letters
	for _, n := range names {
		for !strings.HasPrefix(n, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	rest, is := strings.CutPrefix(Fold(name), prefix)
	if !is {
		u.Near = nearest.Name(Fold(name), names)
		return u
	}
	var rests []string
	for _, n := range names {
		rests = append(rests, n[len(prefix):])
	}
	if near := nearest.Name(rest, rests); near != "" {
		u.Near = prefix + near
	}
	return u
}

func (u *Unknown) Error() string {
	if u.Near != "" {
		return fmt.Sprintf("unknown policy %.120q; did you mean %s?", u.Name, u.Near)
	}
	return fmt.Sprintf("unknown policy %.120q: %s", u.Name, u.Hint)
}
