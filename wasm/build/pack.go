package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// window is the base-2 logarithm of how far back brotli looks, the largest that browsers know: the simulator is larger than
// the usual 4 MB, and 1 % smaller with it.
const window = 24

// pack compresses every file of dir to NAME.br and NAME.gz beside it, where some servers look for
// them.
func pack(dir string, quality int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var first []string
	for _, l := range languages {
		names, err := l.firstFiles(dir)
		if err != nil {
			return err
		}
		first = append(first, names...)
	}
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0)) // the best quality takes much memory
	failed := make([]error, len(entries))
	for i, e := range entries {
		quality := quality
		if !slices.Contains(first, e.Name()) {
			quality = min(quality, 9) // the best takes minutes, for a tenth of a file that few download
		}
		free <- struct{}{}
		wg.Go(func() {
			failed[i] = packFile(filepath.Join(dir, e.Name()), quality)
			<-free
		})
	}
	wg.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	return prune(dir)
}

func packFile(name string, quality int) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	small, err := compressed(data, quality)
	if err != nil {
		return fmt.Errorf("compressing %s: %w", name, err)
	}
	var zipped bytes.Buffer
	w, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(name+".br", small, 0o644), os.WriteFile(name+".gz", zipped.Bytes(), 0o644))
}

// compressed returns data under brotli. The best quality takes half a minute for a
// binary, so the cache keeps the result, by data's hash, until the next build.
func compressed(data []byte, quality int) ([]byte, error) {
	kept := filepath.Join(cache, fmt.Sprintf("%s.%d.%d.br", hash(data), window, quality))
	if small, err := os.ReadFile(kept); err == nil {
		return small, nil
	}
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: quality, LGWin: window})
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

// prune removes from the cache what belongs to no file of dir.
func prune(dir string) error {
	names, _ := filepath.Glob(filepath.Join(dir, "*.br")) // the patterns are good ones
	used := map[string]bool{}                             // by content, whatever the quality
	for _, name := range names {
		data, err := os.ReadFile(strings.TrimSuffix(name, ".br"))
		if err != nil {
			return err
		}
		used[hash(data)] = true
	}
	kept, _ := filepath.Glob(filepath.Join(cache, "*.br*")) // .new of a killed build, too
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
	const last = "index.html.br"
	old, _ := filepath.Glob(filepath.Join(packed, "*.br"))
	for _, name := range append([]string{filepath.Join(packed, last)}, old...) {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.br"))
	names = slices.DeleteFunc(names, func(name string) bool { return filepath.Base(name) == last })
	for _, name := range append(names, filepath.Join(dir, last)) {
		if err := copyFile(name, filepath.Join(packed, filepath.Base(name))); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
