package main

import (
	"bytes"
	"context"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestTheVersionSaysWhatWasBuilt(t *testing.T) {
	b := build{Version: "devel", Go: "go1.26", OS: "linux", Arch: "amd64"}
	if got, want := b.String(), "backfill devel (go1.26, linux/amd64)"; got != want {
		t.Errorf("without stamps %q, want %q", got, want)
	}
	b.read(&debug.BuildInfo{
		Main: debug.Module{Version: "v0.3.0"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
			{Key: "vcs.modified", Value: "true"},
		},
	})
	if got, want := b.String(), "backfill v0.3.0 (commit 0123456789ab, modified, go1.26, linux/amd64)"; got != want {
		t.Errorf("with stamps %q, want %q", got, want)
	}
}

func TestTheFlagPrintsWhatTheCommandDoes(t *testing.T) {
	var lines []string
	for _, args := range [][]string{{"--version"}, {"version"}} {
		var out, errs bytes.Buffer
		if code := Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 || errs.Len() > 0 {
			t.Fatalf("backfill %s exits with %d and says %s", args[0], code, &errs)
		}
		lines = append(lines, out.String())
	}
	want := "backfill " + version() + " ("
	if lines[0] != lines[1] || !strings.HasPrefix(lines[0], want) || !strings.HasSuffix(lines[0], runtime.GOARCH+")\n") {
		t.Errorf("backfill --version prints %q and backfill version %q, want %s...", lines[0], lines[1], want)
	}
}
