package schema_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/bounds"
)

type object = map[string]any

// kinds are the files that have schemas, by what reads them.
var kinds = map[string]struct {
	about string
	of    reflect.Type
	study bool
}{
	"cluster": {"A cluster and the rules of its scheduler, for --cluster: backfill cluster init and cluster example write such files.",
		reflect.TypeFor[cluster.Description](), false},
	"spec": {"An experiment: a workload under one or more policies, for backfill run. Every run writes its own as spec.json.",
		reflect.TypeFor[experiment.Spec](), false},
	"study": {"A study, for backfill sweep plan: an experiment with lists where values vary. A range of numbers is " +
		`{"from": 1, "to": 16, "step": 1}.`, reflect.TypeFor[experiment.Spec](), true},
	"rules": {"A rule base, as backfill train writes it, for the policies rules:FILE.", rules.FileType(), false},
}

// A maker makes the schema of one kind of files.
type maker struct {
	study bool
	defs  object
	docs  map[string]string // of types and fields, by their packages, types and names
}

// make returns the schema of a kind.
func (m *maker) make(about string, t reflect.Type) object {
	s := m.object(t)
	s["$schema"], s["description"], s["title"] = "https://json-schema.org/draft/2020-12/schema", about, "backfill"
	s["properties"].(object)["$schema"] = object{"type": "string", "description": "Where this schema is, for editors; it is not read."}
	if s["$defs"] = m.defs; m.study {
		m.defs["steps"] = steps
	}
	return s
}

// object returns the schema of a struct.
func (m *maker) object(t reflect.Type) object {
	s := object{"type": "object", "additionalProperties": false, "properties": object{}}
	var required []string
	m.fields(t, s["properties"].(object), &required)
	if required != nil {
		s["required"] = required
	}
	return s
}

func (m *maker) fields(t reflect.Type, to object, required *[]string) {
	for _, f := range bounds.Fields(t) {
		if f.Name == "$schema" {
			continue
		}
		if f.Name == "" {
			m.fields(f.Go.Type, to, required)
			continue
		}
		s := m.value(f.Go.Type, f.Range)
		if m.study && f.Name != "policies" {
			s = m.varied(s, f.Go.Type)
		}
		if doc := m.doc(t, f.Go.Name); doc != "" {
			s["description"] = doc
		}
		to[f.Name] = s
		if r := f.Range; r != nil && !f.Omit && bounds.IsNumber(f.Go.Type.Kind()) && !r.Zero && !strings.ContainsAny(r.Least[:1], "-0") {
			*required = append(*required, f.Name) // without it, it is 0
		}
	}
}

// value returns the schema of a value, whose numbers have a range.
func (m *maker) value(t reflect.Type, r *bounds.Range) object {
	switch {
	case t.Kind() == reflect.Pointer:
		return m.value(t.Elem(), r)
	case t == reflect.TypeFor[rules.Base]():
		return m.defined(rules.FileType())
	case t.Kind() == reflect.String:
		return object{"type": "string"}
	case t.Kind() == reflect.Bool:
		return object{"type": "boolean"}
	case t.Kind() == reflect.Slice:
		items := m.value(t.Elem(), r)
		if m.study && bounds.IsNumber(t.Elem().Kind()) {
			items = object{"anyOf": []object{items, stepsRef}}
		}
		return object{"type": "array", "items": items}
	case t.Kind() == reflect.Map:
		return object{"type": "object", "additionalProperties": m.value(t.Elem(), r)}
	case t.Kind() == reflect.Struct:
		return m.defined(t)
	}
	return number(r)
}

func number(r *bounds.Range) object {
	s := object{"minimum": json.Number(r.Least), "maximum": json.Number(r.Most)}
	if r.Zero {
		s = object{"anyOf": []object{{"const": 0}, s}}
	}
	if s["type"] = "number"; r.Whole {
		s["type"] = "integer"
	}
	return s
}

// steps is a range of numbers in a study, and what it is called.
var (
	steps = object{"type": "object", "additionalProperties": false, "required": []string{"from", "to"},
		"properties": object{"from": object{"type": "number"}, "to": object{"type": "number"},
			"step": object{"type": "number", "exclusiveMinimum": 0}}}
	stepsRef = object{"$ref": "#/$defs/steps"}
)

// varied returns the schema of a value that may vary, as package sweep reads it.
func (m *maker) varied(s object, t reflect.Type) object {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	one := []object{s}
	if bounds.IsNumber(t.Kind()) {
		one = append(one, stepsRef)
		s = object{"anyOf": one}
	}
	several := object{"type": "array", "minItems": 1, "items": s}
	if kind := t.Kind(); kind == reflect.String || kind == reflect.Bool { // alike in all places
		m.defs[kind.String()] = object{"anyOf": []object{s, several}}
		return object{"$ref": "#/$defs/" + kind.String()}
	}
	return object{"anyOf": append(one, several)}
}

// defined returns a reference to the schema of a struct.
func (m *maker) defined(t reflect.Type) object {
	name := t.Name()
	if name == "" { // one without a name
		return m.object(t)
	}
	name = filepath.Base(t.PkgPath()) + "." + name
	if m.defs[name] == nil {
		m.defs[name] = true // on the way
		of := &maker{m.study && t.PkgPath() != reflect.TypeFor[rules.Base]().PkgPath(), m.defs, m.docs}
		s := of.object(t)
		if doc := m.doc(t, ""); doc != "" {
			s["description"] = doc
		}
		m.defs[name] = s
	}
	return object{"$ref": "#/$defs/" + name}
}

const module = "github.com/backfill-lab/backfill/"

// doc returns the comment of a field, or of a type.
func (m *maker) doc(t reflect.Type, field string) string {
	if t.Name() == "" {
		return ""
	}
	if m.docs[t.PkgPath()] == "" {
		m.read(t.PkgPath())
	}
	return m.docs[t.PkgPath()+"."+t.Name()+"."+field]
}

// read reads the comments of a package.
func (m *maker) read(pkg string) {
	m.docs[pkg] = "read"
	names, _ := filepath.Glob(filepath.Join("../..", strings.TrimPrefix(pkg, module), "*.go"))
	text := func(groups ...*ast.CommentGroup) string {
		var all []string
		for _, g := range groups {
			all = append(all, strings.Fields(g.Text())...)
		}
		return strings.Join(all, " ")
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			decl, is := n.(*ast.GenDecl)
			if !is || decl.Tok != token.TYPE {
				return true
			}
			for _, spec := range decl.Specs {
				spec := spec.(*ast.TypeSpec)
				key := pkg + "." + spec.Name.Name
				m.docs[key+"."] = text(decl.Doc, spec.Doc)
				if fields, is := spec.Type.(*ast.StructType); is {
					for _, f := range fields.Fields.List {
						for _, id := range f.Names {
							m.docs[key+"."+id.Name] = text(f.Doc, f.Comment)
						}
					}
				}
			}
			return true
		})
	}
}

func made(t *testing.T, name string) []byte {
	t.Helper()
	k := kinds[name]
	m := &maker{k.study, object{}, map[string]string{}}
	text, err := json.MarshalIndent(m.make(k.about, k.of), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// The schemas are those of the types. UPDATE=1 writes them.
func TestTheSchemasAreThoseOfTheTypes(t *testing.T) {
	for name := range kinds {
		file, text := name+".schema.json", made(t, name)
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if now, err := os.ReadFile(file); err != nil || string(now) != string(text) {
			t.Errorf("%s is not what the types say: UPDATE=1 go test ./docs/schema writes it (%v)", file, err)
		}
	}
	if found, _ := filepath.Glob("*.schema.json"); len(found) != len(kinds) {
		t.Errorf("there are schemas of %d kinds: %v", len(kinds), found)
	}
}
