package slim

import (
	"os"
	"strings"
	"testing"
)

// modfile makes the copies for these cuts, in the repository's root, and returns go.mod with its warnings.
func modfile(t *testing.T, cuts []Cut) (text string, lines []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("copies modules")
	}
	dir := t.TempDir()
	t.Chdir("../../../..")
	name, err := Modfile(dir, cuts, func(line string) { lines = append(lines, line) })
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), lines
}

// Every cut was written for the version that go.mod has.
func TestEveryCutIsMade(t *testing.T) {
	text, lines := modfile(t, Cuts)
	if len(lines) > 0 {
		t.Errorf("warnings: %s", strings.Join(lines, "\n"))
	}
	for _, c := range Cuts {
		if strings.Count(text, "\nreplace "+c.module+" => ") != 1 {
			t.Errorf("go.mod does not replace %s once", c.module)
		}
	}
}

// A file that is another than its cut was written for, or missing, is warned of, and the module's other cuts are made.
func TestAFileThatHasChangedStaysWhole(t *testing.T) {
	changed, missing := Cuts[0], Cuts[1]
	changed.sum, missing.file = strings.Repeat("0", 64), "no/such.go"
	text, lines := modfile(t, append([]Cut{changed, missing}, Cuts[2:]...))
	if len(lines) != 2 || !strings.HasPrefix(lines[0], changed.module+" stays whole: "+changed.file+" differs from") ||
		!strings.HasPrefix(lines[1], missing.module+" stays whole: no/such.go cannot be read") {
		t.Errorf("warnings: %q", lines)
	}
	if strings.Contains(text, "replace "+changed.module) || !strings.Contains(text, "replace "+Cuts[len(Cuts)-1].module) {
		t.Errorf("go.mod is\n%s", text)
	}
}
