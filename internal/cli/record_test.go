package cli

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// theRecord is the folder of the record that is kept here.
const theRecord = "../../notebooks/record"

// pagesAndPictures returns the Markdown pages and pictures of a record's folder by their names.
func pagesAndPictures(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".md") && !strings.HasSuffix(name, ".svg") {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The pages and pictures of the record are what its tables say today, and there are no others.
func TestTheRecordsPagesAreThoseOfItsTables(t *testing.T) {
	t.Parallel()
	again := filepath.Join(t.TempDir(), "record")
	if out, err := exec.Command("backfill", "paper", "record", "--from", theRecord, "-o", again).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	kept, made := pagesAndPictures(t, theRecord), pagesAndPictures(t, again)
	const mend = "bin/backfill paper record --from notebooks/record -o notebooks/record writes the pages again"
	for name, text := range made {
		if kept[name] != text {
			t.Errorf("%s is not what the tables say: %s", name, mend)
		}
	}
	for name := range kept {
		if _, ok := made[name]; !ok {
			t.Errorf("%s belongs to nothing in the tables: delete it", name)
		}
	}
}

// The record is read in five minutes, and its pictures are small.
func TestTheRecordIsShort(t *testing.T) {
	t.Parallel()
	sum := 0
	for name, text := range pagesAndPictures(t, theRecord) {
		if lines := strings.Count(text, "\n"); name == "RECORD.md" && lines > 120 {
			t.Errorf("%s has %d lines, at most 120", name, lines)
		}
		if strings.HasSuffix(name, ".svg") {
			if sum += len(text); len(text) > 60_000 {
				t.Errorf("%s has %d bytes, at most 60,000", name, len(text))
			}
		}
	}
	if sum == 0 || sum > 3_000_000 {
		t.Errorf("the pictures have %d bytes, at most 3,000,000", sum)
	}
}

var (
	pageLink = regexp.MustCompile(`\]\(([^):#]*)(?:#([^):]*))?\)`)
	pageHead = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noAnchor = regexp.MustCompile(`[^\pL\pN _-]`)
)

// Each relative link and picture of the record's pages leads to a file of its folder, and to a heading if it names one.
func TestTheRecordsLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	files := pagesAndPictures(t, theRecord)
	links := 0
	for name, text := range files {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for _, m := range pageLink.FindAllStringSubmatch(text, -1) {
			to, heading := m[1], m[2]
			if links++; to == "" {
				to = name
			}
			if _, err := os.Stat(filepath.Join(theRecord, filepath.FromSlash(to))); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, to)
			} else if heading != "" && !hasHeading(files[to], heading) {
				t.Errorf("%s: %s has no heading #%s", name, to, heading)
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links", links)
	}
	front := files["RECORD.md"]
	for name := range files {
		if strings.HasSuffix(name, ".md") && name != "RECORD.md" && !strings.Contains(front, "]("+name+")") {
			t.Errorf("RECORD.md has no link to %s", name)
		}
	}
}

// hasHeading reports whether a page has a heading with that anchor, as forges make them.
func hasHeading(page, anchor string) bool {
	for _, m := range pageHead.FindAllStringSubmatch(page, -1) {
		if strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}

// README.md's table of the papers has the numbers of the record's.
func TestREADMEHasTheRecordsTallies(t *testing.T) {
	t.Parallel()
	readme, front := string(pageText(t, "README.md")), string(pageText(t, "notebooks/record/RECORD.md"))
	row := regexp.MustCompile(`(?m)^\| (?:\[(\w+)\]\(\w+\.md\)|\*\*all\*\*)` + strings.Repeat(` \| (\d+)`, 10) + ` \|$`)
	rows := row.FindAllStringSubmatch(front, -1)
	if len(rows) < 3 {
		t.Fatalf("RECORD.md has a table of %d papers", len(rows))
	}
	for _, m := range rows {
		key, of := m[1], m[3]+" of "+m[2]
		near, claims, hold, open := m[4], m[8], m[9], m[11]
		if m[2] == "0" {
			of = "none printed"
		}
		want := fmt.Sprintf(" | %s | %s | %s of %s | ", of, near, hold, claims)
		if key == "" {
			want = fmt.Sprintf("%s of the %s claims are undecided", open, claims)
		} else {
			want = "| [" + key + "](notebooks/" + key + ".ipynb)" + want
		}
		if !strings.Contains(readme, want) {
			t.Errorf("README.md does not have %q", want)
		}
	}
}
