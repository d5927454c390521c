package paper

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A textEntry is a word and what it says in a file of texts.
type textEntry struct {
	word, text string
	place      string // file and line: "paper.txt:3"
}

// readEntries reads a file of texts. A line is a word and what it says; a line that begins with a
// space goes on with the one before, # begins a remark, and empty lines part entries for the eye:
//
//	claim    table2/easy-beats-fcfs
//	section  6.1
//	text     EASY outperforms FCFS on all
//	         three sets.
//
// What the words of names say are names, and does not go on. An error has its place.
func readEntries(name string, r io.Reader, names ...string) (all []textEntry, err error) {
	s := bufio.NewScanner(r)
	for line := 1; s.Scan(); line++ {
		word, text, _ := strings.Cut(s.Text(), " ")
		text = strings.TrimSpace(text)
		switch last := len(all) - 1; {
		case strings.HasPrefix(word, "#") || word+text == "":
		case word != "":
			all = append(all, textEntry{word, text, fmt.Sprintf("%s:%d", name, line)})
		case last < 0 || slices.Contains(names, all[last].word):
			return nil, fmt.Errorf("%s:%d: there is no line before that it could go on with", name, line)
		default:
			all[last].text += " " + text
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// setOnce sets a text that may be given once.
func setOnce(field *string, e textEntry) error {
	if *field != "" || e.text == "" {
		return fmt.Errorf("%s %.40q: want it once, and not empty", e.word, e.text)
	}
	*field = e.text
	return nil
}
