package paper

import (
	"bufio"
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
	// League leaves it out.
	Fitted bool `json:"fitted,omitempty"`
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

// readChoices reads a list of choices. A line is a word and what it says; a line that begins with a
// space goes on with the one before, # begins a remark, and blank lines part choices:
//
//	choice  steps
//	asks    When is a scheduling step taken?
//	text    "in every scheduling step" (abstract)
//	why     A plan of a second in which not all has happened
//	        is of no use.
//	value   second: Once after all that happens in a second.
//	value   event: After every end and every submission.
//
// The word fitted stands in place of value for an Answer that is Fitted. An error names the file and the line.
func readChoices(name string, r io.Reader) (all Choices, err error) {
	var last *string // that the next line may go on with
	s := bufio.NewScanner(r)
	line := 0
	bad := func(format string, args ...any) (Choices, error) {
		return nil, fmt.Errorf("%s:%d: %s", name, line, fmt.Sprintf(format, args...))
	}
	for s.Scan() {
		line++
		word, text, _ := strings.Cut(s.Text(), " ")
		text = strings.TrimSpace(text)
		switch {
		case strings.HasPrefix(word, "#") || word+text == "":
			continue
		case word == "" && last == nil:
			return bad("there is no line before that it could go on with")
		case word == "":
			*last += " " + text
			continue
		case word == "choice":
			if err := all.checkLast(); err != nil {
				return bad("%v", err)
			}
			all, last = append(all, &Choice{Key: text}), nil
			continue
		case len(all) == 0:
			return bad("%s stands before the first choice", word)
		}
		if last = all[len(all)-1].add(word, text); last == nil {
			return bad("%s %.40q: want asks, text or why, once each, or a value or fitted NAME: WHAT IS COMPUTED", word, text)
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := all.checkLast(); err != nil {
		return bad("%v", err)
	}
	return all, nil
}

// add adds what a word says to a choice and returns where it is kept, nil if the word does not belong there.
func (c *Choice) add(word, text string) *string {
	var field *string
	switch word {
	case "asks":
		field = &c.Asks
	case "text":
		field = &c.Text
	case "why":
		field = &c.Why
	case "value", "fitted":
		name, doc, ok := strings.Cut(text, ": ")
		if !ok {
			return nil
		}
		c.Values = append(c.Values, Answer{Name: name, Doc: doc, Fitted: word == "fitted"})
		return &c.Values[len(c.Values)-1].Doc
	}
	if field == nil || *field != "" {
		return nil
	}
	*field = text
	return field
}

// checkLast returns an error if the last choice lacks something.
func (all Choices) checkLast() error {
	if len(all) == 0 {
		return nil
	}
	c := all[len(all)-1]
	if c.Key == "" || c.Asks == "" || c.Text == "" || c.Why == "" || len(c.Values) < 2 {
		return fmt.Errorf("the choice %q before this line lacks its key, asks, text, why or a second value", c.Key)
	}
	return nil
}
