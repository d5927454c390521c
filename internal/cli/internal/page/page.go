// Package page serves the files of the browser page, which are brotli-compressed
// (NAME.br): unchanged to browsers that accept brotli, with gzip or unpacked to other
// clients. Browsers keep what has its hash in its address (NAME?v=HASH, NAME-HASH.js) for a year.
package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/backfill-lab/backfill/wasm/web"
)

// ErrNotBuilt is the error for files without a page.
var ErrNotBuilt = errors.New("the page is not built")

// types are the content types of a page's files. Some systems call JavaScript
// text/plain, which browsers refuse.
var types = map[string]string{
	".arrow":       "application/vnd.apache.arrow.file",
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".map":         "application/json",
	".parquet":     "application/vnd.apache.parquet",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// chunk matches the names that the bundler gives to parts of a script, with a hash of their content.
var chunk = regexp.MustCompile(`^[\w-]+-[A-Z0-9]{8}\.js$`)

// A Handler serves a page. Make one with New.
type Handler struct {
	files fs.FS
	known sync.Map // key to a func() (*content, error); files do not change
}

// A key is the name of a file, and whether it is unpacked for the page.
type key struct {
	kept   string
	packed bool
}

// content is a file of the page.
type content struct {
	kept   []byte // as it is in files
	packed bool   // with brotli
	hash   string // of what is packed
	gzip   func() ([]byte, error)
}

func (c *content) plain() ([]byte, error) {
	if !c.packed {
		return c.kept, nil
	}
	return io.ReadAll(brotli.NewReader(bytes.NewReader(c.kept)))
}

// coded returns what to send to a client that accepts these codings, and its coding.
func (c *content) coded(accepted string) (data []byte, coding string, err error) {
	switch {
	case c.packed && accepts(accepted, "br"):
		return c.kept, "br", nil
	case c.packed && accepts(accepted, "gzip"):
		data, err = c.gzip()
		return data, "gzip", err
	}
	data, err = c.plain()
	return data, "", err
}

// load reads a file once.
func (h *Handler) load(kept string, packed bool) (*content, error) {
	f, _ := h.known.LoadOrStore(key{kept, packed}, sync.OnceValues(func() (*content, error) {
		data, err := fs.ReadFile(h.files, kept)
		if err != nil {
			return nil, err
		}
		c := &content{kept: data, packed: packed}
		plain, err := c.plain()
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(plain)
		c.hash = hex.EncodeToString(sum[:])
		c.gzip = sync.OnceValues(func() ([]byte, error) { // takes half a second for a program
			plain, err := c.plain()
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			if err == nil {
				_, err = w.Write(plain)
			}
			err = errors.Join(err, w.Close())
			return b.Bytes(), err
		})
		return c, nil
	}))
	return f.(func() (*content, error))()
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
	c, err := h.load(kept, packed)
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	data, coding, err := c.coded(r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.Error(w, "the file cannot be compressed", http.StatusInternalServerError)
		return
	}
	head := w.Header()
	head.Set("Content-Type", cmp.Or(types[path.Ext(name)], "application/octet-stream"))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Content-Security-Policy", web.ContentPolicy+"; frame-ancestors "+framers(name, r))
	head.Set("Referrer-Policy", "no-referrer")
	if v := r.URL.Query().Get("v"); len(v) >= 12 && strings.HasPrefix(c.hash, v) || chunk.MatchString(name) {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		head.Set("Cache-Control", "no-cache") // ask each time; the ETag makes that cheap
	}
	if c.packed {
		head.Set("Vary", "Accept-Encoding")
	}
	if coding != "" {
		head.Set("Content-Encoding", coding)
	}
	head.Set("ETag", `"`+c.hash[:24]+"-"+cmp.Or(coding, "plain")+`"`)
	head.Set("Content-Length", strconv.Itoa(len(data))) // ServeContent sets none beside a Content-Encoding
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// framers returns who may show a file in a frame: anybody a scene alone (?bare), which has no log of anybody's, and nobody
// the laboratory.
func framers(name string, r *http.Request) string {
	if path.Ext(name) == ".html" && r.URL.Query().Has("bare") {
		return "*"
	}
	return "'none'"
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
