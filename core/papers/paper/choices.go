package paper

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// A Choice is something that a paper's text leaves open. An experiment can be computed
// with each of its values.
type Choice struct {
	Key    string   `json:"key"`    // unique among all papers: "steps"
	Asks   string   `json:"asks"`   // what is open, as a question
	Text   string   `json:"text"`   // what the paper says of it, with the section
	Why    string   `json:"why"`    // why the first value is the default
	Values []Answer `json:"values"` // at least two; the first is the default
}

// An Answer is one value of a Choice.
type Answer struct {
	Name string `json:"name"` // "event"
	Doc  string `json:"doc"`  // what is computed then, in a sentence

	// Fitted says that it was chosen by the printed numbers that it would be judged by. A
	// League leaves it out; with By, only where it scores a reading on one of those groups.
	Fitted bool     `json:"fitted,omitempty"`
	By     []string `json:"by,omitempty"` // the groups of job sets whose numbers chose it; nil for all
}

// Default returns the name of the default.
func (c *Choice) Default() string { return c.Values[0].Name }

// Choices are what a paper leaves open.
type Choices []*Choice

// Named returns the choice with that key. It panics if there is none.
func (all Choices) Named(key string) *Choice {
	k := slices.IndexFunc(all, func(c *Choice) bool { return c.Key == key })
	if k < 0 {
		panic("paper: no choice has the key " + key)
	}
	return all[k]
}

// choicesFile is the name of the file that lists the choices of a paper.
const choicesFile = "readings.txt"

// EmbeddedChoices reads the choicesFile of embedded files. It panics if that is damaged.
func EmbeddedChoices(fsys fs.FS) Choices {
	f, err := fsys.Open(choicesFile)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	all, err := readChoices(choicesFile, f)
	if err != nil {
		panic(err)
	}
	return all
}

// readChoices reads a list of choices: see readEntries.
//
//	choice  steps
//	asks    When is a scheduling step taken?
//	text    "in every scheduling step" (abstract)
//	why     A plan of a second in which not all has happened
//	        is of no use.
//	value   second: Once after all that happens in a second.
//	value   event: After every end and every submission.
//
// The word fitted stands in place of value for an Answer that is Fitted; "fitted event by ctc,kth: After every end"
// names the groups. An error names the file and the line.
func readChoices(name string, r io.Reader) (all Choices, err error) {
	entries, err := readEntries(name, r, "choice")
	if err != nil {
		return nil, err
	}
	for _, e := range append(entries, textEntry{place: name + ", at the end"}) {
		switch last := len(all) - 1; {
		case e.word == "choice" || e.word == "":
			if err = all.checkLast(); err == nil && e.word != "" {
				all = append(all, &Choice{Key: e.text})
			}
		case last < 0:
			err = fmt.Errorf("%s stands before the first choice", e.word)
		default:
			err = all[last].add(e)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.place, err)
		}
	}
	return all, nil
}

// add adds what an entry says to a choice.
func (c *Choice) add(e textEntry) error {
	field := map[string]*string{"asks": &c.Asks, "text": &c.Text, "why": &c.Why}[e.word]
	name, doc, named := strings.Cut(e.text, ": ")
	var by []string
	if value, groups, ok := strings.Cut(name, " by "); ok && e.word == "fitted" {
		name, by = value, strings.Split(groups, ",")
	}
	switch {
	case field != nil && *field == "":
		*field = e.text
	case named && (e.word == "value" || e.word == "fitted"):
		c.Values = append(c.Values, Answer{Name: name, Doc: doc, Fitted: e.word == "fitted", By: by})
	default:
		return fmt.Errorf("%s %.40q: want asks, text or why, once each, or a value or fitted NAME: WHAT IS COMPUTED", e.word, e.text)
	}
	return nil
}

// checkLast returns an error if the last choice lacks something.
func (all Choices) checkLast() error {
	if len(all) == 0 {
		return nil
	}
	c := all[len(all)-1]
	if c.Key == "" || c.Asks == "" || c.Text == "" || c.Why == "" || len(c.Values) < 2 {
		return fmt.Errorf("the choice %q before this lacks its key, asks, text, why or a second value", c.Key)
	}
	return nil
}
