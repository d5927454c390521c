package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A file is one of an archive.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

// documents are what goes with every program, as file in the archive and file in the checkout.
var documents = []string{"LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff", "docs"}

// archives writes an archive for each system: the program, the documents, the notices.
func (r *release) archives() error {
	var rest []file
	for _, d := range documents {
		files, err := filesBelow(d, d)
		if err != nil {
			return err
		}
		rest = append(rest, files...)
	}
	notices, err := filesBelow(r.notices(), "NOTICES.txt")
	if err != nil {
		return err
	}
	rest = append(rest, notices...)
	for _, s := range systems {
		program, err := os.ReadFile(r.program(s))
		if err != nil {
			return err
		}
		name := "backfill_" + r.version + "_" + s.os + "_" + s.arch
		files := append([]file{{"backfill" + s.suffix(), 0o755, program}}, rest...)
		if s.os == "windows" {
			err = r.zip(name+".zip", name, files)
		} else {
			err = r.tarball(name+".tar.gz", name, files)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// page writes the page for a static host.
func (r *release) page() error {
	files, err := filesBelow("wasm/web/dist", "")
	if err != nil {
		return err
	}
	notices, err := filesBelow(r.notices(), "NOTICES.txt")
	if err != nil {
		return err
	}
	return r.zip("backfill-page_"+r.version+".zip", "", append(files, notices...))
}

// filesBelow reads a file, or all of a folder in the order of their names.
func filesBelow(root, as string) (files []file, err error) {
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rest := strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(name, root)), "/")
		files = append(files, file{path.Join(as, rest), 0o644, data})
		return err
	})
	return files, err
}

// zip writes an archive whose files are in a folder.
func (r *release) zip(name, folder string, files []file) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: r.made}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.folder, name), b.Bytes(), 0o666)
}

// tarball writes an archive whose files are in a folder.
func (r *release) tarball(name, folder string, files []file) error {
	var b bytes.Buffer
	g, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(g)
	for _, f := range files {
		h := &tar.Header{Name: path.Join(folder, f.name), Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: r.made, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	if err := g.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.folder, name), b.Bytes(), 0o666)
}
