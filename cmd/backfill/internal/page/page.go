// Package page serves the files of the browser page, which are brotli-compressed
// (NAME.br): unchanged to browsers that accept brotli, unpacked to other clients.
package page

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// ErrNotBuilt is the error for files without a page.
var ErrNotBuilt = errors.New("the page is not built")

// types are the content types of a page's files. Some systems call JavaScript
// text/plain, which browsers refuse.
var types = map[string]string{
	".arrow":   "application/vnd.apache.arrow.file",
	".css":     "text/css; charset=utf-8",
	".html":    "text/html; charset=utf-8",
	".ico":     "image/x-icon",
	".js":      "text/javascript; charset=utf-8",
	".json":    "application/json",
	".map":     "application/json",
	".parquet": "application/vnd.apache.parquet",
	".png":     "image/png",
	".svg":     "image/svg+xml",
	".txt":     "text/plain; charset=utf-8",
	".wasm":    "application/wasm",
	".woff2":   "font/woff2",
}

// A Handler serves a page. Make one with New.
type Handler struct {
	files fs.FS
	tags  sync.Map // name in files to ETag; files do not change
}

// New returns a Handler for the page in files. It returns ErrNotBuilt if there is no
// index.html.
func New(files fs.FS) (*Handler, error) {
	h := &Handler{files: files}
	if _, _, ok := h.find("index.html"); !ok {
		return nil, ErrNotBuilt
	}
	return h, nil
}

// find returns the name in h.files of a file of the page, and whether it is packed.
func (h *Handler) find(name string) (kept string, packed, ok bool) {
	if !fs.ValidPath(name) {
		return "", false, false
	}
	for _, ending := range []string{".br", ""} {
		if info, err := fs.Stat(h.files, name+ending); err == nil && info.Mode().IsRegular() {
			return name + ending, ending == ".br", true
		}
	}
	return "", false, false
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	kept, packed, ok := h.find(name)
	if !ok {
		http.NotFound(w, r)
		return
	}
	data, err := fs.ReadFile(h.files, kept)
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	head := w.Header()
	head.Set("Content-Type", cmp.Or(types[path.Ext(name)], "application/octet-stream"))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Cache-Control", "no-cache") // ask each time; the ETag makes that cheap
	tag := h.tag(kept, data)
	if packed {
		head.Set("Vary", "Accept-Encoding")
		if accepts(r.Header.Get("Accept-Encoding"), "br") {
			head.Set("Content-Encoding", "br")
		} else {
			tag += "-plain"
			if data, err = io.ReadAll(brotli.NewReader(bytes.NewReader(data))); err != nil {
				http.Error(w, "the file is damaged", http.StatusInternalServerError)
				return
			}
		}
	}
	head.Set("ETag", `"`+tag+`"`)
	head.Set("Content-Length", strconv.Itoa(len(data))) // ServeContent sets none beside a Content-Encoding
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

func (h *Handler) tag(kept string, data []byte) string {
	if tag, ok := h.tags.Load(kept); ok {
		return tag.(string)
	}
	sum := sha256.Sum256(data)
	tag := hex.EncodeToString(sum[:12])
	h.tags.Store(kept, tag)
	return tag
}

// accepts reports whether an Accept-Encoding header gives the coding a weight above 0.
func accepts(header, coding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(item, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q, has := strings.CutPrefix(strings.TrimSpace(weight), "q=")
		x, err := strconv.ParseFloat(q, 64)
		return !has || err != nil || x > 0
	}
	return false
}
