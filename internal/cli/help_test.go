package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// helpOf returns what a call of the command prints, and checks that it succeeds.
func helpOf(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("backfill %s exits with %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

// narrow checks that no line is wider than a screen.
func narrow(t *testing.T, what, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		if n := len([]rune(line)); n > usage.HelpWidth {
			t.Errorf("%s: %d columns, want at most %d: %s", what, n, usage.HelpWidth, line)
		}
	}
}

// walk visits a command and all below it that a user sees, help topics included, and play, which programs call.
func walk(c *cobra.Command, path []string, visit func(c *cobra.Command, path []string)) {
	visit(c, path)
	for _, sub := range c.Commands() {
		if (!sub.Hidden || sub.Name() == "play") && sub.Name() != "completion" && sub.Name() != "help" { // cobra's own
			walk(sub, append(path[:len(path):len(path)], sub.Name()), visit)
		}
	}
}

func TestHelpFitsOneScreen(t *testing.T) {
	walk(root((&console.App{})), nil, func(c *cobra.Command, path []string) {
		text := helpOf(t, append([]string{"help"}, path...)...)
		what := "backfill help " + strings.Join(path, " ")
		narrow(t, what, text)
		if n := strings.Count(text, "\n"); n > 50 {
			t.Errorf("%s has %d lines, want at most 50", what, n)
		}
		if c.Runnable() && text != helpOf(t, append(path, "--help")...) {
			t.Errorf("%s is not what --help prints", what)
		}
	})
}

// Every page of help is that of a command.
func TestEveryPageOfHelpIsShown(t *testing.T) {
	names, err := filepath.Glob("internal/usage/help/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	pages, commands := 0, 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages += strings.Count("\n"+string(text), "\n# ")
	}
	walk(root((&console.App{})), nil, func(c *cobra.Command, path []string) {
		if !c.IsAdditionalHelpTopicCommand() {
			commands++
		}
	})
	if pages != commands || pages < 40 {
		t.Errorf("%d pages of help for %d commands", pages, commands)
	}
}

func TestHelpAllHasEveryFlagAndTopic(t *testing.T) {
	for _, name := range []string{"run", "train", "exact"} {
		c, _, err := root((&console.App{})).Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		groupOf := map[string]string{}
		all := helpOf(t, name, "--help-all")
		narrow(t, name+" --help-all", all)
		for _, g := range usage.Groups(name) {
			for _, flag := range strings.Fields(g.Usual + " " + g.Rare) {
				if other, twice := groupOf[flag]; twice {
					t.Errorf("%s: --%s is in %q and in %q", name, flag, other, g.Title)
				}
				groupOf[flag] = g.Title
			}
			if g.Topic == "" {
				continue
			}
			for part := range strings.SplitSeq(helpOf(t, "help", g.Topic), "\n\n") {
				if !strings.Contains(all, strings.TrimPrefix(part, "Examples:\n")) && !strings.HasPrefix(part, g.Title) {
					t.Errorf("%s --help-all lacks what backfill help %s says:\n%s", name, g.Topic, part)
				}
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && (groupOf[f.Name] == "" || !strings.Contains(all, " --"+f.Name)) {
				t.Errorf("%s --help-all lacks --%s", name, f.Name)
			}
		})
	}
}
