package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestArchivesAreTheSameBytes(t *testing.T) {
	var all [2][2][]byte
	for i := range all {
		r := &release{version: "0.1.0", made: time.Unix(1_800_000_000, 0).UTC(), folder: t.TempDir()}
		files := []file{{"backfill", 0o755, []byte("program")}, {"docs/a.md", 0o644, []byte("text")}}
		if err := r.tarball("a.tar.gz", "folder", files); err != nil {
			t.Fatal(err)
		}
		if err := r.zip("a.zip", "folder", files); err != nil {
			t.Fatal(err)
		}
		for k, name := range []string{"a.tar.gz", "a.zip"} {
			all[i][k], _ = os.ReadFile(filepath.Join(r.folder, name))
		}
	}
	for k := range all[0] {
		if !bytes.Equal(all[0][k], all[1][k]) {
			t.Error("an archive made twice has other bytes")
		}
	}
	g, err := gzip.NewReader(bytes.NewReader(all[0][0]))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(g); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(h.Name, "folder/") || (h.Mode&0o111 != 0) != (h.Name == "folder/backfill") || h.ModTime.Unix() != 1_800_000_000 {
			t.Errorf("%s has mode %o and time %v", h.Name, h.Mode, h.ModTime)
		}
	}
}

// Every module that the command may contain has a licence that is known, and one that goes with Apache-2.0.
func TestEveryModuleHasALicence(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}",
		"github.com/backfill-lab/backfill/cmd/backfill").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "FTL", "ISC", "MIT", "OFL-1.1", "Unlicense"}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		name, dir, found := strings.Cut(line, " ")
		if !found {
			continue
		}
		p := part{name: name}
		if err := p.read(dir, ""); err != nil {
			t.Error(err)
		}
		for _, l := range p.licences {
			if !slices.Contains(known, l) {
				t.Errorf("%s: %s", name, l)
			}
		}
		if strings.Contains(name, "freetype") && !slices.Contains(p.licences, "FTL") {
			t.Errorf("%s has no FreeType licence: %v", name, p.licences)
		}
	}
}

// The image is made in the folder of an unpacked archive: it has what the Dockerfile copies.
func TestTheDockerfileCopiesWhatAnArchiveHas(t *testing.T) {
	data, err := os.ReadFile("recipes/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	has := append([]string{"backfill", "NOTICES.txt"}, documents...)
	copied := 0
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "COPY" {
			continue
		}
		for _, name := range words[1 : len(words)-1] {
			if copied++; !slices.Contains(has, name) {
				t.Errorf("the Dockerfile copies %s, which no archive has", name)
			}
		}
	}
	if copied < 3 || !strings.Contains(string(data), "\nFROM scratch\n") {
		t.Errorf("the image has %d files, and perhaps a base", copied)
	}
}

func TestVersionsAreTags(t *testing.T) {
	for _, v := range []string{"", "0.1.0", "v1", "v1.2", "v1.2.3-rc.1", "v1.2.3/..", "v1.2.3\n"} {
		if err := run(t.TempDir(), v); err == nil || !strings.Contains(err.Error(), "v0.1.0") {
			t.Errorf("%q: %v", v, err)
		}
	}
}
