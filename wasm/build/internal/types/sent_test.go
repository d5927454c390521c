package types

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/wasm/bridge"
	"github.com/backfill-lab/backfill/wasm/service"
)

// check holds JSON against what a field of type t is said to be.
func check(at string, v any, t reflect.Type) error {
	if other, ok := standIns[t.String()]; ok {
		t = other
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if other, ok := standIns[t.String()]; ok {
		t = other
	}
	if _, ok := written[t.String()]; ok || t.Kind() == reflect.Interface {
		return nil
	}
	if _, ok := t.MethodByName("MarshalText"); ok {
		t = reflect.TypeFor[string]()
	}
	kind := "number"
	switch t.Kind() {
	case reflect.Struct:
		return checkStruct(at, v, t)
	case reflect.Slice:
		list, ok := v.([]any)
		for i, item := range list {
			if item == nil && t.Elem().Kind() == reflect.Pointer && t.Elem().Elem().Kind() == reflect.Float64 {
				continue
			}
			if err := check(fmt.Sprintf("%s[%d]", at, i), item, t.Elem()); err != nil {
				return err
			}
		}
		if !ok {
			return fmt.Errorf("%s is %v, not a list", at, v)
		}
		return nil
	case reflect.Map:
		object, ok := v.(map[string]any)
		for k, item := range object {
			if err := check(at+"."+k, item, t.Elem()); err != nil {
				return err
			}
		}
		if !ok {
			return fmt.Errorf("%s is %v, not an object", at, v)
		}
		return nil
	case reflect.String:
		kind = "string"
	case reflect.Bool:
		kind = "boolean"
	}
	got := map[reflect.Kind]string{reflect.Float64: "number", reflect.String: "string", reflect.Bool: "boolean"}[reflect.ValueOf(v).Kind()]
	if got != kind {
		return fmt.Errorf("%s is %v, not a %s", at, v, kind)
	}
	return nil
}

func checkStruct(at string, v any, t reflect.Type) error {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is %v, not a %v", at, v, t)
	}
	known := map[string]bool{}
	for _, f := range reflect.VisibleFields(t) {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "-" || !f.IsExported() || f.Anonymous && tag == "" {
			continue
		}
		if known[tag] {
			continue // hidden by a field outside
		}
		of, partial := t, false
		if len(f.Index) > 1 {
			of = t.FieldByIndex(f.Index[:len(f.Index)-1]).Type
			if partial = of.Kind() == reflect.Pointer; partial {
				of = of.Elem()
			}
		}
		known[tag] = true
		switch value, sent := object[tag]; {
		case !sent && !partial && !strings.Contains(options, "omit"):
			return fmt.Errorf("%s has no %s", at, tag)
		case sent && value == nil && !mayBeNull(of, f):
			return fmt.Errorf("%s.%s is null", at, tag)
		case sent && value != nil:
			if err := check(at+"."+tag, value, f.Type); err != nil {
				return err
			}
		}
	}
	for k := range object {
		if !known[k] {
			return fmt.Errorf("%s.%s is unknown", at, k)
		}
	}
	return nil
}

// TestWhatIsSentHasItsType plays the cases of package bridge, and writes each run's jobs as CSV.
func TestWhatIsSentHasItsType(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "wasm/bridge/testdata/cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name  string
		Steps []struct {
			Request map[string]any
			Send    []any
		}
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	held := map[string]int{}
	for _, c := range cases {
		s := bridge.New(bridge.Options{})
		for _, step := range c.Steps {
			var blobs [][]byte
			for _, b := range step.Send {
				blobs = append(blobs, blob(t, b))
			}
			if step.Request == nil {
				continue // it is no request
			}
			out := play(t, s, held, c.Name, step.Request, blobs)
			if step.Request["op"] == "run" && len(out) > 0 {
				play(t, s, held, c.Name, map[string]any{"op": "csv"}, out[:1])
			}
		}
	}
	for name := range bridge.New(bridge.Options{}).Ops() {
		if held[name] == 0 {
			t.Errorf("no case has an answer to %s", name)
		}
	}
}

// play sends a request, holds what comes back against its types, counts the answer and returns its blobs.
func play(t *testing.T, s *service.Service, held map[string]int, of string, request map[string]any, blobs [][]byte) (out [][]byte) {
	t.Helper()
	request["version"], request["id"] = service.Version, 1
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	name, _ := request["op"].(string)
	op := s.Ops()[name]
	s.Handle(service.Message{JSON: text, Blobs: blobs}, service.Whole(func(m service.Message) {
		var got struct{ Progress, Answer any }
		if err := json.Unmarshal(m.JSON, &got); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case got.Progress != nil:
			err = check("progress", got.Progress, op.Progress)
		case got.Answer != nil:
			held[name]++
			out, err = m.Blobs, check("answer", got.Answer, op.Answer)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", of, name, err)
		}
	}))
	return out
}

func blob(t *testing.T, b any) []byte {
	if text, ok := b.(string); ok {
		return []byte(text)
	}
	data, err := base64.StdEncoding.DecodeString(b.(map[string]any)["base64"].(string))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
