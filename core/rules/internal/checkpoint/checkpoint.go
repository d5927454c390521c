// Package checkpoint reads the states from which evolutions, searches and trainings
// continue, and compares their settings.
package checkpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Parse reads state from JSON and calls check. Unknown fields, anything but white space
// after the JSON value and what check refuses are errors.
func Parse(data []byte, state any, check func() error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(state); err != nil {
		return fmt.Errorf("not a checkpoint: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("not a checkpoint: more text follows at byte %d", d.InputOffset())
	}
	if err := check(); err != nil {
		return fmt.Errorf("the checkpoint is damaged: %w", err)
	}
	return nil
}

// A Setting is an option of the run that made a checkpoint, and of the one that would
// continue from it.
type Setting struct {
	Name    string
	Was, Is any
}

// Same returns an error that names the first setting whose JSON differs.
func Same(settings []Setting) error {
	for _, s := range settings {
		if was, is := text(s.Was), text(s.Is); was != is {
			return fmt.Errorf("the checkpoint was made with %s %s, this run has %s: give the same, or begin anew", s.Name, was, is)
		}
	}
	return nil
}

func text(v any) string {
	t, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(t)
}
