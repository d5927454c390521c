package serve

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

func get(h http.Handler, host, path string) int {
	r := httptest.NewRequest("GET", "http://localhost"+path, nil)
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code
}

// A folder's links lead to its own files only, whatever they are links of.
func TestNoLinkLeadsOutOfTheFolder(t *testing.T) {
	out, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{filepath.Join(out, "secret.txt"): "secret", filepath.Join(dir, "index.html"): "page"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"link.txt": filepath.Join(out, "secret.txt"), "folder": out, "up": "..", "inside.html": "index.html",
		"packed.txt.br": filepath.Join(out, "secret.txt"), "twice": "link.txt",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	h, err := pageOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	up, _ := filepath.Rel(filepath.Dir(dir), out)
	for path, want := range map[string]int{"/": 200, "/inside.html": 200, "/link.txt": 404, "/folder/secret.txt": 404, "/packed.txt": 404,
		"/twice": 404, "/up/" + filepath.ToSlash(up) + "/secret.txt": 404, "/../secret.txt": 404, "/%2e%2e/secret.txt": 404} {
		if got := get(h, "localhost", path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

func TestThePageAnswersToThisMachinesNames(t *testing.T) {
	page := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	here, everywhere := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, &net.TCPAddr{IP: net.IPv6zero, Port: 8080}
	for _, c := range []struct {
		host  string
		names []string
		addr  net.Addr
		want  int
	}{
		{"localhost:8080", nil, here, 200}, {"LOCALHOST", nil, here, 200}, {"127.0.0.1:8080", nil, here, 200}, {"[::1]:8080", nil, here, 200},
		{"127.9.9.9", nil, here, 200}, {"evil.example:8080", nil, here, 421}, {"localhost.evil.example", nil, here, 421}, {"", nil, here, 421},
		{"192.0.2.1:8080", nil, here, 421}, {"192.0.2.1:8080", nil, everywhere, 200}, {"lab.example", nil, everywhere, 421},
		{"lab.example:8080", []string{"Lab.example"}, everywhere, 200}, {"any.example", []string{"*"}, here, 200},
		{"other.example", []string{"lab.example"}, here, 421},
	} {
		if got := get(only(c.names, c.addr, page), c.host, "/"); got != c.want {
			t.Errorf("%q with names %v on %s: %d, want %d", c.host, c.names, c.addr, got, c.want)
		}
	}
}
