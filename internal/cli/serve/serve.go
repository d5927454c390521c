// Package serve is backfill serve, which serves the browser page on this machine.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/page"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/wasm/web"
)

// Command is backfill serve.
func Command(a *console.App) *cobra.Command {
	var addr, dir string
	var names []string
	var open bool
	c := usage.New("serve", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
		h, err := pageOf(dir)
		if err != nil {
			return err
		}
		return listen(a, addr, names, h, open)
	})
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:8080", "address to listen on")
	c.Flags().StringSliceVar(&names, "host", nil, "names of this machine under which the page may be opened besides localhost; * allows any")
	c.Flags().BoolVar(&open, "open", false, "open the page in the browser")
	c.Flags().StringVar(&dir, "dir", "", "serve the page from this folder, not the one built in; links out of it are not followed")
	return c
}

// listen answers requests on addr, for this machine under these names, until the call is stopped, then lets those
// under way end.
func listen(a *console.App, addr string, names []string, h http.Handler, open bool) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return fmt.Errorf("cannot listen on %s: %w; give another address with --addr; 127.0.0.1:0 takes a free port", addr, err)
	}
	url := "http://" + l.Addr().String() + "/"
	if tcp, ok := l.Addr().(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		url = fmt.Sprintf("http://localhost:%d/", tcp.Port)
	}
	fmt.Fprintf(a, "serving %s until Ctrl-C\n", url)
	if open {
		if err := browse(url); err != nil {
			fmt.Fprintf(a.Err, "backfill: the browser cannot be opened (%v): open %s by hand\n", err, url)
		}
	}
	s := &http.Server{Handler: only(names, l.Addr(), h), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-a.Context.Done():
	}
	patience, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := s.Shutdown(patience); err != nil {
		return s.Close()
	}
	return nil
}

// browse opens url in the user's browser and does not wait for it.
func browse(url string) error {
	var c *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		c = exec.Command("open", url)
	case "windows":
		c = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	default:
		c = exec.Command("xdg-open", url)
	}
	if err := c.Start(); err != nil {
		return err
	}
	go c.Wait()
	return nil
}

// pageOf returns the browser page in dir, the built-in one for "".
func pageOf(dir string) (*page.Handler, error) {
	if dir != "" {
		root, err := os.OpenRoot(dir)
		if err != nil {
			return nil, console.ReadError(dir, err)
		}
		h, err := page.New(root.FS())
		if errors.Is(err, page.ErrNotBuilt) {
			err = fmt.Errorf("%s: no index.html or index.html.br in it", dir)
		}
		return h, err
	}
	files, built := web.FS()
	if !built {
		return nil, errors.New("the page is not built into this program; in a checkout, make serve builds and serves it")
	}
	return page.New(files)
}
