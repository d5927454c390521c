// Package checkpoint reads the states from which evolutions, searches and trainings continue,
// and compares their settings.
package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/jsonerror"
)

// Parse reads state from JSON and calls check. Unknown fields and anything but white space
// after the JSON value are errors too.
func Parse(data []byte, state any, check func() error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(state); err != nil {
		return fmt.Errorf("not a checkpoint: %w", jsonerror.Words(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("not a checkpoint: more text follows at byte %d", d.InputOffset())
	}
	if err := check(); err != nil {
		return fmt.Errorf("the checkpoint is damaged: %w", err)
	}
	return nil
}

// Same returns an error that names the first field whose JSON differs between the options
// of a checkpoint and those of the run that would continue from it, two structs of one
// type. It leaves out the fields with the JSON names in but.
func Same(was, is any, but ...string) error {
	w, i := reflect.ValueOf(was), reflect.ValueOf(is)
	for k := range w.NumField() {
		name, _, _ := strings.Cut(w.Type().Field(k).Tag.Get("json"), ",")
		was, is := text(w.Field(k).Interface()), text(i.Field(k).Interface())
		if was != is && !slices.Contains(but, name) {
			return fmt.Errorf("the checkpoint was made with %s %s, this run has %s: use the same, or start over", name, was, is)
		}
	}
	return nil
}

// Digest returns a short digest of v's JSON. It panics if v has none.
func Digest(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("checkpoint: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

func text(v any) string {
	t, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(t)
}
