// Package buildinfo says what this program was built from.
package buildinfo

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
)

// release is a release's tag, which the linker sets.
var release string

// A Build describes what a program was built from, and for which system.
type Build struct {
	Version  string `json:"version"`            // a release's tag, a pseudo-version, or "devel"
	Commit   string `json:"commit,omitempty"`   // of the checkout that it was built in
	Modified bool   `json:"modified,omitempty"` // that checkout had changes
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Results  string `json:"results"` // experiment.Version: programs with the same one compute the same

	SchemaVersion int `json:"schema_version"` // of result files, see result.SchemaVersion
}

func (b Build) String() string {
	from := ""
	if b.Commit != "" {
		from = "commit " + b.Commit + ", "
	}
	if b.Modified {
		from += "modified, "
	}
	return fmt.Sprintf("backfill %s (%s%s, %s/%s)", b.Version, from, b.Go, b.OS, b.Arch)
}

// This describes the running program.
func This() Build {
	b := Build{Version: "devel", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Results: experiment.Version(),
		SchemaVersion: result.SchemaVersion}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.read(info)
	}
	if release != "" {
		b.Version = release
	}
	return b
}

// read reads what the Go command stamped into a program.
func (b *Build) read(info *debug.BuildInfo) {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
}

// Version is the program's version in the metadata of result files.
func Version() string { return This().Version }

// A Module is one that the program was built with.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum"` // as in go.sum
}

// Modules lists the modules that the running program was built with.
func Modules() []Module {
	list := []Module{}
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return list
	}
	for _, m := range info.Deps {
		for m.Replace != nil {
			m = m.Replace
		}
		list = append(list, Module{m.Path, m.Version, m.Sum})
	}
	return list
}
