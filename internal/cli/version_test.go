package cli

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
)

func TestTheFlagPrintsWhatTheCommandDoes(t *testing.T) {
	var lines []string
	for _, args := range [][]string{{"--version"}, {"version"}} {
		var out, errs bytes.Buffer
		if code := Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 || errs.Len() > 0 {
			t.Fatalf("backfill %s exits with %d and says %s", args[0], code, &errs)
		}
		lines = append(lines, out.String())
	}
	want := "backfill " + buildinfo.Version() + " ("
	if lines[0] != lines[1] || !strings.HasPrefix(lines[0], want) || !strings.HasSuffix(lines[0], runtime.GOARCH+")\n") {
		t.Errorf("backfill --version prints %q and backfill version %q, want %s...", lines[0], lines[1], want)
	}
}
