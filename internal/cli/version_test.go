package cli

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
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

// A module that is a commit of years ago has no releases to wait for: SECURITY.md says what is done about it.
func TestOldModulesHaveAPlan(t *testing.T) {
	security, err := os.ReadFile("../../.github/SECURITY.md")
	must(t, err)
	linked, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}}{{end}}", "../../cmd/backfill").Output()
	must(t, err)
	commit := regexp.MustCompile(`(?m)^(\S+) \S+-(20\d\d)\d{10}-[0-9a-f]{12}$`)
	found := commit.FindAllStringSubmatch(string(linked), -1)
	if len(found) == 0 {
		t.Fatalf("no module is a commit: %s", linked)
	}
	for _, m := range found {
		if m[2] < "2024" && !strings.Contains(string(security), "| "+m[1]+" |") {
			t.Errorf("%s, a commit of %s, is not in the list of modules that nobody develops", m[1], m[2])
		}
	}
}
