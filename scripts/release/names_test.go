package main

import (
	"bytes"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write names.json's names into the other files")

// A place is where a name stands: every match of a pattern in those files is the name, at least once.
type place struct {
	files   *regexp.Regexp
	pattern *regexp.Regexp
	name    string
}

// places are all names in the repository. A line of CITATION.cff has the DOI as soon as there is one.
func places() []place {
	of := regexp.MustCompile
	all := []place{
		{of(`.`), of(`https://github\.com/[\w.-]+/backfill\b`), known.Repository},
		{of(`^CITATION\.cff$`), of(`(?m)^  - name: .*$`), "  - name: " + known.Maintainer},
	}
	if known.DOI != "" {
		all = append(all, place{of(`^CITATION\.cff$`), of(`(?m)^license: .*(\ndoi: .*)?$`), "license: Apache-2.0\ndoi: " + known.DOI})
	}
	return all
}

func TestNamesAreThoseOfOneFile(t *testing.T) {
	for _, u := range []string{known.Repository, known.Site} {
		if p, err := url.Parse(u); err != nil || p.Scheme != "https" || p.Host == "" {
			t.Errorf("%q is no address", u)
		}
	}
	t.Chdir("../..")
	if _, err := os.Stat(".git"); err != nil {
		t.Skip("an archive of the source does not say which files are the repository's: ", err)
	}
	out, err := exec.Command("git", "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := make([]int, len(places()))
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if strings.HasPrefix(name, "scripts/release/names") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil || bytes.IndexByte(data, 0) >= 0 {
			continue // deleted, or no text
		}
		text := string(data)
		for i, p := range places() {
			if !p.files.MatchString(name) {
				continue
			}
			text = p.pattern.ReplaceAllStringFunc(text, func(was string) string {
				found[i]++
				if was != p.name && !*update {
					t.Errorf("%s has %q, names.json %q: go test ./scripts/release -run TestNames -update", name, was, p.name)
				}
				return p.name
			})
		}
		if *update && text != string(data) {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, p := range places() {
		if found[i] == 0 {
			t.Errorf("no file has %s", p.name)
		}
	}
}
