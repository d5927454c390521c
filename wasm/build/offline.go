package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// worker is the service worker's file. Its address never changes: browsers ask for it to hear of a new build.
const worker = "sw.js"

// A kept file of the page, as src/offline/worker.ts has it.
type kept struct {
	URL  string `json:"url"`
	Hash string `json:"hash"`
}

// offline makes the service worker of the page in dir, which is complete without it.
func offline(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	// Browsers ask for icons when they like.
	shared := slices.Concat(opening, icons)
	owners := map[string]string{} // the page that opens with a file which is not shared
	for _, l := range languages {
		names, err := l.firstFiles(dir)
		if err != nil {
			return err
		}
		for _, name := range append(names, l.manifest) {
			switch owner := owners[name]; {
			case slices.Contains(shared, name):
			case owner != "" && owner != l.page:
				shared = append(shared, name) // a chunk without texts
			default:
				owners[name] = l.page
			}
		}
	}
	first, later, pages := []kept{}, []kept{}, map[string][]kept{}
	all := ""
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		f := kept{URL: address(e.Name(), data), Hash: hash(data)}
		all += f.URL + " " + f.Hash + "\n"
		switch owner := owners[e.Name()]; {
		case slices.Contains(shared, e.Name()):
			first = append(first, f)
		case owner != "":
			page := address(owner, nil)
			pages[page] = append(pages[page], f)
		default:
			later = append(later, f)
		}
	}
	var defines []string
	for _, d := range []struct {
		name  string
		value any
	}{{"BUILD", hash([]byte(all))[:16]}, {"FIRST", first}, {"PAGES", pages}, {"LATER", later}} {
		text, err := json.Marshal(d.value)
		if err != nil {
			return err
		}
		defines = append(defines, fmt.Sprintf("--define:%s=%s", d.name, text))
	}
	return esbuild(append(defines, filepath.Join(source, "src", "offline", "worker.ts"), "--outfile="+filepath.Join(dir, worker))...)
}

// queried are the files that the page asks for with their hash behind their name.
var queried = []string{"style.css", "main.js", "main.de.js", "worker.js", "backfill.wasm", "parquet.wasm", "figure.wasm", "papers.wasm",
	"papers.json", "database.js", "duckdb.wasm", "compare.js"}

// address returns the relative address by which the page asks for a file. A page has none but its name, whatever is in it.
func address(name string, data []byte) string {
	switch {
	case name == "index.html":
		return "./"
	case slices.Contains(queried, name):
		return name + "?v=" + hash(data)[:12]
	}
	return strings.ReplaceAll(name, `\`, "/")
}
