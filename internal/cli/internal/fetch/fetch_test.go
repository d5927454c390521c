package fetch

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// The file that the tests' servers have: long enough to be cut in pieces.
var (
	whole = bytes.Repeat([]byte("1 0 5 100 8 -1 -1 8 120 -1 1 3 1 -1 1 -1 -1 -1\n"), 4000)
	other = bytes.Repeat([]byte("2 9 9 900 4 -1 -1 4 920 -1 1 3 1 -1 1 -1 -1 -1\n"), 4000)
)

const half = 90_000

// A server answers the first request with answers[0], the second with
// answers[1] and so on; the last one answers all further requests.
type server struct {
	answers []http.HandlerFunc
	mu      sync.Mutex
	asked   []string // Range and If-Range of each request
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	k := len(s.asked)
	s.asked = append(s.asked, strings.TrimSpace(r.Header.Get("Range")+" "+r.Header.Get("If-Range")))
	s.mu.Unlock()
	s.answers[min(k, len(s.answers)-1)](w, r)
}

// serve answers as a good file server does.
func serve(tag string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if tag != "" {
			w.Header().Set("ETag", tag)
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// cut answers with the whole file's length and half its bytes.
func cut(tag string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		send(w, tag, data, half)
		panic(http.ErrAbortHandler)
	}
}

// stall answers with half the file's bytes and then nothing until the client leaves.
func stall(tag string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		send(w, tag, data, half)
		<-r.Context().Done()
	}
}

// ignoreRange answers every request with the whole file.
func ignoreRange(tag string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { send(w, tag, data, len(data)) }
}

func send(w http.ResponseWriter, tag string, data []byte, n int) {
	if tag != "" {
		w.Header().Set("ETag", tag)
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	w.Write(data[:n])
	w.(http.Flusher).Flush()
}

// answer206 claims to continue at from, whatever the request.
func answer206(tag string, data []byte, from int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if tag != "" {
			w.Header().Set("ETag", tag)
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
		w.WriteHeader(http.StatusPartialContent)
		w.Write(data[from:])
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
}

// endless sends more than any limit, without a length.
func endless(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		if _, err := w.Write(whole); err != nil {
			return
		}
	}
}

// unmeasured ends half way, in a manner that looks like the end of the file.
func unmeasured(w http.ResponseWriter, r *http.Request) {
	w.Write(whole[:half])
	w.(http.Flusher).Flush()
}

func TestGet(t *testing.T) {
	resume := fmt.Sprintf(`bytes=%d- "v1"`, half)
	for _, c := range []struct {
		name    string
		answers []http.HandlerFunc
		asked   []string // want
		err     string   // want in the error, "" for none
		kept    bool     // want DEST.part after an error
	}{
		{name: "a good server", answers: []http.HandlerFunc{serve(`"v1"`, whole)}, asked: []string{""}},
		{name: "breaks off, continues from there", answers: []http.HandlerFunc{cut(`"v1"`, whole), serve(`"v1"`, whole)},
			asked: []string{"", resume}},
		{name: "breaks off, ignores Range", answers: []http.HandlerFunc{cut(`"v1"`, whole), ignoreRange(`"v1"`, whole)},
			asked: []string{"", resume}},
		{name: "breaks off, names no version", answers: []http.HandlerFunc{cut("", whole), ignoreRange("", whole)}, asked: []string{"", ""}},
		{name: "breaks off, has changed", answers: []http.HandlerFunc{cut(`"v1"`, other), serve(`"v2"`, whole)}, asked: []string{"", resume}},
		{name: "breaks off, has changed, ignores If-Range",
			answers: []http.HandlerFunc{cut(`"v1"`, other), answer206(`"v2"`, whole, half), serve(`"v2"`, whole)},
			asked:   []string{"", resume, ""}},
		{name: "breaks off, has changed in secret",
			answers: []http.HandlerFunc{cut(`"v1"`, other), answer206("", whole, half), serve(`"v2"`, whole)},
			asked:   []string{"", resume, ""}},
		{name: "breaks off, answers another range",
			answers: []http.HandlerFunc{cut(`"v1"`, whole), answer206(`"v1"`, whole, 7), serve(`"v1"`, whole)},
			asked:   []string{"", resume, ""}},
		{name: "breaks off, has become shorter", answers: []http.HandlerFunc{cut(`"v1"`, whole), status(416), serve(`"v2"`, whole)},
			asked: []string{"", resume, ""}},
		{name: "breaks off where nobody can see it", answers: []http.HandlerFunc{unmeasured, serve(`"v1"`, whole)}, asked: []string{"", ""}},
		{name: "stalls once", answers: []http.HandlerFunc{stall(`"v1"`, whole), serve(`"v1"`, whole)}, asked: []string{"", resume}},
		{name: "overloaded, then well", answers: []http.HandlerFunc{status(503), status(429), serve(`"v1"`, whole)}, asked: []string{"", "", ""}},

		{name: "stalls for ever", answers: []http.HandlerFunc{stall(`"v1"`, whole)},
			asked: []string{"", resume, resume}, err: "gave up after 3 attempts: no byte came for 30s", kept: true},
		{name: "down for ever", answers: []http.HandlerFunc{status(503)},
			asked: []string{"", "", ""}, err: "gave up after 3 attempts: the server answered 503"},
		{name: "no such file", answers: []http.HandlerFunc{status(404)}, asked: []string{""}, err: "no such file (404 Not Found)"},
		{name: "forbidden", answers: []http.HandlerFunc{status(403)}, asked: []string{""}, err: "the server answered 403"},
		{name: "another file", answers: []http.HandlerFunc{serve(`"v1"`, other)}, asked: []string{""}, err: "SHA-256"},
		{name: "a file too long", answers: []http.HandlerFunc{serve(`"v1"`, append(whole[:len(whole):len(whole)], other...))},
			asked: []string{""}, err: "more than the 200 kB"},
		{name: "a file without end", answers: []http.HandlerFunc{endless}, asked: []string{""}, err: "longer than the 200 kB"},
		{name: "a web page", answers: []http.HandlerFunc{serve(`"v1"`, []byte("\n<!DOCTYPE html><html>moved</html>"))},
			asked: []string{""}, err: "a web page"},
		{name: "an empty file", answers: []http.HandlerFunc{serve(`"v1"`, nil)}, asked: []string{""}, err: "an empty file"},
		{name: "a damaged gzip file", answers: []http.HandlerFunc{serve(`"v1"`, []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03garbage"))},
			asked: []string{""}, err: "damaged gzip"},
	} {
		serving(t, c.name, c.answers, func(t *testing.T, s *server, opt Options) {
			dest := filepath.Join(t.TempDir(), "log.swf")
			_, err := Get(t.Context(), address+"/log.swf", dest, opt)
			if got := fmt.Sprintf("%q", s.asked); got != fmt.Sprintf("%q", c.asked) {
				t.Errorf("requests %s, want %q", got, c.asked)
			}
			var want []string
			switch {
			case c.err == "":
				if err != nil {
					t.Fatal(err)
				}
				if got, err := os.ReadFile(dest); err != nil || !bytes.Equal(got, whole) {
					t.Errorf("the file is not the server's (%d bytes, %v)", len(got), err)
				}
				want = []string{"log.swf"}
			case err == nil || !strings.Contains(err.Error(), c.err) || strings.Count(err.Error(), address) != 1:
				t.Errorf("error %v, want one that says %q and names the address once", err, c.err)
			case c.kept:
				want = []string{"log.swf.part", "log.swf.part.json"}
			}
			if got := files(t, dest); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("files %v, want %v", got, want)
			}
		})
	}
}

// address is where serving's client finds its server.
const address = "http://logs.example"

// serving runs a test against a server of its own, over pipes in place of a network and
// on a clock that moves only while both wait: 30 s without a byte take no time, and a
// slow machine does not look like a stall.
func serving(t *testing.T, name string, answers []http.HandlerFunc, f func(*testing.T, *server, Options)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s := &server{answers: answers}
			l := listener{calls: make(chan net.Conn), closed: make(chan struct{})}
			hs := http.Server{Handler: s}
			go hs.Serve(l)
			defer hs.Close()
			tr := &http.Transport{DialContext: l.dial}
			defer tr.CloseIdleConnections()
			opt := testOptions()
			opt.Client = &http.Client{Transport: tr}
			f(t, s, opt)
		})
	})
}

// A listener accepts what its dial calls.
type listener struct {
	calls  chan net.Conn
	closed chan struct{}
}

func (l listener) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	l.calls <- theirs
	return ours, nil
}

func (l listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.calls:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l listener) Close() error   { close(l.closed); return nil }
func (l listener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

func testOptions() Options {
	want := Log{Size: int64(len(whole)), SHA256: contentOf(whole).SHA256}
	return Options{
		Attempts: 3,
		MaxBytes: 200_000,
		Check: func(ctx context.Context, path string) error {
			c, err := Inspect(ctx, path)
			if err == nil {
				err = want.Matches(c)
			}
			return err
		},
	}
}

func contentOf(data []byte) Content {
	dir, err := os.MkdirTemp("", "fetch")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		panic(err)
	}
	c, err := Inspect(context.Background(), path)
	if err != nil {
		panic(err)
	}
	return c
}

func TestACancelledDownloadGoesOnInTheNextCall(t *testing.T) {
	serving(t, "", []http.HandlerFunc{stall(`"v1"`, whole), serve(`"v1"`, whole)}, func(t *testing.T, s *server, opt Options) {
		dest := filepath.Join(t.TempDir(), "log.swf")
		ctx, cancel := context.WithCancel(t.Context())
		opt.Progress = func(done, total int64) {
			if total != int64(len(whole)) {
				t.Errorf("progress says %d in all, want %d", total, len(whole))
			}
			if done >= half {
				cancel()
			}
		}
		_, err := Get(ctx, address, dest, opt)
		if err == nil || !strings.Contains(err.Error(), "stopped at 90 kB") || !strings.Contains(err.Error(), "kept in "+dest+".part") {
			t.Fatalf("error %v, want one that says where it stopped and what is kept", err)
		}
		if got := files(t, dest); len(got) != 2 || got[0] != "log.swf.part" {
			t.Fatalf("files %v, want the part and its note", got)
		}

		opt.Progress = nil
		res, err := Get(t.Context(), address, dest, opt)
		if err != nil {
			t.Fatal(err)
		}
		if want := (Result{Bytes: int64(len(whole)), Resumed: half, Attempts: 1}); res != want {
			t.Errorf("result %+v, want %+v", res, want)
		}
		if got, _ := os.ReadFile(dest); !bytes.Equal(got, whole) {
			t.Error("the file is not the server's")
		}
		if got := files(t, dest); len(got) != 1 {
			t.Errorf("files %v, want the log alone", got)
		}
	})
}

func TestAPartOfAnotherAddressIsNotUsed(t *testing.T) {
	serving(t, "", []http.HandlerFunc{serve(`"v1"`, whole)}, func(t *testing.T, s *server, opt Options) {
		dest := filepath.Join(t.TempDir(), "log.swf")
		os.WriteFile(dest+".part", other[:half], 0o644)
		os.WriteFile(dest+".part.json", []byte(`{"url":"http://elsewhere/","validator":"\"v1\""}`), 0o644)
		res, err := Get(t.Context(), address, dest, opt)
		if err != nil || res.Resumed != 0 {
			t.Fatalf("result %+v, %v; want a download from the first byte", res, err)
		}
		if got, _ := os.ReadFile(dest); !bytes.Equal(got, whole) {
			t.Error("the file is not the server's")
		}
	})
}

func TestAWholePartNeedsNoSecondDownload(t *testing.T) {
	complete := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", len(whole)))
		w.WriteHeader(416)
	}
	serving(t, "", []http.HandlerFunc{complete}, func(t *testing.T, s *server, opt Options) {
		dest := filepath.Join(t.TempDir(), "log.swf")
		os.WriteFile(dest+".part", whole, 0o644)
		os.WriteFile(dest+".part.json", []byte(`{"url":"`+address+`","validator":"\"v1\""}`), 0o644)
		res, err := Get(t.Context(), address, dest, opt)
		if err != nil || res.Resumed != int64(len(whole)) {
			t.Fatalf("result %+v, %v; want all of it taken over", res, err)
		}
	})
}

func TestGetRefusesWhatItCannotDo(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ url, dest, want string }{
		{"ftp://127.0.0.1/x", filepath.Join(dir, "x"), "not an http or https address"},
		{"127.0.0.1/x", filepath.Join(dir, "x"), "not an http or https address"},
		{"http://127.0.0.1:1/x", filepath.Join(dir, "no", "x"), "folder does not exist"},
		{"http://127.0.0.1:1/x", filepath.Join(dir, "x"), "gave up after 3 attempts"},
	} {
		opt := testOptions()
		opt.Backoff = time.Millisecond
		_, err := Get(t.Context(), c.url, c.dest, opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Get(%s, %s): %v, want %q", c.url, c.dest, err, c.want)
		}
	}
	if got := files(t, filepath.Join(dir, "x")); len(got) != 0 {
		t.Errorf("files %v were left behind", got)
	}
}

func TestRetryAfterIsHeeded(t *testing.T) {
	h := http.Header{}
	for value, want := range map[string]time.Duration{"": 0, "7": 7 * time.Second, "3600": time.Minute, "-1": 0, "tomorrow": 0} {
		h.Set("Retry-After", value)
		if got := retryAfter(h); got != want {
			t.Errorf("Retry-After %q: %s, want %s", value, got, want)
		}
	}
}

func TestContentRange(t *testing.T) {
	for _, c := range []struct {
		in          string
		from, total int64
		ok          bool
	}{
		{"bytes 100-199/200", 100, 200, true},
		{"bytes 0-9/*", 0, -1, true},
		{"bytes */200", 0, 200, true},
		{"", 0, 0, false},
		{"bytes 100", 0, 0, false},
		{"items 0-9/10", 0, 0, false},
		{"bytes x-9/10", 0, 10, false},
		{"bytes 0-9/-5", 0, 0, false},
	} {
		from, total, ok := contentRange(c.in)
		if ok != c.ok || ok && (from != c.from || total != c.total) {
			t.Errorf("contentRange(%q) = %d, %d, %t; want %d, %d, %t", c.in, from, total, ok, c.from, c.total, c.ok)
		}
	}
}

func files(t *testing.T, dest string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(dest))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
