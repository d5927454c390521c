package paper

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
)

// Only entries of another version are void: not those of this one, nor what a run that is not
// over has saved.
func TestTheUseOfACacheIsCounted(t *testing.T) {
	dir := t.TempDir()
	c := Folder(dir, nil)
	for digest, data := range map[string]string{
		"aa1": fmt.Sprintf(`{"run":{"version":%q},"summary":{}}`, experiment.Version()),
		"aa2": `{"run":{"version":"0123456789ab"},"summary":{}}`,
		"bb3": "saved by a run",
	} {
		if err := c.Put(digest, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	var void []string
	u, err := UseOf(dir, func(file string, is bool, at time.Time) error {
		if is {
			void = append(void, file)
		}
		return os.Remove(file)
	})
	if err != nil || u.Runs != 3 || u.Void != 1 || len(void) != 1 || u.Bytes < 80 || u.Newest.Before(u.Oldest) {
		t.Errorf("%+v, void %v, %v", u, void, err)
	}
	if u, err := UseOf(dir, nil); err != nil || u != (Use{}) {
		t.Errorf("an empty cache: %+v, %v", u, err)
	}
	enough := errors.New("enough")
	c.Put("aa1", nil)
	if _, err := UseOf(dir, func(string, bool, time.Time) error { return enough }); !errors.Is(err, enough) {
		t.Error(err)
	}
}
