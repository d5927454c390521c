package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	neturl "net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Options say how Get downloads. The zero value is the stated default.
type Options struct {
	Client   *http.Client  // nil: one with http.DefaultTransport
	Attempts int           // 0: 6, the first and five more
	Stall    time.Duration // an attempt ends when no byte came for this long; 0: 30 s
	Backoff  time.Duration // before the second attempt, doubled before each further one; 0: 1 s
	MaxBytes int64         // the largest file taken; 0: 4 GiB

	Progress func(done, total int64)                      // total is -1 where the server does not say; may be nil
	Notice   func(format string, args ...any)             // tells the user what is tried again and why; may be nil
	Check    func(ctx context.Context, path string) error // accepts the downloaded file; nil: any file
}

func (o *Options) defaults() {
	if o.Client == nil {
		o.Client = &http.Client{}
	}
	if o.Attempts == 0 {
		o.Attempts = 6
	}
	if o.Stall == 0 {
		o.Stall = 30 * time.Second
	}
	if o.Backoff == 0 {
		o.Backoff = time.Second
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 4 << 30
	}
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	if o.Notice == nil {
		o.Notice = func(string, ...any) {}
	}
	if o.Check == nil {
		o.Check = func(context.Context, string) error { return nil }
	}
}

// A Result tells how a download went.
type Result struct {
	Bytes    int64 // length of the file
	Resumed  int64 // of these, taken over from an earlier call that broke off
	Attempts int   // requests made
}

// Get downloads url to the file dest. While it runs, what has arrived is in
// dest.part; a call that is cancelled or gives up on a bad network leaves it
// there and the next call goes on from it, if the server says with a validator
// (ETag, Last-Modified) that the file is still the same one. dest itself
// appears only when the file is whole and Check accepts it; an answer that
// will not get better (404, a file that Check refuses) leaves nothing.
func Get(ctx context.Context, url, dest string, opt Options) (Result, error) {
	opt.defaults()
	if u, err := neturl.Parse(url); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return Result{}, fmt.Errorf("%s: not an http or https address", url)
	}
	p, err := openPart(dest, url)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	res := Result{Resumed: p.kept}

	wait, afresh := opt.Backoff, false
	for {
		res.Attempts++
		err := attempt(ctx, p, url, &opt)
		res.Resumed = min(res.Resumed, p.kept)
		if err == nil {
			err = opt.Check(ctx, p.path())
			if err == nil {
				res.Bytes = p.size
				return res, p.publish()
			}
			if ctx.Err() == nil && (p.spliced || !p.measured) && !afresh {
				// Two halves of what were two files after all, or a file cut
				// where nobody could see it: once more, from its first byte.
				afresh = true
				opt.Notice("what arrived is not the expected file (%v): downloading it afresh", err)
				if err := p.restart(); err != nil {
					return res, err
				}
				continue
			}
		}
		if ctx.Err() != nil {
			return res, fmt.Errorf("%s: stopped at %s; %s", url, byteCount(p.size), p.keep())
		}
		var again *transient
		if !errors.As(err, &again) {
			p.discard()
			return res, fmt.Errorf("%s: %w", url, err)
		}
		if res.Attempts >= opt.Attempts {
			return res, fmt.Errorf("%s: gave up after %d attempts: %w; %s", url, res.Attempts, again.err, p.keep())
		}
		pause := max(wait, again.after)
		opt.Notice("%v at %s: attempt %d of %d in %s", again.err, byteCount(p.size), res.Attempts+1, opt.Attempts, pause.Round(time.Millisecond))
		if err := sleep(ctx, pause); err != nil {
			return res, fmt.Errorf("%s: stopped at %s; %s", url, byteCount(p.size), p.keep())
		}
		wait = min(2*wait, time.Minute)
	}
}

// A transient error may pass when the request is made again.
type transient struct {
	err   error
	after time.Duration // what the server asked to wait, at most a minute
}

func (t *transient) Error() string { return t.err.Error() }
func (t *transient) Unwrap() error { return t.err }

// attempt makes one request for what p still lacks and appends the answer.
func attempt(ctx context.Context, p *part, url string, opt *Options) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := fmt.Errorf("no byte came for %s", opt.Stall)
	watch := time.AfterFunc(opt.Stall, func() { cancel(stalled) })
	defer watch.Stop()

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// The file is wanted as it is stored: no compression on the way, whose
	// ranges would not be ranges of the file.
	req.Header.Set("Accept-Encoding", "identity")
	if p.size > 0 && p.Validator == "" {
		if err := p.restart(); err != nil { // going on might mix two versions
			return err
		}
	}
	if p.size > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", p.size))
		req.Header.Set("If-Range", p.Validator)
	}
	resp, err := opt.Client.Do(req)
	if err != nil {
		return failed(ctx, err)
	}
	defer resp.Body.Close()
	total, err := begin(p, resp)
	if err != nil {
		return err
	}
	if total > opt.MaxBytes {
		return fmt.Errorf("the server announces %s, more than the %s that are taken", byteCount(total), byteCount(opt.MaxBytes))
	}
	if p.size == total {
		return nil
	}

	opt.Progress(p.size, total)
	buf := make([]byte, 64<<10)
	for {
		n, rerr := resp.Body.Read(buf)
		if n > 0 {
			watch.Reset(opt.Stall)
			if p.size+int64(n) > opt.MaxBytes {
				return fmt.Errorf("the file is longer than the %s that are taken", byteCount(opt.MaxBytes))
			}
			if err := p.append(buf[:n]); err != nil {
				return err
			}
			opt.Progress(p.size, total)
		}
		switch {
		case rerr == io.EOF && total >= 0 && p.size != total:
			return &transient{err: fmt.Errorf("the connection ended at %d of %d bytes", p.size, total)}
		case rerr == io.EOF:
			return nil
		case rerr != nil:
			return failed(ctx, rerr)
		}
	}
}

// begin looks at the head of an answer, makes p ready for its body and returns
// the length of the whole file, or -1 where the server does not say.
func begin(p *part, resp *http.Response) (total int64, err error) {
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		// The whole file: the first request, a server that ignores Range, or a
		// file that is no longer the one p has the beginning of.
		if err := p.restart(); err != nil {
			return 0, err
		}
		p.measured = resp.ContentLength >= 0
		return resp.ContentLength, p.describe(validator(resp.Header))
	case code == http.StatusPartialContent:
		from, total, ok := contentRange(resp.Header.Get("Content-Range"))
		if v := validator(resp.Header); !ok || from != p.size || v != "" && v != p.Validator {
			if err := p.restart(); err != nil {
				return 0, err
			}
			return 0, &transient{err: errors.New("the server answered with another range than was asked for")}
		}
		p.spliced, p.measured = true, total >= 0
		return total, nil
	case code == http.StatusRequestedRangeNotSatisfiable && p.size > 0:
		if _, total, ok := contentRange(resp.Header.Get("Content-Range")); ok && total == p.size {
			p.measured = true
			return total, nil // all of it was there already
		}
		if err := p.restart(); err != nil {
			return 0, err
		}
		return 0, &transient{err: errors.New("the file has become shorter than what was there of it")}
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests, code >= 500:
		return 0, &transient{err: fmt.Errorf("the server answered %s", resp.Status), after: retryAfter(resp.Header)}
	case code == http.StatusNotFound, code == http.StatusGone:
		return 0, fmt.Errorf("the server has no such file (%s)", resp.Status)
	default:
		return 0, fmt.Errorf("the server answered %s", resp.Status)
	}
}

// failed turns a network error into a transient one, naming a stall as such.
func failed(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	var ue *neturl.Error
	if errors.As(err, &ue) {
		err = ue.Err // without the address, which the caller names
	}
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound, errors.As(err, &cert):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the connection broke off")
	}
	return &transient{err: err}
}

// validator returns what identifies this version of the file for If-Range: a
// strong ETag or a date, or "" if the server gives neither.
func validator(h http.Header) string {
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return h.Get("Last-Modified")
}

// contentRange reads "bytes 100-199/200" and "bytes */200"; total is -1 for
// an unknown length.
func contentRange(s string) (from, total int64, ok bool) {
	s, found := strings.CutPrefix(s, "bytes ")
	span, size, slash := strings.Cut(s, "/")
	if !found || !slash {
		return 0, 0, false
	}
	total = -1
	if size != "*" {
		n, err := strconv.ParseInt(size, 10, 64)
		if err != nil || n < 0 {
			return 0, 0, false
		}
		total = n
	}
	if span == "*" {
		return 0, total, true
	}
	first, _, dash := strings.Cut(span, "-")
	from, err := strconv.ParseInt(first, 10, 64)
	return from, total, dash && err == nil && from >= 0
}

func retryAfter(h http.Header) time.Duration {
	s, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || s < 0 {
		return 0
	}
	return time.Duration(min(s, 60)) * time.Second
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func byteCount(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d bytes", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
}

// removeQuietly removes files that may not be there.
func removeQuietly(paths ...string) {
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			continue // a leftover is a nuisance, not a failure of the download
		}
	}
}
