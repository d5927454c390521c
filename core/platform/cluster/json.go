package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/bounds"
	"github.com/backfill-lab/backfill/internal/printable"
)

// MaxBytes bounds a Description's JSON.
const MaxBytes = 64 << 20

// Read reads the JSON of a Description. The error is one line, with the file's name and, where
// JSON itself is wrong, the line. New checks what it means.
func Read(name string, r io.Reader) (*Description, error) {
	data, err := bounded.ReadAll(r, name, MaxBytes)
	if err != nil {
		return nil, err
	}
	var read struct {
		Description
		Schema     string `json:"$schema"`                      // for editors
		Former     int    `json:"backfill_system" range:"0..1"` // what Format was called
		Scheduling struct {
			Scheduling
			PerGroup bool `json:"window_per_group"` // what a version before 20.11 was called
		} `json:"scheduling"`
	}
	d := &read.Description
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&read); err != nil {
		line := 1 + bytes.Count(data[:min(dec.InputOffset(), int64(len(data)))], []byte("\n"))
		worded := bounds.Worded(err, reflect.TypeOf(read))
		if _, is := errors.AsType[*json.UnmarshalTypeError](err); is {
			return nil, fmt.Errorf("%s:%d: %w", name, line, worded)
		}
		return nil, fmt.Errorf("%s:%d: this is not the JSON of a cluster, which backfill cluster init writes: %w", name, line, worded)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: more follows after the description", name)
	}
	if d.Scheduling = read.Scheduling.Scheduling; read.Scheduling.PerGroup && d.SlurmVersion == "" {
		d.SlurmVersion = "17.11"
	}
	if d.Format == 0 {
		d.Format = read.Former
	}
	if d.Format != Format {
		return nil, fmt.Errorf("%s: backfill_cluster is %d, expected %d: backfill cluster init writes such files", name, d.Format, Format)
	}
	return d, nil
}

// Clone returns a copy that shares nothing with d.
func (d *Description) Clone() (*Description, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	c := &Description{}
	return c, json.Unmarshal(text, c)
}

// Write writes a Description as JSON that people can read and change: control characters in names are escapes.
func Write(w io.Writer, d *Description) error {
	data, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, printable.Text(string(data))+"\n")
	return err
}
