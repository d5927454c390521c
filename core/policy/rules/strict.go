package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/backfill-lab/backfill/internal/bounds"
	"github.com/backfill-lab/backfill/internal/jsonerror"
)

// locate puts the line where the decoder stopped before its error.
func locate(data []byte, offset int64, err error) error {
	offset = jsonerror.Offset(err, offset)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		offset = int64(len(data))
	}
	offset = min(max(offset, 0), int64(len(data)))
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:offset], []byte("\n")), bounds.Worded(err, FileType()))
}

// unique returns an error if an object of the valid JSON has a name twice or not in small
// letters: encoding/json accepts both.
func unique(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var value func() error
	value = func() error {
		begin, _ := d.Token()
		if begin != json.Delim('{') && begin != json.Delim('[') {
			return nil
		}
		seen := make(map[string]bool)
		for d.More() {
			if begin == json.Delim('{') {
				t, _ := d.Token()
				name, _ := t.(string)
				if seen[name] || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" && name != "$schema" {
					return locate(data, d.InputOffset(), fmt.Errorf("the field %.60q is given twice or not in small Latin letters", name))
				}
				seen[name] = true
			}
			if err := value(); err != nil {
				return err
			}
		}
		d.Token() // the end
		return nil
	}
	return value()
}
