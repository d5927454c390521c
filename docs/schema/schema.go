// Package schema holds the JSON Schemas (draft 2020-12) of the files that people write for backfill. A test generates them from
// the types that read these files: names and kinds from the fields, ranges from their tags, descriptions from their comments.
package schema

import (
	"embed"
	"path"
	"slices"
	"strings"
)

//go:embed *.schema.json
var files embed.FS

const ending = ".schema.json"

// Names returns the kinds of files that have a schema.
func Names() (names []string) {
	found, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	for _, f := range found {
		names = append(names, strings.TrimSuffix(path.Base(f.Name()), ending))
	}
	return slices.Sorted(slices.Values(names))
}

// Of returns the schema of a kind of files; ok is false if there is none.
func Of(name string) (text []byte, ok bool) {
	text, err := files.ReadFile(name + ending)
	return text, err == nil
}
