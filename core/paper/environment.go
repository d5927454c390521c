package paper

import (
	"fmt"
	"os"
	"path/filepath"
)

// TracesVariable is the environment variable that names the folder of logs.
const TracesVariable = "BACKFILL_TRACES"

// UserCache returns the cache in the user's cache folder, or if that cannot be made, one
// in memory and an error.
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
