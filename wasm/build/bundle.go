package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/backfill-lab/backfill/arrowio"
	corepapers "github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/wasm/build/internal/arrival"
	"github.com/backfill-lab/backfill/wasm/build/internal/slim"
	"github.com/backfill-lab/backfill/wasm/internal/extra/papers"
)

// bundle makes the page's text files in dir, beside the binaries. References to files
// carry their hash (main.js?v=...), so that a cache never mixes two builds.
func bundle(dir string) error {
	root, err := slim.GoRoot()
	if err != nil {
		return err
	}
	src := func(name string) string { return filepath.Join(source, "src", name) }
	err = esbuild(src("worker.ts"), "--outfile="+filepath.Join(dir, "worker.js"),
		"--alias:wasm_exec="+filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	// The database's package says that its files only define things, which is not true of its worker.
	database := filepath.Join(source, "node_modules", "@duckdb", "duckdb-wasm", "dist")
	err = esbuild(src("sql/worker.ts"), "--outfile="+filepath.Join(dir, "database.js"), "--ignore-annotations",
		"--alias:duckdb-worker=./"+filepath.ToSlash(filepath.Join(database, "duckdb-browser-eh.worker.js")))
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(database, "duckdb-eh.wasm"), filepath.Join(dir, "duckdb.wasm")); err != nil {
		return err
	}
	if err := esbuild(src("compare/worker.ts"), "--outfile="+filepath.Join(dir, "compare.js")); err != nil {
		return err
	}
	if err := catalogue(dir); err != nil {
		return err
	}
	defines, err := defines(dir)
	if err != nil {
		return err
	}
	if err := esbuild(src("style.css"), "--outfile="+filepath.Join(dir, "style.css")); err != nil {
		return err
	}
	for _, name := range icons {
		if err := copyFile(src("icons/"+name), filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	for _, l := range languages {
		texts, err := l.texts()
		if err != nil {
			return err
		}
		if err := errors.Join(l.bundle(dir, defines), l.writeManifest(dir, texts)); err != nil {
			return err
		}
		if err := l.index(dir, texts); err != nil {
			return err
		}
	}
	return offline(dir)
}

// catalogue writes papers.json: the papers' experiments with what the record has of them.
func catalogue(dir string) error {
	tables, err := arrowio.ReadTables(filepath.Join("notebooks", "record"), record.Schemas...)
	if err != nil {
		return err
	}
	recorded, err := record.Read(corepapers.All(), tables)
	if err != nil {
		return err
	}
	text, err := json.Marshal(papers.Catalogue(recorded.Evaluations))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "papers.json"), text, 0o644)
}

// esbuild bundles a script or style of the page.
func esbuild(args ...string) error {
	program := filepath.Join(source, "node_modules", ".bin", "esbuild")
	if _, err := os.Stat(program); err != nil {
		return errors.New("esbuild is missing: run npm ci in wasm/web (it needs Node.js 18 or newer)")
	}
	return start(exec.Command(program, append(args, "--bundle", "--minify", "--target=es2022",
		"--log-level=warning", "--legal-comments=eof")...))
}

// defines returns the constants that main.ts declares.
func defines(dir string) ([]string, error) {
	v, err := version()
	if err != nil {
		return nil, err
	}
	var args []string
	add := func(name string, value any) error {
		text, err := json.Marshal(value)
		args = append(args, fmt.Sprintf("--define:%s=%s", name, text))
		return err
	}
	picture, err := arrival.Make(arrival.Spec())
	if err != nil {
		return nil, err
	}
	if err := errors.Join(add("PROGRAM", v), add("FIGURES", figures.All()), add("PICTURE", picture),
		add("SERVICE_WORKER", worker)); err != nil {
		return nil, err
	}
	info, err := os.Stat(filepath.Join(dir, "backfill.wasm"))
	if err != nil {
		return nil, err
	}
	if err := add("SIMULATOR_BYTES", info.Size()); err != nil {
		return nil, err
	}
	for _, f := range []struct{ name, file string }{
		{"WORKER", "worker.js"}, {"SIMULATOR", "backfill.wasm"}, {"PARQUET", "parquet.wasm"}, {"FIGURE", "figure.wasm"},
		{"PAPERS", "papers.wasm"}, {"CATALOGUE", "papers.json"},
		{"DATABASE_WORKER", "database.js"}, {"DATABASE", "duckdb.wasm"}, {"COMPARE_WORKER", "compare.js"},
	} {
		address, err := hashed(dir, f.file)
		if err != nil {
			return nil, err
		}
		if err := add(f.name, address); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// imported finds the files that a bundled script cannot begin without: not those of import("...").
var imported = regexp.MustCompile(`\b(?:from|import)\s*"\./([^"]+)"`)

// chunks returns the names of the files that a script imports at once, directly or by others.
func chunks(dir, script string) (names []string, err error) {
	for next := []string{script}; len(next) > 0; next = next[1:] {
		text, err := os.ReadFile(filepath.Join(dir, next[0]))
		if err != nil {
			return nil, err
		}
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			if name := m[1]; !slices.Contains(names, name) {
				names, next = append(names, name), append(next, name)
			}
		}
	}
	return names, nil
}

// hashed returns the relative address of a file with its content's hash.
func hashed(dir, name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, name))
	return address(name, data), err
}
