package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/wasm/web"
)

// A language of the page: every one has a page, a script and a manifest of its own, and shares all other files.
// Its texts are src/texts/CODE.
type language struct{ code, page, script, manifest string }

var languages = []language{
	{"en", "index.html", "main.js", "manifest.webmanifest"},
	{"de", "de.html", "main.de.js", "manifest.de.webmanifest"},
}

// maxFirst bounds the first download in that language, compressed, in bytes.
func (l language) maxFirst() int64 {
	if l == languages[0] {
		return maxFirst
	}
	return maxFirst + maxPhrases
}

// bundle makes the language's script: main.ts with its texts. What main.ts imports when it is first wanted
// becomes a file of its own, with its hash in its name. Nearly all of them lead to texts, so that each language has its own.
func (l language) bundle(dir string, defines []string) error {
	entry := strings.TrimSuffix(l.script, ".js") + "=" + filepath.Join(source, "src", "main.ts")
	return esbuild(append(slices.Clone(defines), entry, l.alias(), "--format=esm", "--splitting", "--outdir="+dir,
		"--chunk-names=[name]-[hash]")...)
}

// alias is the option by which modules import the language's texts.
func (l language) alias() string { return "--alias:texts=./" + source + "/src/texts/" + l.code }

// texts returns those of index.html and of the manifest, by their keys.
func (l language) texts() (map[string]string, error) {
	temp, err := os.MkdirTemp("", "backfill-texts-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	script := filepath.Join(temp, "page.js")
	module := filepath.Join(source, "src", "texts", l.code, "page.ts")
	if err := esbuild(module, "--outfile="+script, "--global-name=texts", "--footer:js=console.log(JSON.stringify(texts.page))"); err != nil {
		return nil, err
	}
	printed, err := exec.Command("node", script).Output()
	if err != nil {
		return nil, fmt.Errorf("node %s: %w", module, err)
	}
	var texts map[string]string
	if err := json.Unmarshal(printed, &texts); err != nil {
		return nil, fmt.Errorf("%s: page is not an object of strings: %w", module, err)
	}
	return texts, nil
}

// index writes the language's page: index.html with its texts, its Content-Security-Policy and the addresses of
// its style and scripts.
func (l language) index(dir string, texts map[string]string) error {
	page, err := os.ReadFile(filepath.Join(source, "src", "index.html"))
	if err != nil {
		return err
	}
	parts, err := chunks(dir, l.script)
	if err != nil {
		return err
	}
	preload := ""
	for _, name := range parts {
		preload += `<link rel="modulepreload" href="` + name + `">` + "\n"
	}
	values := map[string]string{
		"lang": l.code, "policy": web.ContentPolicy, "preload": strings.TrimSuffix(preload, "\n"), "manifest": l.manifest,
	}
	for key, name := range map[string]string{"style": "style.css", "script": l.script} {
		if values[key], err = hashed(dir, name); err != nil {
			return err
		}
	}
	for _, other := range languages {
		values["page."+other.code] = address(other.page, nil)
	}
	text, err := fill(string(page), values, texts)
	if err != nil {
		return fmt.Errorf("index.html in language %s: %w", l.code, err)
	}
	return os.WriteFile(filepath.Join(dir, l.page), []byte(text), 0o644)
}

// writeManifest writes what makes the language's page installable. It takes its texts out of the page's.
func (l language) writeManifest(dir string, texts map[string]string) error {
	text, err := os.ReadFile(filepath.Join(source, "src", "icons", "manifest.json"))
	if err != nil {
		return err
	}
	var manifest map[string]any
	if err := json.Unmarshal(text, &manifest); err != nil {
		return fmt.Errorf("manifest.json: %w", err)
	}
	manifest["name"], manifest["description"] = texts["title"], texts["manifestDescription"]
	manifest["lang"], manifest["start_url"] = l.code, address(l.page, nil)
	delete(texts, "manifestDescription")
	if text, err = json.MarshalIndent(manifest, "", " "); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, l.manifest), append(text, '\n'), 0o644)
}

// place finds the places in a template: {{key}} is one for a text, {{$key}} for what the build knows.
var place = regexp.MustCompile(`\{\{(\$?)([\w.]+)\}\}`)

// fill returns the template with values and texts in their places. Every text has to have one.
func fill(template string, values, texts map[string]string) (string, error) {
	var missing []string
	used := map[string]bool{}
	text := place.ReplaceAllStringFunc(template, func(found string) string {
		m := place.FindStringSubmatch(found)
		from, key := texts, m[2]
		if m[1] == "$" {
			from = values
		} else {
			used[key] = true
		}
		value, ok := from[key]
		if !ok {
			missing = append(missing, found)
		}
		return value
	})
	for key := range texts {
		if !used[key] {
			missing = append(missing, key+" of the texts, which has no place")
		}
	}
	if slices.Sort(missing); len(missing) > 0 {
		return "", fmt.Errorf("page.ts and the template do not fit: %s", strings.Join(missing, ", "))
	}
	return text, nil
}

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
