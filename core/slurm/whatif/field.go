package whatif

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// set sets a field of a description, by its path in JSON.
func set(d *cluster.Description, path, value string) error {
	err := setTo(d, path, parsed(value))
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Type.Kind() == reflect.String {
		err = setTo(d, path, value) // a name or a version that is a number, such as 25.11
	}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("a %s cannot stand there", wrong.Value)
	}
	return err
}

func setTo(d *cluster.Description, path string, value any) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	var tree any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		return err
	}
	if err := put(tree, strings.Split(path, "."), value); err != nil {
		return err
	}
	if text, err = json.Marshal(tree); err != nil {
		return err
	}
	changed := &cluster.Description{}
	dec = json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var wrong *json.UnmarshalTypeError
	switch err := dec.Decode(changed); {
	case errors.As(err, &wrong):
		return err
	case err != nil:
		return fmt.Errorf("the description has no such field: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if err := moot(d, changed, path); err != nil {
		return err
	}
	*d = *changed
	return nil
}

// moot returns an error for a change that no simulation would see.
func moot(d, changed *cluster.Description, path string) error {
	key := path[strings.LastIndexByte(path, '.')+1:]
	if why := cluster.Inert(key); why != "" {
		return fmt.Errorf("this changes nothing: %s", why)
	}
	known := d.Unused()
	for _, u := range slices.Concat(known, changed.Unused()) {
		if name, _, _ := strings.Cut(u, " "); name == key || name == path || !slices.Contains(known, u) {
			return fmt.Errorf("the twin does not simulate %s: it would say that nothing changes", u)
		}
	}
	before, err := json.Marshal(d)
	if err != nil {
		return err
	}
	after, err := json.Marshal(changed)
	if err != nil {
		return err
	}
	if bytes.Equal(before, after) {
		return fmt.Errorf("the description has that already")
	}
	return nil
}

// parsed returns a value as JSON has it, or else as text.
func parsed(value string) any {
	dec := json.NewDecoder(strings.NewReader(value))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return value
	}
	if _, err := dec.Token(); err != io.EOF {
		return value
	}
	return v
}

// put sets what a path names below a node of the tree.
func put(at any, path []string, value any) error {
	object, ok := at.(map[string]any)
	if !ok {
		return fmt.Errorf("%s has no fields", path[0])
	}
	name := path[0]
	if len(path) == 1 {
		if value == nil {
			delete(object, name)
		} else {
			object[name] = value
		}
		return nil
	}
	if object[name] == nil && name != "nodes" {
		object[name] = map[string]any{} // left out because it is empty; Read says if there is no such field
	}
	list, ok := object[name].([]any)
	if !ok {
		return put(object[name], path[1:], value)
	}
	key := path[1]
	k := slices.IndexFunc(list, func(x any) bool {
		o, _ := x.(map[string]any)
		if own, ok := o["name"].(string); ok {
			return own == key
		}
		names, _ := o["names"].(string)
		return has(names, key)
	})
	if k < 0 {
		return fmt.Errorf("%s has none with the name %s", name, key)
	}
	if len(path) == 2 {
		return fmt.Errorf("%s of %s: say which field", key, name)
	}
	return put(list[k], path[2:], value)
}
