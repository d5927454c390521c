package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A part is something that others wrote and that a release contains.
type part struct {
	name, version string
	url           string   // package URL
	licences      []string // SPDX identifiers
	texts         []string // of the licences and notices
}

// notices is the path of the file with the licences of all parts.
func (r *release) notices() string { return filepath.Join(r.work, "NOTICES.txt") }

// parts writes the notices and the list of parts (CycloneDX) of all programs and of the page.
func (r *release) parts() error {
	parts, err := r.goParts()
	if err != nil {
		return err
	}
	page, err := pageParts()
	if err != nil {
		return err
	}
	parts = append(parts, page...)
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.url, b.url) })
	var b bytes.Buffer
	fmt.Fprintf(&b, "backfill %s contains the following parts, under the licences below.\n\n", r.version)
	for _, p := range parts {
		fmt.Fprintf(&b, "  %s %s (%s)\n", p.name, p.version, strings.Join(p.licences, ", "))
	}
	for _, p := range parts {
		fmt.Fprintf(&b, "\n%s\n%s %s\n\n%s\n", strings.Repeat("-", 80), p.name, p.version, strings.Join(p.texts, "\n\n"))
	}
	if err := os.WriteFile(r.notices(), b.Bytes(), 0o666); err != nil {
		return err
	}
	data, err := json.MarshalIndent(r.bill(parts), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.folder, "backfill_"+r.version+"_sbom.cdx.json"), append(data, '\n'), 0o666)
}

// bill is the list of parts in the format CycloneDX 1.5.
func (r *release) bill(parts []part) any {
	type object = map[string]any
	components := []object{}
	for _, p := range parts {
		licences := []object{}
		for _, l := range p.licences {
			licences = append(licences, object{"license": object{"id": l}})
		}
		components = append(components, object{
			"type": "library", "name": p.name, "version": p.version, "purl": p.url, "bom-ref": p.url, "licenses": licences,
		})
	}
	return object{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": object{
			"timestamp": r.made.Format(time.RFC3339),
			"component": object{"type": "application", "name": "backfill", "version": r.version, "bom-ref": "backfill",
				"licenses": []object{{"license": object{"id": "Apache-2.0"}}}},
		},
		"components": components,
	}
}

// goParts are Go's standard library and the modules that any of the programs has.
func (r *release) goParts() ([]part, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	std, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	if err != nil {
		return nil, err
	}
	version := strings.TrimPrefix(runtime.Version(), "go")
	parts := []part{{name: "Go", version: version, url: "pkg:golang/std@" + version,
		licences: []string{"BSD-3-Clause"}, texts: []string{string(std)}}}
	modules := map[string]string{}
	for _, s := range systems {
		info, err := buildinfo.ReadFile(r.program(s))
		if err != nil {
			return nil, err
		}
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			modules[m.Path] = m.Version
		}
	}
	for name, version := range modules {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", name).Output()
		if err != nil {
			return nil, fmt.Errorf("go list -m %s: %w", name, err)
		}
		p := part{name: name, version: version, url: "pkg:golang/" + name + "@" + version}
		if err := p.read(strings.TrimSpace(string(out)), ""); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// pageParts are the npm packages that the page may contain: all that its dependencies need.
func pageParts() (parts []part, err error) {
	data, err := os.ReadFile("wasm/web/package-lock.json")
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version string
			Licence string `json:"license"`
			Dev     bool
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, err
	}
	const folder = "node_modules/"
	for at, l := range lock.Packages {
		if at == "" || l.Dev {
			continue
		}
		name := at[strings.LastIndex(at, folder)+len(folder):]
		p := part{name: name, version: l.Version, url: "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + l.Version}
		if err := p.read(filepath.Join("wasm/web", at), l.Licence); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(parts, func(q part) bool { return q.url == p.url }) {
			parts = append(parts, p)
		}
	}
	return parts, nil
}

var legal = regexp.MustCompile(`(?i)^(.*[-_])?(licen[cs]e|notice|copying|unlicense|ofl|ftl)([-_].*)?(\.(txt|md))?$`)

// read reads a part's licences and notices from all its folder. A part without any has the licence that its own list names.
func (p *part) read(folder, named string) error {
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" && path != folder):
			return filepath.SkipDir
		case d.IsDir() || !legal.MatchString(d.Name()):
			return nil
		}
		data, err := os.ReadFile(path)
		text := strings.TrimSpace(string(data))
		if text != "" && !slices.Contains(p.texts, text) {
			p.texts = append(p.texts, text)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, text := range p.texts {
		if id := identify(text); id != "" && !slices.Contains(p.licences, id) {
			p.licences = append(p.licences, id)
		}
	}
	if len(p.licences) == 0 && named != "" && !strings.Contains(named, " ") {
		p.licences = []string{named}
	}
	if len(p.licences) == 0 {
		return fmt.Errorf("%s %s: no licence is known: %s", p.name, p.version, folder)
	}
	slices.Sort(p.licences)
	return nil
}

// identify returns the SPDX identifier of a licence's text, or "" if it is none of those that parts have.
func identify(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	for _, l := range []struct{ id, has string }{
		{"Apache-2.0", "Apache License Version 2.0"}, {"OFL-1.1", "SIL OPEN FONT LICENSE"}, {"FTL", "FreeType Project LICENSE"},
		{"CC-BY-4.0", "Creative Commons Attribution 4.0"}, {"MPL-2.0", "Mozilla Public License Version 2.0"},
		{"BSD-3-Clause", "Neither the name"}, {"BSD-3-Clause", "may not be used to endorse"},
		{"BSD-2-Clause", "Redistributions in binary form must"},
		{"MIT", "Permission is hereby granted, free of charge"}, {"ISC", "Permission to use, copy, modify, and/or distribute this software"},
		{"ISC", "Permission to use, copy, modify, and distribute this software"}, {"Unlicense", "This is free and unencumbered software"},
	} {
		if strings.Contains(words, l.has) {
			return l.id
		}
	}
	return ""
}
