package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// ownFiles are the files that an earlier sweep collect wrote into its folder.
type ownFiles map[string]bool

// collectedBefore returns the files of an earlier sweep collect in a folder. It is an error if the folder has
// others only.
func collectedBefore(out string) (ownFiles, error) {
	entries, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		return nil, nil
	case err != nil:
		return nil, console.ReadError(out, err)
	}
	var v struct{ Files []string }
	text, err := bounded.ReadFile(filepath.Join(out, collectedFile), bounded.Most)
	if err != nil || json.Unmarshal(text, &v) != nil || len(v.Files) == 0 {
		return nil, fmt.Errorf("%s: the folder holds other files: name another one with --out", out)
	}
	own := ownFiles{}
	for _, name := range append(v.Files, collectedFile) {
		own[filepath.FromSlash(name)] = true
	}
	return own, nil
}

// write writes collectedFile into a folder, with the names of all files that are there.
func (v *collected) write(stage string) error {
	var files []string
	err := eachFile(stage, func(name string) error {
		files = append(files, filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(struct {
		*collected
		Files []string `json:"files"`
	}{v, files}, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(stage, collectedFile), append(text, '\n'))
}

// keepOthers gives the files in the folder from that are not own to the folder to as well, which takes its place. Those
// that describe a folder are own if to has them, too: arrowio leaves out what it must not replace.
func (own ownFiles) keepOthers(from, to string) error {
	if own == nil {
		return nil
	}
	return eachFile(from, func(name string) error {
		kept := filepath.Join(to, name)
		switch _, err := os.Lstat(kept); {
		case own[name] || err == nil && (name == "README.md" || name == "croissant.json"):
			return nil
		case err == nil:
			return fmt.Errorf("%s: sweep collect did not write this file, and would replace it: name another folder with --out",
				filepath.Join(from, name))
		}
		if err := atomicfile.MakeFolder(filepath.Dir(kept)); err != nil {
			return err
		}
		if err := os.Link(filepath.Join(from, name), kept); err != nil {
			return fmt.Errorf("%s: sweep collect did not write this file, and cannot keep it (%w): name another folder with --out",
				filepath.Join(from, name), atomicfile.Cause(err))
		}
		return nil
	})
}

// eachFile calls f with the name of every file in a folder and in those in it.
func eachFile(dir string, f func(name string) error) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return f(name)
	})
}

// replaceFolder puts the folder at from in the place of another.
func replaceFolder(from, to string) error {
	old, err := scratch.Mkdir(filepath.Split(filepath.Clean(to)))
	if err != nil {
		return err
	}
	defer os.RemoveAll(old)
	if err := os.Rename(to, filepath.Join(old, "old")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return atomicfile.SyncFolder(filepath.Dir(to))
}
