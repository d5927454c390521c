package types

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

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
