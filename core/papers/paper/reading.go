package paper

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Reading is the values of some choices by their keys. All others have their defaults.
type Reading map[string]string

// Of returns the value of a choice.
func (r Reading) Of(c *Choice) string {
	if v, ok := r[c.Key]; ok {
		return v
	}
	return c.Default()
}

// String returns the reading as ParseReading reads it, sorted by key.
func (r Reading) String() string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(r)) {
		parts = append(parts, key+"="+r[key])
	}
	return strings.Join(parts, ",")
}

// With returns the reading with one choice made differently.
func (r Reading) With(c *Choice, value string) Reading {
	changed := Reading{}
	maps.Copy(changed, r)
	if changed[c.Key] = value; value == c.Default() {
		delete(changed, c.Key)
	}
	return changed
}

// Name prints a reading; one without changes is that of the defaults.
func (r Reading) Name() string {
	if len(r) == 0 {
		return "defaults"
	}
	return r.String()
}

// ParseReading reads "steps=event,list=kept". Every key has to be a choice of one of the
// papers, and every value one of its values. A value that is the default is left out.
func (c Catalogue) ParseReading(text string) (Reading, error) {
	r, seen := Reading{}, map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(text) == "" {
			break
		}
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return nil, fmt.Errorf("the reading %.60q has no value: write CHOICE=VALUE", part)
		}
		choice := c.choice(key)
		if choice == nil {
			return nil, &UnknownChoiceError{Key: key, Choices: c.choices()}
		}
		if seen[key] {
			return nil, fmt.Errorf("the choice %s is made twice", key)
		}
		seen[key] = true
		if !slices.ContainsFunc(choice.Values, func(v Answer) bool { return v.Name == value }) {
			return nil, fmt.Errorf("%s has no value %.40q: it is %s", key, value, strings.Join(choice.names(), ", "))
		}
		if value != choice.Default() {
			r[key] = value
		}
	}
	return r, nil
}

func (c *Choice) names() (all []string) {
	for _, v := range c.Values {
		all = append(all, v.Name)
	}
	return all
}

// choice returns the choice with that key, or nil.
func (c Catalogue) choice(key string) *Choice {
	for _, p := range c {
		for _, choice := range p.Choices {
			if choice.Key == key {
				return choice
			}
		}
	}
	return nil
}

// choices returns the keys of all choices.
func (c Catalogue) choices() (all []string) {
	for _, p := range c {
		for _, choice := range p.Choices {
			all = append(all, choice.Key)
		}
	}
	return all
}

// Only returns the part of the reading that concerns the paper.
func (r Reading) Only(p *Paper) Reading {
	own := Reading{}
	for _, c := range p.Choices {
		if v := r.Of(c); v != c.Default() {
			own[c.Key] = v
		}
	}
	return own
}

// Answers returns the values that the reading gives to choices of the paper, without defaults.
func (r Reading) Answers(p *Paper) (all []Answer) {
	for _, c := range p.Choices {
		for _, v := range c.Values[1:] {
			if r.Of(c) == v.Name {
				all = append(all, v)
			}
		}
	}
	return all
}

// ChosenBy returns the groups whose numbers chose a value of the reading, each once: see Answer.By.
func (r Reading) ChosenBy(p *Paper) (groups []string) {
	for _, v := range r.Answers(p) {
		groups = append(groups, v.By...)
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// An UnknownChoiceError is ParseReading's error for a key that no paper has.
type UnknownChoiceError struct {
	Key     string
	Choices []string // all keys
}

func (e *UnknownChoiceError) Error() string {
	if len(e.Choices) == 0 {
		return fmt.Sprintf("unknown choice %q: these papers have none", e.Key)
	}
	return fmt.Sprintf("unknown choice %q; the choices are %s", e.Key, strings.Join(e.Choices, ", "))
}
