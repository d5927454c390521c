package paper

import (
	"fmt"
	"os"
	"path/filepath"
)

// TracesVariable is the environment variable that names the folder of logs.
const TracesVariable = "BACKFILL_TRACES"

// UserCache returns the cache in the user's cache folder, as Folder does, or if that cannot be
// made, one in memory and an error.
func UserCache(damaged func(file string)) (Cache, error) {
	dir, err := UserCacheFolder()
	if err == nil {
		if err = os.MkdirAll(dir, 0o777); err == nil {
			return Folder(dir, damaged), nil
		}
	}
	return Memory(), fmt.Errorf("there is no place for a cache: %w", err)
}

// UserCacheFolder returns the folder of UserCache, which may not be there yet.
func UserCacheFolder() (string, error) {
	base, err := os.UserCacheDir()
	return filepath.Join(base, "backfill", "papers"), err
}
