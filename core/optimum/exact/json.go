package exact

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/internal/jsonerror"
)

// Read reads and checks one instance. Unknown fields and anything but white space after
// the instance are errors.
func Read(r io.Reader) (*Instance, error) {
	all, err := read(r, 1)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("no instance: the file is empty")
	}
	return all[0], nil
}

// ReadAll reads and checks a set of instances, with white space between them. An empty
// set is no error.
func ReadAll(r io.Reader) ([]*Instance, error) { return read(r, -1) }

// read reads at most that many instances, or any number if most is negative.
func read(r io.Reader, most int) (all []*Instance, err error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	for {
		in := new(Instance)
		err := d.Decode(in)
		if err == io.EOF {
			return all, nil
		}
		if err == nil && len(all) == most {
			err = errors.New("more text follows the instance, expected the end of the file")
		}
		if err == nil {
			err = in.Check()
		}
		if err != nil {
			name := ""
			if in.Name != "" {
				name = fmt.Sprintf(" (%.60q)", in.Name)
			}
			return nil, fmt.Errorf("instance %d%s: %w", len(all)+1, name, reading(err, d.InputOffset()))
		}
		all = append(all, in)
	}
}

// reading words the errors of the JSON package.
func reading(err error, offset int64) error {
	if words := jsonerror.Words(err); words != err {
		return fmt.Errorf("byte %d: %w", jsonerror.Offset(err, offset), words)
	}
	return err
}

// Write writes in as one line of JSON.
func (in *Instance) Write(w io.Writer) error {
	e := json.NewEncoder(w) // it calls w once
	e.SetEscapeHTML(false)
	return e.Encode(in)
}

// SHA256 returns the hexadecimal digest of in's JSON without its name. Instances with the
// same digest are the same problem, with the jobs in the same order.
func (in *Instance) SHA256() string {
	nameless := *in
	nameless.Name = ""
	h := sha256.New()
	if err := nameless.Write(h); err != nil {
		panic(err) // integers, and a writer that never fails
	}
	return hex.EncodeToString(h.Sum(nil))
}
