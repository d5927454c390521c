package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

// packages writes a .deb and an .rpm for each Linux.
func (r *release) packages() error {
	for _, s := range systems {
		if s.os != "linux" {
			continue
		}
		config := filepath.Join(r.work, "nfpm-"+s.arch+".json") // YAML's subset
		data, err := json.Marshal(r.packaged(s))
		if err != nil {
			return err
		}
		if err := os.WriteFile(config, data, 0o666); err != nil {
			return err
		}
		for _, kind := range []string{"deb", "rpm"} {
			c := exec.Command("bin/nfpm", "package", "--config", config, "--packager", kind, "--target", r.folder)
			c.Env = append(os.Environ(), r.epoch())
			if err := quiet(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// packaged describes a package for nfpm.
func (r *release) packaged(s system) any {
	type object = map[string]any
	var contents []object
	add := func(from, to string, mode int) {
		contents = append(contents, object{"src": from, "dst": to, "file_info": object{"mode": mode, "mtime": r.made.Format(time.RFC3339)}})
	}
	add(r.program(s), "/usr/bin/backfill", 0o755)
	add("LICENSE", "/usr/share/doc/backfill/copyright", 0o644)
	add(r.notices(), "/usr/share/doc/backfill/NOTICES.txt", 0o644)
	for _, name := range []string{"README.md", "CHANGELOG.md", "CITATION.cff"} {
		add(name, "/usr/share/doc/backfill/"+name, 0o644)
	}
	return object{
		"name": "backfill", "arch": s.arch, "platform": "linux", "version": r.version, "release": "1",
		"section": "science", "priority": "optional",
		"maintainer": known.Maintainer + " <" + known.Mail + ">", "homepage": known.Repository,
		"license": "Apache-2.0", "mtime": r.made.Format(time.RFC3339),
		"description": "A laboratory for batch scheduling.\nReplays the jobs of a parallel computer under any scheduling policy,\n" +
			"checks every schedule, and says how far a difference can be trusted.",
		"contents": contents,
		"rpm":      object{"buildhost": "localhost"},
	}
}

// epoch sets the time of what other programs write.
func (r *release) epoch() string { return fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.made.Unix()) }

// wheels are the tags of each system's wheel. The Linux programs are static, so they run with any C library.
var wheels = map[system]string{
	{"linux", "amd64"}: "manylinux2014_x86_64.musllinux_1_1_x86_64", {"linux", "arm64"}: "manylinux2014_aarch64.musllinux_1_1_aarch64",
	{"darwin", "amd64"}: "macosx_12_0_x86_64", {"darwin", "arm64"}: "macosx_12_0_arm64",
	{"windows", "amd64"}: "win_amd64", {"windows", "arm64"}: "win_arm64",
}

var pythonVersion = regexp.MustCompile(`(?m)^version = "(.*)"$`)

// python writes a wheel for each system, each with its program, and the package's source.
func (r *release) python() error {
	project, err := os.ReadFile("python/pyproject.toml")
	if err != nil {
		return err
	}
	if m := pythonVersion.FindSubmatch(project); m == nil || string(m[1]) != r.version {
		return fmt.Errorf("python/pyproject.toml has another version than %s", r.version)
	}
	build := func(target string, env ...string) error {
		dir, err := filepath.Abs(r.folder)
		if err != nil {
			return err
		}
		interpreter, err := filepath.Abs(".venv/bin/python")
		if err != nil {
			return err
		}
		c := exec.Command(interpreter, "-m", "hatchling", "build", "--target", target, "--directory", dir)
		c.Dir = "python"
		c.Env = append(append(os.Environ(), r.epoch()), env...)
		return quiet(c)
	}
	for _, s := range systems {
		program, err := filepath.Abs(r.program(s))
		if err != nil {
			return err
		}
		if err := build("wheel", "BACKFILL="+program, "BACKFILL_WHEEL="+wheels[s]); err != nil {
			return err
		}
	}
	return build("sdist")
}
