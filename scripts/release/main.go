// Command release makes all that a release consists of, in a folder: an archive for each system, packages for Debian and
// Red Hat, Python wheels and their source, the page for any static host, its simulator as an npm package, the notices
// and the list of what others wrote, and the checksums of all. Nothing is published. The same commit, version and Go give the same bytes.
//
//	go run ./scripts/release [-o FOLDER] v0.1.0
//
// It needs the page (make page), bin/nfpm and .venv, which make release sets up.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A system is one that a release has a program for.
type system struct{ os, arch string }

var systems = []system{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// A release is one that is being made.
type release struct {
	version string    // without the tag's v
	made    time.Time // of the commit: the time of every file
	folder  string    // the release's
	work    string    // what it is made from
}

func main() {
	folder := flag.String("o", "out/release", "folder for the release")
	flag.Parse()
	if err := run(*folder, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var tag = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+$`)

func run(folder, version string) error {
	if !tag.MatchString(version) {
		return fmt.Errorf("the version is %q; write it as v0.1.0", version)
	}
	made, err := committed()
	if err != nil {
		return err
	}
	r := &release{version: strings.TrimPrefix(version, "v"), made: made, folder: folder, work: folder + ".work"}
	for _, dir := range []string{r.folder, r.work} {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"programs", r.programs}, {"notices and the list of parts", r.parts}, {"archives", r.archives}, {"the page", r.page},
		{"Debian and RPM packages", r.packages}, {"Python wheels", r.python}, {"the npm package", r.npm}, {"checksums", r.checksums},
	} {
		began := time.Now()
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
		fmt.Printf("%s: %.0f s\n", step.what, time.Since(began).Seconds())
	}
	fmt.Printf("%s has the release\n", r.folder)
	return os.RemoveAll(r.work)
}

// committed is the time of the commit that is checked out.
func committed() (time.Time, error) {
	out, err := exec.Command("git", "log", "-1", "--format=%ct").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("git log: %w", err)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// program is the path of a system's program.
func (r *release) program(s system) string {
	return filepath.Join(r.work, s.os+"-"+s.arch, "backfill"+s.suffix())
}

// suffix is that of programs.
func (s system) suffix() string {
	if s.os == "windows" {
		return ".exe"
	}
	return ""
}

// programs compiles the command for every system, with the page in it.
func (r *release) programs() error {
	if _, err := os.Stat("wasm/web/packed/index.html.br"); err != nil {
		return fmt.Errorf("the page is not built: make page")
	}
	const variable = "github.com/backfill-lab/backfill/internal/cli/internal/buildinfo.release"
	for _, s := range systems {
		c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid= -X "+variable+"=v"+r.version,
			"-o", r.program(s), "./cmd/backfill")
		c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+s.os, "GOARCH="+s.arch, "GOFLAGS=", "GOAMD64=v1")
		if err := quiet(c); err != nil {
			return err
		}
	}
	return nil
}

// quiet runs a command, and returns what it printed if it fails.
func quiet(c *exec.Cmd) error {
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, out)
	}
	return nil
}

// checksums writes SHA256SUMS, as sha256sum -c reads it.
func (r *release) checksums() error {
	files, err := os.ReadDir(r.folder)
	if err != nil {
		return err
	}
	var lines []string
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(r.folder, f.Name()))
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), f.Name()))
	}
	slices.Sort(lines)
	return os.WriteFile(filepath.Join(r.folder, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o666)
}
