package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/backfill-lab/backfill/internal/bounds"
)

// MaxBytes bounds a Description's JSON.
const MaxBytes = 64 << 20

// Read reads the JSON of a Description. The error is one line, with the file's name and, where
// JSON itself is wrong, the line. New checks what it means.
func Read(name string, r io.Reader) (*Description, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("%s: a description of more than %d MiB", name, MaxBytes>>20)
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
		if worded := bounds.Worded(err, reflect.TypeOf(read)); worded != err {
			return nil, fmt.Errorf("%s:%d: %w", name, line, worded)
		}
		return nil, fmt.Errorf("%s:%d: this is not the JSON of a cluster, which backfill cluster init writes: %w", name, line, err)
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

// Write writes a Description as JSON that people can read and change.
func Write(w io.Writer, d *Description) error {
	data, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
