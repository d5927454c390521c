package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func cleanCommand(a *console.App) *cobra.Command {
	var failed, rows, papers bool
	var c cacheFlags
	cmd := usage.New("sweep clean", usage.Arguments(0, 1), func(_ *cobra.Command, args []string) error {
		switch {
		case papers && len(args) > 0 || !papers && (c != cacheFlags{}):
			return usage.Errorf("--papers, --cache, --older and --dry-run are for the cache of backfill paper: leave out the folder, or them")
		case papers:
			return cleanCache(a, &c)
		case len(args) == 0:
			return usage.Errorf("the folder of a sweep is missing; see backfill sweep clean --help")
		}
		p, store, err := results.OpenSweep(a, args[0])
		if err != nil {
			return err
		}
		return clean(a, p, store, failed, rows)
	})
	fl := usage.Ordered(cmd)
	fl.BoolVar(&failed, "failed", false, "also remove the records of failed runs, so that they are tried again")
	fl.BoolVar(&rows, "rows", false, "also remove the records of runs whose rows are not there or damaged, so that they are done again")
	fl.BoolVar(&papers, "papers", false, "clean the cache of backfill paper instead")
	fl.StringVar(&c.dir, "cache", "", "--papers: its folder (default: backfill in the user's cache)")
	fl.DurationVar(&c.older, "older", 0, "--papers: also remove what is older")
	fl.BoolVar(&c.dry, "dry-run", false, "--papers: remove nothing")
	return a.WithJSON(cmd)
}

type cacheFlags struct {
	dir   string
	older time.Duration
	dry   bool
}

func cleanCache(a *console.App, f *cacheFlags) error {
	dir := f.dir
	if dir == "" {
		var err error
		if dir, err = paper.UserCacheFolder(); err != nil {
			return fmt.Errorf("the user has no cache folder: %w; name one with --cache", err)
		}
	}
	type cache struct {
		Dir     string `json:"dir"`
		Runs    int    `json:"runs"`
		Bytes   int64  `json:"bytes"`
		Void    int    `json:"void"` // runs of another version
		Removed int    `json:"removed"`
	}
	v := cache{Dir: dir}
	use, err := paper.UseOf(dir, func(file string, void bool, at time.Time) error {
		if f.dry || !void && (f.older <= 0 || time.Since(at) < f.older) {
			return a.Context.Err()
		}
		v.Removed++
		return os.Remove(file)
	})
	if err != nil {
		return err
	}
	v.Runs, v.Bytes, v.Void = use.Runs, use.Bytes, use.Void
	return a.Show(v, func() {
		fmt.Fprintf(a, "%s: %s, %.1f MB", dir, numeral.Plural(v.Runs, "run"), float64(v.Bytes)/1e6)
		if v.Runs > 0 {
			fmt.Fprintf(a, ", from %s to %s", use.Oldest.Format(minute), use.Newest.Format(minute))
		}
		fmt.Fprintf(a, "; %s of another version of backfill; %s removed\n", numeral.Whole(v.Void), numeral.Whole(v.Removed))
	})
}

func clean(a *console.App, p *sweep.Plan, store *sweep.Store, failed, rows bool) error {
	before := folderSize(p.Dir)
	if err := p.Clean(store, func(d sweep.Digest, r *sweep.Result) bool {
		return !(failed && r.Error != "") && !(rows && !hasRows(p, d, r))
	}); err != nil {
		return err
	}
	after := folderSize(p.Dir)
	type cleaned struct {
		Before int64 `json:"bytes_before"`
		After  int64 `json:"bytes_after"`
	}
	return a.Show(cleaned{before, after}, func() {
		fmt.Fprintf(a, "%s: %.1f MB removed, %.1f MB stay\n", p.Dir, float64(before-after)/1e6, float64(after)/1e6)
	})
}

// hasRows tells whether the rows that a result names are there as they were written.
func hasRows(p *sweep.Plan, d sweep.Digest, r *sweep.Result) bool {
	if r.Error != "" {
		return true
	}
	for _, s := range p.Tables {
		want := r.Files[s.Name]
		if want == "" {
			continue
		}
		f, err := bounded.Open(p.RowsFile(d, s))
		if err != nil {
			return false
		}
		got, err := experiment.SHA256Of(f)
		f.Close()
		if err != nil || got != want {
			return false
		}
	}
	return true
}

// folderSize returns the bytes of the files in a folder.
func folderSize(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be read is not counted
		}
		if info, err := d.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}
