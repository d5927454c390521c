package exact

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// The file of a refuted instance has a name that every file system takes.
func TestTheFileOfARefutedInstanceHasASafeName(t *testing.T) {
	for _, name := range []string{"a wide job", "../é/ü " + strings.Repeat("x", 300)} {
		if got := refutedFile(&exact.Instance{Name: name}, []byte("text")); strings.ContainsAny(got, "/ é") || len(got) > 130 {
			t.Errorf("the file's name is %q", got)
		}
	}
}
