package buildinfo

import (
	"runtime/debug"
	"testing"
)

func TestTheVersionSaysWhatWasBuilt(t *testing.T) {
	b := Build{Version: "devel", Go: "go1.26", OS: "linux", Arch: "amd64"}
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
