package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"github.com/backfill-lab/backfill/wasm/web"
)

func pack(t *testing.T, text string) *fstest.MapFile {
	t.Helper()
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &fstest.MapFile{Data: b.Bytes()}
}

func handler(t *testing.T) *Handler {
	t.Helper()
	h, err := New(fstest.MapFS{
		"index.html.br":        pack(t, "<!doctype html>page"),
		"app.js.br":            pack(t, "let x"),
		"help-me.js.br":        pack(t, "let x"),
		"panel-4ZMBQ2AX.js.br": pack(t, "let y"),
		"sw.js.br":             pack(t, "let x"),
		"page.webmanifest.br":  pack(t, "{}"),
		"sim.wasm.br":          pack(t, "\x00asm"),
		"icon.svg":             {Data: []byte("<svg/>")},
		"help/index.html":      {Data: []byte("help")},
		"damaged.js.br":        {Data: []byte("not brotli at all, not at all")},
		"nothing-known.xy":     {Data: []byte("x")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestServing(t *testing.T) {
	h := handler(t)
	for _, c := range []struct {
		method, path, accept   string
		status                 int
		kind, coding, contains string
	}{
		{"GET", "/", "gzip, deflate, br", 200, "text/html; charset=utf-8", "br", "page"},
		{"GET", "/", "", 200, "text/html; charset=utf-8", "", "page"},
		{"GET", "/index.html", "gzip", 200, "text/html; charset=utf-8", "gzip", "page"},
		{"GET", "/index.html", "gzip;q=0", 200, "text/html; charset=utf-8", "", "page"},
		{"GET", "/", "br;q=0", 200, "text/html; charset=utf-8", "", "page"},
		{"GET", "/app.js", "BR;q=0.5", 200, "text/javascript; charset=utf-8", "br", "let x"},
		{"GET", "/sim.wasm", "br", 200, "application/wasm", "br", "\x00asm"},
		{"GET", "/sw.js", "br", 200, "text/javascript; charset=utf-8", "br", "let x"},
		{"GET", "/page.webmanifest", "", 200, "application/manifest+json", "", "{}"},
		{"GET", "/icon.svg", "br", 200, "image/svg+xml", "", "<svg/>"},
		{"GET", "/help/", "br", 200, "text/html; charset=utf-8", "", "help"},
		{"GET", "/nothing-known.xy", "br", 200, "application/octet-stream", "", "x"},
		{"HEAD", "/app.js", "", 200, "text/javascript; charset=utf-8", "", ""},
		{"GET", "/app.js.br", "br", 200, "application/octet-stream", "", ""},
		{"GET", "/missing.js", "br", 404, "", "", ""},
		{"GET", "/help", "br", 404, "", "", ""},
		{"GET", "/../page.go", "br", 404, "", "", ""},
		{"GET", "/help/../../page.go", "br", 404, "", "", ""},
		{"GET", "//etc/passwd", "br", 404, "", "", ""},
		{"GET", "/..%2fpage.go", "br", 404, "", "", ""},
		{"GET", "/damaged.js", "", 500, "", "", ""},
		{"POST", "/", "br", 405, "", "", ""},
		{"PUT", "/app.js", "br", 405, "", "", ""},
	} {
		r := httptest.NewRequest(c.method, "/", nil)
		r.URL.Path = strings.ReplaceAll(c.path, "%2f", "/") // as the server gets it: unescaped, not cleaned
		r.Header.Set("Accept-Encoding", c.accept)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		resp := rec.Result()
		if resp.StatusCode != c.status {
			t.Errorf("%s %s: status %d, want %d", c.method, c.path, resp.StatusCode, c.status)
			continue
		}
		if c.status != 200 {
			continue
		}
		var body io.Reader = resp.Body
		switch resp.Header.Get("Content-Encoding") {
		case "br":
			body = brotli.NewReader(body)
		case "gzip":
			z, err := gzip.NewReader(body)
			if err != nil {
				t.Fatal(err)
			}
			body = z
		}
		got, err := io.ReadAll(body)
		if err != nil || !strings.Contains(string(got), c.contains) {
			t.Errorf("%s %s: body %q (%v), want %q in it", c.method, c.path, got, err, c.contains)
		}
		if c.method == "HEAD" && (len(got) > 0 || resp.Header.Get("Content-Length") != "5") {
			t.Errorf("HEAD %s: %d bytes and length %s, want none and 5", c.path, len(got), resp.Header.Get("Content-Length"))
		}
		if k, e := resp.Header.Get("Content-Type"), resp.Header.Get("Content-Encoding"); k != c.kind || e != c.coding {
			t.Errorf("%s %s with %q: type %q coding %q, want %q and %q", c.method, c.path, c.accept, k, e, c.kind, c.coding)
		}
	}
}

func TestOnlyASceneAloneMayBeInAFrame(t *testing.T) {
	h := handler(t)
	for path, want := range map[string]string{
		"/?bare": "*", "/index.html?bare": "*", "/?bare=1&x": "*", "/": "'none'", "/?x=bare": "'none'", "/index.html": "'none'",
		"/app.js?bare": "'none'", "/help/?bare": "*",
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.HasSuffix(policy, "; frame-ancestors "+want) || !strings.HasPrefix(policy, web.ContentPolicy) {
			t.Errorf("%s: %s, want frame-ancestors %s", path, policy, want)
		}
	}
}

func TestAnUnchangedFileIsNotSentAgain(t *testing.T) {
	h := handler(t)
	get := func(tag, accept string) *http.Response {
		r := httptest.NewRequest("GET", "/app.js", nil)
		r.Header.Set("If-None-Match", tag)
		r.Header.Set("Accept-Encoding", accept)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec.Result()
	}
	packed, plain := get("", "br").Header.Get("ETag"), get("", "").Header.Get("ETag")
	if packed == "" || packed == plain {
		t.Fatalf("ETags %q and %q, want two different ones", packed, plain)
	}
	for _, c := range []struct {
		tag, accept string
		status      int
	}{
		{packed, "br", 304}, {"W/" + packed, "br", 304}, {`"x", ` + packed, "br", 304},
		{plain, "br", 200}, {packed, "", 200}, {plain, "", 304}, {plain, "gzip", 200}, {packed, "gzip", 200},
	} {
		if got := get(c.tag, c.accept).StatusCode; got != c.status {
			t.Errorf("If-None-Match %s accepting %q: status %d, want %d", c.tag, c.accept, got, c.status)
		}
	}
}

// A browser keeps a file for a year only if it asked for just that content.
func TestHashedFilesAreCachedForAYear(t *testing.T) {
	h := handler(t)
	sum := sha256.Sum256([]byte("let x"))
	own := hex.EncodeToString(sum[:])
	for _, c := range []struct {
		path string
		kept bool
	}{
		{"app.js?v=" + own[:12], true}, {"app.js?v=" + own, true}, {"app.js", false}, {"app.js?v=", false}, {"app.js?v=" + own[:2], false},
		{"app.js?v=000000000000", false}, {"app.js?x=" + own[:12], false},
		{"panel-4ZMBQ2AX.js", true}, {"help-me.js", false},
		{"sw.js", false},
	} {
		for _, coding := range []string{"br", "gzip", ""} {
			r := httptest.NewRequest("GET", "/"+c.path, nil)
			r.Header.Set("Accept-Encoding", coding)
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			if got := rec.Result().Header.Get("Cache-Control"); strings.Contains(got, "immutable") != c.kept {
				t.Errorf("/%s with %q: Cache-Control %s", c.path, coding, got)
			}
		}
	}
}

func TestAFolderWithoutAPageIsRefused(t *testing.T) {
	for _, files := range []fstest.MapFS{{}, {"app.js": {Data: []byte("x")}}, {"index.html/x": {}}} {
		if _, err := New(files); !errors.Is(err, ErrNotBuilt) {
			t.Errorf("New of %v: %v, want ErrNotBuilt", files, err)
		}
	}
}
