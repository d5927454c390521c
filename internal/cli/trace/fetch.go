package trace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/fetch"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

type fetchFlags struct {
	list, force, unverified bool
	url, out                string
}

func fetchCommand(a *console.App) *cobra.Command {
	var f fetchFlags
	c := usage.New("trace fetch", func(c *cobra.Command, args []string) error {
		if f.list {
			return usage.Arguments(0, 0)(c, args)
		}
		return usage.Arguments(1, 1)(c, args)
	}, func(_ *cobra.Command, args []string) error {
		if f.list {
			return listLogs(a, f)
		}
		return download(a, args[0], f)
	}, "{archive}", fetch.Archive)
	c.ValidArgsFunction = usage.Completes(fetchNames)
	c.Flags().BoolVar(&f.list, "list", false, "list the logs")
	c.Flags().StringVarP(&f.out, "out", "o", "", "file or folder to write (default: the log's own name, here)")
	c.Flags().StringVar(&f.url, "url", fetch.Archive, "address of the archive or of a mirror")
	c.Flags().BoolVar(&f.force, "force", false, "download the file even if it is there already")
	c.Flags().BoolVar(&f.unverified, "unverified", false, "accept a log of another size or SHA-256")
	return a.WithJSON(c)
}

func fetchNames() []string {
	return console.Texts(fetch.All(), func(l fetch.Log) string { return l.Name })
}

func listLogs(a *console.App, f fetchFlags) error {
	var list []fetch.Log
	var rows console.Cells
	for _, l := range fetch.All() {
		sum := ""
		if l.SHA256 != "" {
			sum = "known"
		}
		rows.Add(l.Name, known(l.Jobs), known(l.Procs), l.Machine, l.File, sum)
		l.URL, l.Folder = l.Address(f.url), ""
		list = append(list, l)
	}
	return a.List(list, "lrrlll", "name|jobs|processors|machine|file|SHA-256", rows)
}

func known(n int) string {
	if n == 0 {
		return "-"
	}
	return numeral.Whole(n)
}

// A fetched describes a log and its download: the JSON of trace fetch.
type fetched struct {
	Name     string `json:"name"`
	File     string `json:"file"`
	URL      string `json:"url"`
	Bytes    int64  `json:"bytes"`   // of the file
	Resumed  int64  `json:"resumed"` // of these, from an earlier call
	Cached   bool   `json:"cached"`  // the file was there already
	Size     int64  `json:"size"`    // of the log, uncompressed
	SHA256   string `json:"sha256"`  // of the log, uncompressed
	Verified bool   `json:"verified"`
	Licence  string `json:"licence,omitempty"` // of a data set
	Cite     string `json:"cite,omitempty"`
	Map      string `json:"map,omitempty"`

	log *fetch.Log
}

func download(a *console.App, name string, f fetchFlags) error {
	l, ok := fetch.Find(name)
	if !ok {
		return usage.Unknown("log", name, fetchNames(), "backfill trace fetch --list")
	}
	dest := f.out
	if info, err := os.Stat(dest); dest == "" || err == nil && info.IsDir() {
		dest = filepath.Join(dest, l.File)
	}
	r := fetched{Name: l.Name, File: dest, URL: l.Address(f.url), Licence: l.Licence, Cite: l.Cite, Map: l.Map, log: l}

	if info, err := os.Stat(dest); err == nil && !f.force {
		content, err := fetch.Inspect(a.Context, dest)
		if err == nil && !f.unverified {
			err = l.Matches(content)
		}
		if err != nil {
			return fmt.Errorf("%s: the file exists, but %w; --force downloads it again", dest, err)
		}
		r.Bytes, r.Cached, r.Size, r.SHA256 = info.Size(), true, content.Size, content.SHA256
		r.Verified = l.SHA256 == content.SHA256
		return reportFetch(a, r, f)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", dest, err)
	}

	if r.URL == "" {
		return fmt.Errorf("%s is not downloaded here: %s, and put the file at %s", l.Name, l.ByHand, dest)
	}
	m := a.Meter(l.File, "bytes")
	got, err := fetch.Get(a.Context, r.URL, dest, fetch.Options{
		Progress: m.Set,
		Notice:   m.Note,
		Check: func(ctx context.Context, path string) error {
			content, err := fetch.Inspect(ctx, path)
			if err != nil {
				return err
			}
			r.Size, r.SHA256 = content.Size, content.SHA256
			if err := l.Matches(content); err != nil && !f.unverified {
				return fmt.Errorf("%w; if the archive has a new version of it, --unverified accepts it", err)
			}
			return nil
		},
	})
	m.Done()
	if err != nil && l.Folder == "" && a.Context.Err() == nil {
		return fmt.Errorf("%w; by hand: download it elsewhere, and put it at %s", err, dest)
	} else if err != nil {
		return err
	}
	r.Bytes, r.Resumed, r.Verified = got.Bytes, got.Resumed, l.SHA256 == r.SHA256
	return reportFetch(a, r, f)
}

func reportFetch(a *console.App, r fetched, f fetchFlags) error {
	if a.JSON {
		return a.PrintJSON(r)
	}
	state := "the checksum of the gzip file is right; this program does not know its SHA-256"
	if r.log.Folder == "" {
		state = "this program does not know its SHA-256"
	}
	if r.Verified {
		state = "the SHA-256 is as expected"
	}
	verb := "fetched"
	if r.Cached {
		verb = "already there"
	}
	fmt.Fprintf(a, "%s: %s, %s bytes; %s\nSHA-256 of the log: %s\n", r.File, verb, numeral.Whole(r.Bytes), state, r.SHA256)
	if l := r.log; l.Folder == "" {
		fmt.Fprintf(a, "licence: %s\nto cite: %s\nnote: %s\nread it with --map %s\n", l.Licence, l.Cite, l.ByHand, l.Map)
	}
	return nil
}
