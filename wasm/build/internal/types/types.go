// Package types writes the types of the simulator's requests and answers for the page.
// The Go side is the only source: the operations of packages bridge and addon say which
// types they take and answer, reflection says what encoding/json makes of those, and
// their doc comments come along.
//
// A field with omitempty or omitzero is optional. A pointer can be null, a slice cannot,
// except those in nullable. A test holds what the simulator sends against the types.
package types

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/wasm/bridge"
	"github.com/backfill-lab/backfill/wasm/internal/extra/figure"
	"github.com/backfill-lab/backfill/wasm/internal/extra/papers"
	"github.com/backfill-lab/backfill/wasm/internal/extra/parquet"
	"github.com/backfill-lab/backfill/wasm/service"
)

// File is where the types are, from the repository's root.
const File = "wasm/web/src/simulator/messages.ts"

// Write writes File in the repository at root, unless it is up to date.
func Write(root string) error {
	text, err := TypeScript(root)
	if err != nil {
		return err
	}
	name := filepath.Join(root, File)
	if old, err := os.ReadFile(name); err == nil && string(old) == text {
		return nil
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

const head = `// The requests and answers of the simulator and its add-ons.
// Written by wasm/build/internal/types from Go's types. Change those, and run go test ./wasm/build/internal/types -update.

/** The version of the protocol: service.Version in Go. */
export const VERSION = %d;

/** What each operation takes beside blobs, what it answers, and what it reports in between. */
export interface Operations {
%s}
%s`

// operations are those of all programs.
func operations() map[string]service.Op {
	ops := bridge.New(bridge.Options{}).Ops()
	maps.Copy(ops, parquet.New().Ops())
	maps.Copy(ops, figure.New().Ops())
	maps.Copy(ops, papers.New(nil).Ops())
	return ops
}

// TypeScript returns the text of File, with the doc comments of the repository at root.
func TypeScript(root string) (string, error) {
	w := &writer{root: root, names: map[string]reflect.Type{}, sources: map[string]*source{}}
	ops := operations()
	var table strings.Builder
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		op := ops[name]
		request := "Record<string, never>"
		if op.Request != envelope {
			request = w.ref(op.Request)
		}
		fmt.Fprintf(&table, "  %s: { request: %s; answer: %s; progress: ", name, request, w.ref(op.Answer))
		if op.Progress == nil {
			table.WriteString("never };\n")
		} else {
			fmt.Fprintf(&table, "%s };\n", w.ref(op.Progress))
		}
	}
	// The build gives the page lists of them.
	w.ref(reflect.TypeFor[figures.Figure]())
	w.ref(reflect.TypeFor[papers.Paper]())
	for next := 0; next < len(w.queue) && w.err == nil; next++ {
		w.declare(w.queue[next])
	}
	return fmt.Sprintf(head, service.Version, table.String(), w.out.String()), w.err
}

var envelope = reflect.TypeFor[service.Envelope]()

// A writer collects declarations.
type writer struct {
	root    string
	names   map[string]reflect.Type // by name in TypeScript
	queue   []reflect.Type          // that are referred to, in the order of their first mention
	sources map[string]*source      // by package path
	out     strings.Builder
	err     error
}

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("types: "+format, args...)
	}
}

// ref returns how TypeScript writes t, and sees to it that it is declared.
func (w *writer) ref(t reflect.Type) string {
	if other, ok := standIns[t.String()]; ok {
		t = other
	}
	if text, ok := written[t.String()]; ok {
		return text
	}
	if t.Name() != "" && t.PkgPath() != "" && t.Kind() != reflect.Interface {
		if t.Kind() == reflect.Struct || w.source(t).values[t.Name()] != nil {
			return w.named(t)
		}
		if _, ok := t.MethodByName("MarshalText"); ok {
			return "string"
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Slice, reflect.Array:
		item := w.ref(t.Elem())
		if t.Elem().Kind() == reflect.Pointer && standIns[t.Elem().Elem().String()] == nil && t.Elem().Elem().Kind() != reflect.Struct {
			return "(" + item + " | null)[]" // of numbers, some of which are undefined
		}
		return item + "[]"
	case reflect.Map:
		return "Record<string, " + w.ref(t.Elem()) + ">"
	case reflect.Pointer:
		return w.ref(t.Elem())
	case reflect.Interface:
		return "unknown"
	}
	w.fail("no JSON has a %v", t)
	return "never"
}

func (w *writer) named(t reflect.Type) string {
	name, ok := names[t.String()]
	if !ok {
		name = strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	}
	switch known := w.names[name]; known {
	case nil:
		w.names[name] = t
		w.queue = append(w.queue, t)
	case t:
	default:
		w.fail("%v and %v are both %s: give one another name in names.go", known, t, name)
	}
	return name
}

// declare writes the declaration of a type.
func (w *writer) declare(t reflect.Type) {
	src, name := w.source(t), w.named(t)
	w.out.WriteByte('\n')
	w.comment("", about(src.docs[t.Name()], t.Name(), name))
	if values := src.values[t.Name()]; values != nil {
		fmt.Fprintf(&w.out, "export type %s = %s;\n", name, strings.Join(values, " | "))
		return
	}
	var extends []string
	for _, f := range reflect.VisibleFields(t) {
		if len(f.Index) == 1 && f.Anonymous && f.Tag.Get("json") == "" && f.Type != envelope {
			base := w.ref(f.Type)
			if f.Type.Kind() == reflect.Pointer {
				base = "Partial<" + base + ">"
			}
			extends = append(extends, base)
		}
	}
	fmt.Fprintf(&w.out, "export interface %s ", name)
	if extends != nil {
		fmt.Fprintf(&w.out, "extends %s ", strings.Join(extends, ", "))
	}
	w.out.WriteString("{\n")
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "-" || !f.IsExported() || f.Anonymous && tag == "" {
			continue
		} else if tag == "" {
			tag = f.Name
		}
		w.comment("  ", src.docs[t.Name()+"."+f.Name])
		optional, null := "", ""
		if strings.Contains(options, "omit") {
			optional = "?"
		} else if mayBeNull(t, f) {
			null = " | null"
		}
		fmt.Fprintf(&w.out, "  %s%s: %s%s;\n", tag, optional, w.ref(f.Type), null)
	}
	w.out.WriteString("}\n")
}

// mayBeNull reports whether a field of t that is always sent can be null.
func mayBeNull(t reflect.Type, f reflect.StructField) bool {
	if null, ok := nullable[t.String()+"."+f.Name]; ok {
		return null
	}
	return f.Type.Kind() == reflect.Pointer
}

// about returns the comment of a type under its other name.
func about(doc, name, other string) string {
	article := "A "
	if strings.ContainsRune("AEIOU", rune(other[0])) {
		article = "An "
	}
	for _, a := range []string{"A ", "An "} {
		if rest, ok := strings.CutPrefix(doc, a+name+" "); ok {
			return article + other + " " + rest
		}
	}
	if rest, ok := strings.CutPrefix(doc, name+" "); ok {
		return other + " " + rest
	}
	return doc
}

// comment writes a doc comment, on one line where it fits.
func (w *writer) comment(indent, text string) {
	switch text = strings.TrimSpace(text); {
	case text == "":
	case !strings.Contains(text, "\n") && len(text) < 120:
		fmt.Fprintf(&w.out, "%s/** %s */\n", indent, text)
	default:
		fmt.Fprintf(&w.out, "%s/**\n", indent)
		for line := range strings.SplitSeq(text, "\n") {
			fmt.Fprintf(&w.out, "%s\n", strings.TrimRight(indent+" * "+line, " "))
		}
		fmt.Fprintf(&w.out, "%s */\n", indent)
	}
}

// module is the path of the repository's packages.
const module = "github.com/backfill-lab/backfill/"

// A source is what reflection does not tell of a package.
type source struct {
	docs   map[string]string   // comments of TYPE and TYPE.FIELD
	values map[string][]string // the literal constants of a type
}

// source reads the package of t.
func (w *writer) source(t reflect.Type) *source {
	if s := w.sources[t.PkgPath()]; s != nil {
		return s
	}
	s := &source{docs: map[string]string{}, values: map[string][]string{}}
	w.sources[t.PkgPath()] = s
	dir, ok := strings.CutPrefix(t.PkgPath(), module)
	if !ok {
		return s
	}
	entries, err := os.ReadDir(filepath.Join(w.root, dir))
	if err != nil {
		w.fail("%v", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		name := filepath.Join(w.root, dir, e.Name())
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			w.fail("%v", err)
			continue
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				s.read(g)
			}
		}
	}
	return s
}

func (s *source) read(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			doc := spec.Doc
			if doc == nil && !g.Lparen.IsValid() {
				doc = g.Doc
			}
			s.docs[spec.Name.Name] = doc.Text()
			if st, ok := spec.Type.(*ast.StructType); ok {
				s.fields(spec.Name.Name, st)
			}
		case *ast.ValueSpec:
			of, ok := spec.Type.(*ast.Ident)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, v := range spec.Values {
				sign := ""
				if minus, ok := v.(*ast.UnaryExpr); ok {
					sign, v = minus.Op.String(), minus.X
				}
				if lit, ok := v.(*ast.BasicLit); ok {
					s.values[of.Name] = append(s.values[of.Name], sign+lit.Value)
				}
			}
		}
	}
}

// fields keeps the comments of fields.
func (s *source) fields(of string, st *ast.StructType) {
	for _, f := range st.Fields.List {
		text := strings.TrimSpace(f.Doc.Text() + f.Comment.Text())
		for _, name := range f.Names {
			s.docs[of+"."+name.Name] = text
		}
	}
}
