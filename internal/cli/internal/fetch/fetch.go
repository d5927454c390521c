package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
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
	Attempts int           // including the first; 0: 6
	Stall    time.Duration // time without a byte that ends an attempt; 0: 30 s
	Backoff  time.Duration // before the second attempt, doubled before each further one; 0: 1 s
	MaxBytes int64         // largest file accepted; 0: 4 GiB

	Progress func(done, total int64)                      // total is -1 if unknown; may be nil
	Notice   func(format string, args ...any)             // tells the user of another attempt and its reason; may be nil
	Check    func(ctx context.Context, path string) error // accepts the downloaded file; nil: any file
}

func (o *Options) defaults() {
	if o.Client == nil {
		o.Client = &http.Client{}
	}
	o.Attempts, o.MaxBytes = cmp.Or(o.Attempts, 6), cmp.Or(o.MaxBytes, 4<<30)
	o.Stall, o.Backoff = cmp.Or(o.Stall, 30*time.Second), cmp.Or(o.Backoff, time.Second)
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

// A Result describes a download.
type Result struct {
	Bytes    int64 // length of the file
	Resumed  int64 // part of Bytes from earlier calls
	Attempts int   // requests made
}

// Get downloads url to the file dest, through dest.part. A call that is cancelled or
// gives up on a bad network leaves dest.part, and the next call continues it if a
// validator of the server (ETag, Last-Modified) says that the file is still the same.
// dest appears only when the file is whole and Check accepts it. An answer that will
// not improve (404, a file that Check refuses) leaves nothing.
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
				// Halves of two different files, or a file cut without notice:
				// try once more from the first byte.
				afresh = true
				opt.Notice("this is not the expected file (%v): downloading it afresh", err)
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
		opt.Notice("%v at %s: attempt %d of %d in %s",
			again.err, byteCount(p.size), res.Attempts+1, opt.Attempts, pause.Round(time.Millisecond))
		select {
		case <-time.After(pause):
		case <-ctx.Done(): // the next attempt fails at once
		}
		wait = min(2*wait, time.Minute)
	}
}

// A transient error may not come again with another request.
type transient struct {
	err   error
	after time.Duration // that the server asks to wait; at most a minute
}

func (t *transient) Error() string { return t.err.Error() }
func (t *transient) Unwrap() error { return t.err }

// attempt requests the rest of p once and appends the answer.
func attempt(ctx context.Context, p *part, url string, opt *Options) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(opt.Stall, func() { cancel(fmt.Errorf("no byte came for %s", opt.Stall)) })
	defer watch.Stop()

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// No compression on the way: its ranges would not be ranges of the file.
	req.Header.Set("Accept-Encoding", "identity")
	switch {
	case p.size > 0 && p.Validator == "": // the rest might be of another version
		if err := p.restart(); err != nil {
			return err
		}
	case p.size > 0:
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
		return fmt.Errorf("the server announces %s, more than the %s allowed", byteCount(total), byteCount(opt.MaxBytes))
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
				return fmt.Errorf("the file is longer than the %s allowed", byteCount(opt.MaxBytes))
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

// begin reads the head of an answer, prepares p for its body, and returns the length of
// the whole file, -1 if unknown.
func begin(p *part, resp *http.Response) (total int64, err error) {
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		// The whole file: this is the first request, the server ignores Range, or p
		// begins another version.
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
			return 0, &transient{err: errors.New("the server answered with the wrong range")}
		}
		p.spliced, p.measured = true, total >= 0
		return total, nil
	case code == http.StatusRequestedRangeNotSatisfiable && p.size > 0:
		if _, total, ok := contentRange(resp.Header.Get("Content-Range")); ok && total == p.size {
			p.measured = true
			return total, nil // p was complete
		}
		if err := p.restart(); err != nil {
			return 0, err
		}
		return 0, &transient{err: errors.New("the file has become shorter than the part already here")}
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests, code >= 500:
		return 0, &transient{err: fmt.Errorf("the server answered %s", resp.Status), after: retryAfter(resp.Header)}
	case code == http.StatusNotFound, code == http.StatusGone:
		return 0, fmt.Errorf("the server has no such file (%s)", resp.Status)
	default:
		return 0, fmt.Errorf("the server answered %s", resp.Status)
	}
}

// failed makes a network error transient, unless another attempt cannot help, and
// names a stall.
func failed(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	var ue *neturl.Error
	if errors.As(err, &ue) {
		err = ue.Err // the caller names the address
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

// validator returns the version of the file for If-Range: a strong ETag or a date, or
// "" if the server gives neither.
func validator(h http.Header) string {
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return h.Get("Last-Modified")
}

// contentRange reads "bytes 100-199/200" and "bytes */200"; total is -1 if unknown.
func contentRange(s string) (from, total int64, ok bool) {
	s, found := strings.CutPrefix(s, "bytes ")
	span, size, slash := strings.Cut(s, "/")
	if size == "*" {
		total = -1
	} else if n, err := strconv.ParseUint(size, 10, 63); err != nil {
		return 0, 0, false
	} else {
		total = int64(n)
	}
	if !found || !slash {
		return 0, 0, false
	}
	if span == "*" {
		return 0, total, true
	}
	first, _, dash := strings.Cut(span, "-")
	n, err := strconv.ParseUint(first, 10, 63)
	return int64(n), total, dash && err == nil
}

func retryAfter(h http.Header) time.Duration {
	s, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || s < 0 {
		return 0
	}
	return time.Duration(min(s, 60)) * time.Second
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

// removeQuietly removes files. A file that stays is a nuisance, not an error.
func removeQuietly(paths ...string) {
	for _, path := range paths {
		os.Remove(path)
	}
}
