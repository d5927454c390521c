// Package artefact makes folders with which others can check results: whole or not at all, with the SHA-256 of each file
// and a script that verifies them.
package artefact

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/backfill-lab/backfill"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// zipEnd is the end of the names of archives.
const zipEnd = ".zip"

// Publish makes a folder, or an archive if out ends with .zip, of what write writes. It appears complete or not at all, and
// nothing is overwritten. It returns the files; an archive is one.
func Publish(a *console.App, out string, write func(*evaluation.Folder)) (files []string, err error) {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s: there is something in this folder, and nothing is overwritten: name a new one with -o DIR", out)
	} else if archive := strings.HasSuffix(out, zipEnd); archive && console.Exists(out) {
		return nil, fmt.Errorf("%s: there is such a file, and nothing is overwritten: name a new one with -o FILE%s", out, zipEnd)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the folder cannot be made: %w", out, atomicfile.Cause(err))
	}
	parent, name := filepath.Split(filepath.Clean(out))
	if err := atomicfile.MakeFolder(filepath.Join(parent, ".")); err != nil {
		return nil, err
	}
	hidden, err := scratch.Mkdir(filepath.Join(parent, "."), name)
	if err != nil {
		return nil, fmt.Errorf("%s: the folder cannot be made: %w", out, atomicfile.Cause(err))
	}
	defer os.RemoveAll(hidden)
	d := evaluation.Folder{App: a, Dir: hidden}
	write(&d)
	if a.Context.Err() != nil {
		return nil, console.ErrStopped
	}
	if d.Err != nil {
		return nil, d.Err
	}
	names := make([]string, len(d.Files))
	for i, file := range d.Files {
		if names[i], err = filepath.Rel(hidden, file); err != nil {
			return nil, err
		}
		files = append(files, filepath.Join(out, names[i]))
	}
	if strings.HasSuffix(out, zipEnd) {
		return []string{out}, atomicfile.Write(out, func(w io.Writer) error { return pack(w, hidden, strings.TrimSuffix(name, zipEnd), names) })
	}
	os.Remove(out) // an empty folder, which a rename does not replace
	if err := os.Rename(hidden, out); err != nil {
		return nil, fmt.Errorf("%s: the folder cannot be made: %w", out, atomicfile.Cause(err))
	}
	atomicfile.SyncFolder(filepath.Join(parent, ".")) // if this fails, only a power cut can undo the rename
	return files, nil
}

// pack writes an archive of files of a folder, below a folder of that name. The same files give the same bytes.
func pack(w io.Writer, dir, below string, names []string) error {
	z := zip.NewWriter(w)
	for _, name := range names {
		to, err := z.CreateHeader(&zip.FileHeader{Name: below + "/" + filepath.ToSlash(name), Method: zip.Deflate})
		if err != nil {
			return err
		}
		if err := copyTo(to, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return z.Close()
}

func copyTo(w io.Writer, file string) error {
	f, err := bounded.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// Copy writes a copy of a file, in a folder that it makes if need be.
func Copy(d *evaluation.Folder, name, from string) {
	if d.Err == nil {
		d.Err = atomicfile.MakeFolder(filepath.Dir(filepath.Join(d.Dir, name)))
	}
	d.Write(name, func(w io.Writer) error { return copyTo(w, from) })
}

// Bytes writes a file.
func Bytes(d *evaluation.Folder, name string, data []byte) {
	d.Write(name, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// JSON writes a value to a file.
func JSON(d *evaluation.Folder, name string, v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && d.Err == nil {
		d.Err = fmt.Errorf("%s: %w", name, err)
	}
	Bytes(d, name, b.Bytes())
}

// Environment writes what there is to know of the program: licence, citation, and what it was built from.
func Environment(d *evaluation.Folder) {
	Bytes(d, "LICENSE", backfill.Licence)
	Bytes(d, "CITATION.cff", backfill.Citation)
	JSON(d, "environment.json", struct {
		Program buildinfo.Build    `json:"program"`
		Modules []buildinfo.Module `json:"modules"`
	}{buildinfo.This(), buildinfo.Modules()})
}

//go:embed verify.sh
var script string

// A Check is what the verify.sh of an artefact does besides looking at its files and the program.
type Check struct {
	Intro string // lines of comments: what it verifies, and its arguments
	Step  string // of a shell's program: it calls pass or fail
}

// Seal writes verify.sh, and SHA256SUMS of every file before.
func Seal(d *evaluation.Folder, c Check) {
	program := buildinfo.This()
	Bytes(d, "verify.sh", []byte(strings.NewReplacer("{intro}", c.Intro, "{step}\n", c.Step, "{files}", fmt.Sprint(len(d.Files)+1),
		"{version}", program.Version, "{results}", program.Results).Replace(script)))
	if d.Err != nil {
		return
	}
	var lines strings.Builder
	for _, file := range d.Files {
		rel, err := filepath.Rel(d.Dir, file)
		h := sha256.New()
		if err == nil {
			err = copyTo(h, file)
		}
		if err != nil {
			d.Err = err
			return
		}
		fmt.Fprintf(&lines, "%x  %s\n", h.Sum(nil), filepath.ToSlash(rel))
	}
	Bytes(d, "SHA256SUMS", []byte(lines.String()))
}

// Table returns a table of text in Markdown.
func Table(titles []string, rows [][]string) string {
	text := "| " + strings.Join(titles, " | ") + " |\n" + strings.Repeat("|---", len(titles)) + "|\n"
	for _, row := range rows {
		text += "| " + strings.Join(row, " | ") + " |\n"
	}
	return text
}
