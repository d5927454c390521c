package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// simulator are the sources of the npm package's module, and the folder of its types as the compiler writes them.
const simulator = "wasm/web/src/simulator"

// npm writes the simulator of the page as a package for other pages: the worker, the program, a module that
// talks with them, and its types.
func (r *release) npm() error {
	dir, err := filepath.Abs(filepath.Join(r.work, "npm"))
	if err != nil {
		return err
	}
	source, err := filepath.Abs("wasm/web")
	if err != nil {
		return err
	}
	bundle := exec.Command(filepath.Join(source, "node_modules/.bin/esbuild"), filepath.Join(simulator, "client.ts"), "--bundle",
		"--format=esm", "--target=es2022", "--alias:texts=./wasm/web/src/texts/en", "--outfile="+filepath.Join(dir, "simulator.js"))
	if err := quiet(bundle); err != nil {
		return err
	}
	type object = map[string]any
	config, err := json.Marshal(object{
		"extends": filepath.Join(source, "tsconfig.json"), "include": []string{},
		"files": []string{filepath.Join(source, "src/simulator/client.ts")},
		"compilerOptions": object{"declaration": true, "emitDeclarationOnly": true, "noEmit": false, "outDir": filepath.Join(dir, "types"),
			"rootDir": filepath.Join(source, "src")},
	})
	if err != nil {
		return err
	}
	project := filepath.Join(dir, "tsconfig.json")
	if err := os.WriteFile(project, config, 0o666); err != nil {
		return err
	}
	if err := quiet(exec.Command(filepath.Join(source, "node_modules/.bin/tsc"), "-p", project)); err != nil {
		return err
	}
	about, err := json.MarshalIndent(object{
		"name": known.NPM, "version": r.version, "description": "Simulates batch schedulers in a web worker",
		"license": "Apache-2.0", "homepage": known.Site, "repository": object{"type": "git", "url": "git+" + known.Repository + ".git"},
		"type": "module", "types": "./client.d.ts",
		"exports": object{".": object{"types": "./client.d.ts", "default": "./simulator.js"}, "./worker.js": "./worker.js",
			"./backfill.wasm": "./backfill.wasm"},
	}, "", "  ")
	if err != nil {
		return err
	}
	files := []file{{"package.json", 0o644, append(about, '\n')}}
	for _, from := range []string{"scripts/release/recipes/npm/README.md", "LICENSE", r.notices(), filepath.Join(dir, "simulator.js"),
		filepath.Join(dir, "types/simulator/client.d.ts"), filepath.Join(dir, "types/simulator/protocol.d.ts"),
		filepath.Join(dir, "types/simulator/messages.d.ts"), "wasm/web/dist/worker.js", "wasm/web/dist/backfill.wasm"} {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		files = append(files, file{filepath.Base(from), 0o644, data})
	}
	name := strings.ReplaceAll(strings.TrimPrefix(known.NPM, "@"), "/", "-") + "-" + r.version + ".tgz" // as npm pack names it
	return r.tarball(name, "package", files)
}
