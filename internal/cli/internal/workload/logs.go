package workload

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// Open opens a log that an experiment names: see find.
func (in *Input) Open(name string) (io.ReadCloser, error) {
	if name == console.Stdio {
		r := in.App.In
		if in.piped != nil {
			r = in.piped.read()
		}
		return arrowio.NewLog(console.Reader(in.App.Context, r), nil), nil
	}
	path, err := in.find(name)
	if err != nil {
		return nil, err
	}
	return in.openAt(path)
}

// packed is how much larger a log is than its form in gzip.
const packed = 6

// openTwice is open for a large log that can be opened again; else its error is trace.ErrWhole.
func (in *Input) openTwice(name string) (io.ReadCloser, error) {
	if name == console.Stdio {
		var err error
		if in.piped, err = readPiped(in.App); err != nil {
			return nil, err
		}
		if !in.piped.large() {
			return nil, trace.ErrWhole
		}
		return in.Open(name)
	}
	path, err := in.find(name)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil {
		size := info.Size()
		if filepath.Ext(path) == ".gz" {
			size *= packed
		}
		if !info.Mode().IsRegular() || max(size, arrowio.Rows(path)*bytesOfRow) < LargeFrom {
			return nil, trace.ErrWhole
		}
	}
	return in.openAt(path)
}

// LogPath returns where the log is that was opened last.
func (in *Input) LogPath() string { return in.log }

// OpenFile is open for a log that a sweep copies: it is read twice, so that a pipe will not do.
func (in *Input) OpenFile(name string) (io.ReadCloser, error) {
	path, err := in.find(name)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); name == console.Stdio || err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: a sweep copies its logs, which must be files: write it to one first", name)
	}
	return in.openAt(path)
}

func (in *Input) openAt(path string) (io.ReadCloser, error) {
	f, err := console.Open(path)
	if err != nil {
		return nil, err
	}
	in.log = path
	return arrowio.NewLog(console.Reader(in.App.Context, f), f), nil
}

// find returns the path of a log that an experiment names: in the folder of the experiment's
// own file, else from the current one. If the experiment has the log's SHA-256, only a log
// with that will do, and one that was moved or renamed is found by it: beside the experiment,
// in the folder above, in the current one, or among the logs in BACKFILL_TRACES.
func (in *Input) find(name string) (string, error) {
	beside := name
	if !filepath.IsAbs(name) {
		beside = filepath.Join(in.Folder, name)
	}
	named := []string{beside, name}
	want := in.Spec.Workload.SHA256
	if want == "" {
		if console.Exists(beside) {
			return beside, nil
		}
		return name, nil
	}
	folders := []string{cmp.Or(in.Folder, "."), filepath.Join(in.Folder, ".."), "."}
	if traces := os.Getenv("BACKFILL_TRACES"); traces != "" {
		folders = append(folders, traces)
	}
	for _, path := range slices.Concat(named, logsIn(folders, filepath.Base(name))) {
		if in.App.Context.Err() != nil {
			return "", in.App.Context.Err()
		}
		if got, err := in.sha256Of(path); err == nil && got == want {
			return path, nil
		}
	}
	for _, path := range named {
		if _, err := os.Stat(path); err == nil {
			return "", fmt.Errorf("%s: the log has changed since these results were written (its SHA-256 was %.12s...): "+
				"put the old one back, or run the log itself again", name, want)
		}
	}
	return "", fmt.Errorf("%s: no such file, and no log with SHA-256 %.12s... in %s: put it beside the results",
		name, want, strings.Join(console.Texts(slices.Compact(folders), filepath.Clean), ", "))
}

// mostLogs bounds the files that are looked at for a log that was renamed.
const mostLogs = 100

// logsIn returns files that may be a log of that name: those of the name first, then others
// with the same ending.
func logsIn(folders []string, name string) (paths []string) {
	for _, folder := range folders {
		paths = append(paths, filepath.Join(folder, name))
	}
	for _, folder := range folders {
		entries, _ := os.ReadDir(folder) // a folder that cannot be read has none
		for _, e := range entries {
			if e.Type().IsRegular() && e.Name() != name && filepath.Ext(e.Name()) == filepath.Ext(name) && len(paths) < mostLogs {
				paths = append(paths, filepath.Join(folder, e.Name()))
			}
		}
	}
	return paths
}

// sha256Of returns the SHA-256 of a file, and an error if it is none that can be read twice.
func (in *Input) sha256Of(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: this is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return experiment.SHA256Of(console.Reader(in.App.Context, f))
}

// SpecFor returns the experiment, whose workload is loaded, as results in a folder have it.
func (in *Input) SpecFor(folder string) experiment.Spec {
	if in.log == "" || folder == "" {
		return in.Spec.Kept("", "")
	}
	sha256, err := in.sha256Of(in.log)
	if err != nil {
		return in.Spec // a pipe
	}
	if folder == console.Stdio {
		return in.Spec.Kept(in.log, sha256)
	}
	return in.Spec.Kept(arrowio.PathFrom(folder, in.log), sha256)
}

// pipedMemory is the number of bytes of standard input that stay in memory. What a pipe has more goes to a temporary file.
const pipedMemory = 1 << 20

// A piped is what came through standard input, to be read as often as one likes.
type piped struct {
	head []byte
	rest *scratch.File // or nil
	size int64         // of rest
}

// readPiped reads all of standard input.
func readPiped(a *console.App) (*piped, error) {
	r := console.Reader(a.Context, a.In)
	head, err := io.ReadAll(io.LimitReader(r, pipedMemory))
	if err != nil || len(head) < pipedMemory {
		return &piped{head: head}, err
	}
	f, err := scratch.Open("stdin")
	if err != nil {
		return nil, fmt.Errorf("standard input: a temporary file cannot be made: %w; TMPDIR can name another folder", err)
	}
	p := &piped{head: head, rest: f}
	if p.size, err = io.Copy(f, r); err != nil {
		f.Close()
		if a.Context.Err() == nil {
			err = fmt.Errorf("standard input: its copy in a temporary file cannot be written: %w; TMPDIR can name a folder with more room", err)
		}
		return nil, err
	}
	return p, nil
}

// read returns a reader of all.
func (p *piped) read() io.Reader {
	if p.rest == nil {
		return bytes.NewReader(p.head)
	}
	return io.MultiReader(bytes.NewReader(p.head), io.NewSectionReader(p.rest, 0, p.size))
}

// large tells whether it has as many bytes as a log that is streamed.
func (p *piped) large() bool {
	size := int64(len(p.head)) + p.size
	if bytes.HasPrefix(p.head, []byte("\x1f\x8b")) {
		size *= packed
	}
	return size >= LargeFrom
}

func (p *piped) Close() error {
	if p.rest == nil {
		return nil
	}
	return p.rest.Close()
}
