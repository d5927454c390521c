package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/backfill-lab/backfill/internal/bounds"
)

// ParseSource reads a Source from JSON and validates it. Unknown fields are errors.
func ParseSource(data []byte) (Source, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var s Source
	if err := d.Decode(&s); err != nil {
		return Source{}, fmt.Errorf("the workload's JSON cannot be read: %w", worded(err, reflect.TypeFor[Source]()))
	}
	if err := bounds.Check(Spec{Workload: s}); err != nil {
		return s, err
	}
	return s, s.validate()
}
