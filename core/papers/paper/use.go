package paper

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// A Use is what a folder of cached results holds.
type Use struct {
	Runs   int
	Bytes  int64
	Void   int       // of Runs, those of another version of results, which nothing reads any more
	Oldest time.Time // zero if there is no run
	Newest time.Time
}

// UseOf looks at every run in the folder of a cache, and calls see, if not nil, for each. It is
// an error if that fails or see does.
func UseOf(path string, see func(file string, void bool, at time.Time) error) (u Use, err error) {
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // another process cleans, too
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".json") {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		data, err := bounded.ReadFile(file, bounded.Most)
		if err != nil {
			return err
		}
		var e struct{ Run struct{ Version string } }
		content, _, _ := sealed.Open(data) // what is damaged is set aside when it is read
		json.Unmarshal(content, &e)        // what a run that is not over has saved is no entry
		void := e.Run.Version != "" && e.Run.Version != experiment.Version()
		at := info.ModTime()
		u.Runs++
		u.Bytes += info.Size()
		if void {
			u.Void++
		}
		if u.Oldest.IsZero() || at.Before(u.Oldest) {
			u.Oldest = at
		}
		if at.After(u.Newest) {
			u.Newest = at
		}
		if see == nil {
			return nil
		}
		return see(file, void, at)
	})
	if err != nil {
		err = fmt.Errorf("the cache %s: %w", path, err)
	}
	return u, err
}
