package paper

import (
	"fmt"
	"os"
	"path/filepath"
)

// TracesVariable is the environment variable that names the folder of logs.
const TracesVariable = "BACKFILL_TRACES"

// Environment returns the Options that the command has without flags, so that
// a notebook finds what it has computed: the user's cache, if there can be one,
// and the logs in the folder that TracesVariable names, if it is set.
func Environment() Options {
	var opt Options
	opt.Cache, _ = UserCache()
	if dir := os.Getenv(TracesVariable); dir != "" {
		opt.Traces = os.DirFS(dir)
	}
	return opt
}

// UserCache returns the cache in the user's cache folder. Where there is no such
// folder, and none can be made, it returns one in memory, and an error.
func UserCache() (Cache, error) {
	base, err := os.UserCacheDir()
	if err == nil {
		dir := filepath.Join(base, "backfill", "papers")
		if err = os.MkdirAll(dir, 0o777); err == nil {
			return Folder(dir), nil
		}
	}
	return Memory(), fmt.Errorf("there is no place for a cache: %w", err)
}
