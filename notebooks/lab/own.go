package lab

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
)

// Mine is a policy of yours for one machine, for Spec.Own:
//
//	lab.Mine("sjbf", func() lab.Policy { return new(SJBF) })
//
// Its version is a digest of its code: of make, of the declarations in its package that make and they use, and of
// the numbers and texts in the policy that make returns. So results of the code before a change are never taken for
// those after it. Comments and spaces are no part of it. If the code uses anything else that varies, such as a file,
// write an Own with a version of your own.
func Mine(name string, make func() Policy) Own {
	version, err := versionOf(make)
	if err != nil {
		check(fmt.Errorf("policy %s: its code cannot be read (%w): write lab.Own{Name: %[1]q, Version: \"1\", Make: ...}", name, err))
	}
	return experiment.Own{Name: name, Version: version, Make: make}
}

// versionOf returns the digest of a policy's code.
func versionOf(make func() Policy) (string, error) {
	file, line := runtime.FuncForPC(reflect.ValueOf(make).Pointer()).FileLine(reflect.ValueOf(make).Pointer())
	all, err := sources(filepath.Dir(file))
	if err != nil {
		return "", err
	}
	begin := all.functions(file, line)
	if len(begin) == 0 {
		return "", errors.New("its function is not where the program says")
	}
	typ := reflect.TypeOf(make())
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	return all.digest(begin, typ.Name(), make), nil
}

// digest returns the digest of the functions that a policy's code begins with, of the declarations that they and its
// type use, and of the numbers in it.
func (s *source) digest(begin []ast.Node, typ string, make func() Policy) string {
	h := sha256.New()
	fmt.Fprintln(h, typ)
	plain(h, reflect.Indirect(reflect.ValueOf(make())))
	for _, n := range begin {
		s.write(h, n)
	}
	for _, name := range s.used(append(slices.Clone(begin), &ast.Ident{Name: typ})) {
		for _, n := range s.declared[name] {
			s.write(h, n)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6])
}

// plain writes the numbers, texts and flags of a struct.
func plain(h io.Writer, v reflect.Value) {
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		f := v.Field(i)
		if k := f.Kind(); k == reflect.String || k >= reflect.Bool && k <= reflect.Complex128 && k != reflect.Uintptr {
			fmt.Fprintln(h, v.Type().Field(i).Name, f)
		}
		plain(h, f)
	}
}

// A source is the code of a package.
type source struct {
	set      *token.FileSet
	text     map[string][]byte // by file
	files    []*ast.File
	declared map[string][]ast.Node // declarations by name; a type has its methods, a constant its group
}

// sources reads the Go files of a folder.
func sources(dir string) (*source, error) {
	s := &source{set: token.NewFileSet(), text: map[string][]byte{}, declared: map[string][]ast.Node{}}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if s.text[path], err = os.ReadFile(path); err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(s.set, path, s.text[path], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, f)
		for _, d := range f.Decls {
			s.declare(d)
		}
	}
	return s, nil
}

func (s *source) declare(d ast.Decl) {
	add := func(name string, n ast.Node) { s.declared[name] = append(s.declared[name], n) }
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil && len(d.Recv.List) > 0 {
			ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
				id, is := n.(*ast.Ident)
				if is {
					name = id.Name
				}
				return !is
			})
		}
		add(name, d)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				add(spec.Name.Name, spec)
			case *ast.ValueSpec:
				n := ast.Node(spec)
				if d.Tok == token.CONST {
					n = d // iota counts in the group
				}
				for _, name := range spec.Names {
					add(name.Name, n)
				}
			}
		}
	}
}

// functions returns the functions that begin in that line of a file.
func (s *source) functions(file string, line int) (found []ast.Node) {
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncLit, *ast.FuncDecl:
				if at := s.set.Position(n.Pos()); at.Filename == file && at.Line == line {
					found = append(found, n)
				}
			}
			return true
		})
	}
	return found
}

// used returns the names of the declarations that the code of nodes uses, directly or by others, sorted.
func (s *source) used(nodes []ast.Node) []string {
	seen := map[string]bool{}
	for len(nodes) > 0 {
		next := nodes[len(nodes)-1]
		nodes = nodes[:len(nodes)-1]
		ast.Inspect(next, func(n ast.Node) bool {
			if id, is := n.(*ast.Ident); is && !seen[id.Name] && s.declared[id.Name] != nil {
				seen[id.Name] = true
				nodes = append(nodes, s.declared[id.Name]...)
			}
			return true
		})
	}
	var names []string
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// write writes the tokens of a node, without comments.
func (s *source) write(h io.Writer, n ast.Node) {
	from, to := s.set.Position(n.Pos()), s.set.Position(n.End())
	text := s.text[from.Filename][from.Offset:to.Offset]
	var scan scanner.Scanner
	scan.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	for {
		_, tok, literal := scan.Scan()
		if tok == token.EOF {
			return
		}
		if tok != token.SEMICOLON { // which a new line is, too
			fmt.Fprintln(h, tok, literal)
		}
	}
}
