package arrowio

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// Add appends a file of the folder dir, whose size and SHA-256 it reads.
func (f *Description) Add(dir string, file DescribedFile) error {
	in, err := bounded.Open(filepath.Join(dir, filepath.FromSlash(file.Name)))
	if err != nil {
		return err
	}
	defer in.Close()
	sum := sha256.New()
	if file.Size, err = io.Copy(sum, in); err != nil {
		return err
	}
	file.SHA256 = hex.EncodeToString(sum.Sum(nil))
	f.Files = append(f.Files, file)
	return nil
}

// Write writes the two files into stage, from where they go to the folder dir, and returns their names.
// A file of that name in dir that is not replaceable stays, and is not among them.
func (f *Description) Write(stage, dir string) (names []string, err error) {
	for _, file := range []struct {
		name string
		text func() []byte
	}{{readmeFile, f.readme}, {croissantFile, f.croissant}} {
		if !replaceable(dir, file.name) {
			continue
		}
		if err := atomicfile.WriteBytes(filepath.Join(stage, file.name), file.text()); err != nil {
			return names, err
		}
		names = append(names, file.name)
	}
	return names, nil
}

// replaceable tells whether the file of that name in a folder may be replaced: always, unless it is one of
// the two and not made by this package. A file that cannot be read may not.
func replaceable(dir, name string) bool {
	if name != readmeFile && name != croissantFile {
		return true
	}
	f, err := bounded.Open(filepath.Join(dir, name))
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 4<<10))
	if err != nil {
		return false
	}
	if name == croissantFile {
		return strings.Contains(string(head), `"name": "`+namePrefix)
	}
	return strings.HasPrefix(string(head), mark)
}
