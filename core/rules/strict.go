package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// locate puts the line where the decoder stopped before its error.
func locate(data []byte, offset int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	text := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
		text = fmt.Sprintf("%s is a %s", kind.Field, kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		offset, text = int64(len(data)), "the file ends too early"
	}
	offset = min(max(offset, 0), int64(len(data)))
	return fmt.Errorf("line %d: %s", 1+bytes.Count(data[:offset], []byte("\n")), text)
}

// unique returns an error if an object of the valid JSON has a name twice or not in small
// letters: encoding/json accepts both.
func unique(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var seen []map[string]bool // names in the open objects; nil for a list
	name := false              // the next token in an object is a name
	for {
		t, err := d.Token()
		if err != nil {
			return nil
		}
		top := len(seen) - 1
		switch t {
		case json.Delim('{'):
			seen = append(seen, map[string]bool{})
			name = true
			continue
		case json.Delim('['):
			seen = append(seen, nil)
			continue
		case json.Delim('}'), json.Delim(']'):
			seen = seen[:top]
			name = top > 0 && seen[top-1] != nil
			continue
		}
		if top < 0 || seen[top] == nil {
			continue
		}
		if name {
			key := t.(string)
			if seen[top][key] || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_") != "" {
				return locate(data, d.InputOffset(), fmt.Errorf("the field %.60q is given twice or not in small Latin letters", key))
			}
			seen[top][key] = true
		}
		name = !name
	}
}
