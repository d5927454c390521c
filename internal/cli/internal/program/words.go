package program

import (
	"errors"
	"strings"
)

// Words splits a command line at spaces. Within single or double quotes a space is part of a word.
func Words(line string) (words []string, err error) {
	var word strings.Builder
	quote, within := rune(0), false
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, within = c, true
		case c != ' ' && c != '\t':
			word.WriteRune(c)
			within = true
		case within:
			words = append(words, word.String())
			word.Reset()
			within = false
		}
	}
	if quote != 0 {
		return nil, errors.New("a quotation mark is not closed")
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}
