package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// malformed are files that no command can use.
var malformed = map[string]string{
	"words.txt": "x y z\n", "empty.swf": "", "comments.swf": "; Computer: none\n", "cancelled.swf": "1 0 -1 -1 1\n",
	"ids.txt": "JobID|Submit\nx|y\n", "columns.txt": "JobID|JobName\n1|x\n", "plain.txt": "JobID Submit\n1 2\n",
	"number.json": `{"jobs":[{"job_id":"1"}]}`, "cut.json": `{"jobs":[`, "spec.json": `{"policies":5}`, "field.json": `{"machine":5}`,
	"page.html": "<html>", "cut.swf.gz": "\x1f\x8b\x08\x00\x00", "binary": "\x00\x01\x02",
}

// TestErrorsNameAFileOnce drives every command that reads a file with files that it cannot use:
// one line each, which names the file once.
func TestErrorsNameAFileOnce(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "directory"), 0o777); err != nil {
		t.Fatal(err)
	}
	names := []string{"directory", "missing.swf"}
	for name, text := range malformed {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	for _, name := range names {
		for _, call := range []string{
			"run FILE --out out", "run FILE --strict", "run --policy rules:FILE", "trace info FILE", "trace convert FILE -o o.swf",
			"trace clean FILE --failed -o o.swf", "trace cut FILE --jobs 5 -o o.swf", "trace scale FILE --load 1 -o o.swf",
			"trace split FILE --by user --out parts", "generate --model empirical --from FILE -o o.swf", "train FILE -o o.json",
			"exact collect FILE -o out", "exact FILE", "why 1 --from FILE", "figure --from FILE", "rules show FILE",
		} {
			c := exec.Command("backfill", strings.Fields(strings.ReplaceAll(call, "FILE", name))...)
			c.Dir = dir
			var stderr strings.Builder
			c.Stderr = &stderr
			err := c.Run()
			message := strings.TrimSpace(stderr.String())
			again := regexp.MustCompile(`(^|[ (])`+regexp.QuoteMeta(name)+`(:[0-9]+)?: `).FindAllString(message, -1)
			if err == nil || strings.Contains(message, "\n") || len(again) > 1 || strings.Count(message, "backfill: ") != 1 {
				t.Errorf("backfill %s: %v\n%s", strings.ReplaceAll(call, "FILE", name), err, message)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "o*")); len(left) > 0 {
		t.Errorf("the failed commands left %v", left)
	}
}
