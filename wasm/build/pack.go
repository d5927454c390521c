package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"github.com/backfill-lab/backfill/core/atomicfile"
)

// size is the size of a file and of its compressed form, in bytes.
type size struct{ plain, packed int }

// pack compresses every file of dir to NAME.br beside it, where some servers look for
// it.
func pack(dir string, quality int) (map[string]size, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		sizes  = map[string]size{}
		failed error
	)
	for _, e := range entries {
		quality := quality
		if !slices.Contains(first, e.Name()) {
			quality = min(quality, 9) // the best takes minutes, for a tenth of a file that few download
		}
		wg.Go(func() {
			s, err := packFile(dir, e.Name(), quality)
			mu.Lock()
			defer mu.Unlock()
			sizes[e.Name()] = s
			if err != nil && failed == nil {
				failed = fmt.Errorf("compressing %s: %w", e.Name(), err)
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return nil, failed
	}
	return sizes, prune(dir)
}

func packFile(dir, name string, quality int) (size, error) {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return size{}, err
	}
	small, err := compressed(data, quality)
	if err != nil {
		return size{}, err
	}
	return size{len(data), len(small)}, os.WriteFile(filepath.Join(dir, name+".br"), small, 0o644)
}

// compressed returns data under brotli. The best quality takes half a minute for a
// binary, so the result is kept by its hash until the next build.
func compressed(data []byte, quality int) ([]byte, error) {
	kept := filepath.Join(cache, fmt.Sprintf("%s.%d.br", hash(data), quality))
	if small, err := os.ReadFile(kept); err == nil {
		return small, nil
	}
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, quality)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	return out.Bytes(), atomicfile.WriteBytes(kept, out.Bytes())
}

// prune removes from the cache all that is of no file of dir.
func prune(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.br"))
	if err != nil {
		return err
	}
	used := map[string]bool{} // by content, whatever the quality
	for _, name := range names {
		data, err := os.ReadFile(strings.TrimSuffix(name, ".br"))
		if err != nil {
			return err
		}
		used[hash(data)] = true
	}
	kept, err := filepath.Glob(filepath.Join(cache, "*.br*")) // .new of a killed build, too
	if err != nil {
		return err
	}
	for _, name := range kept {
		if sum, _, _ := strings.Cut(filepath.Base(name), "."); used[sum] {
			continue
		}
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// install puts the compressed files where they are embedded from, index.html last: if
// it is there, all are.
func install(dir string) error {
	old, err := filepath.Glob(filepath.Join(packed, "*.br"))
	if err != nil {
		return err
	}
	const last = "index.html.br"
	if err := os.RemoveAll(filepath.Join(packed, last)); err != nil {
		return err
	}
	for _, name := range old {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.br"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if filepath.Base(name) == last {
			continue
		}
		if err := copyFile(name); err != nil {
			return err
		}
	}
	return copyFile(filepath.Join(dir, last))
}

func copyFile(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(packed, filepath.Base(name)), data, 0o644)
}
