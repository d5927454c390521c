package catalogue

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// The families of policies fit one screen, with every order and option in it.
func TestPoliciesFitOneScreen(t *testing.T) {
	var b strings.Builder
	policyFamilies((&console.App{Out: &b}))
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) > 40 {
		t.Errorf("there are %d lines", len(lines))
	}
	for _, line := range lines {
		if len(line) > 100 || strings.TrimRight(line, " ") != line {
			t.Errorf("%q has %d columns", line, len(line))
		}
	}
	for _, p := range experiment.Builtin.List() {
		for _, o := range p.Options {
			if !strings.Contains(b.String(), " "+o.Name+"=") {
				t.Errorf("option %s of %s is not in it", o.Name, p.Name)
			}
		}
		name := p.Name[strings.LastIndexAny(p.Name, "-:")+1:]
		if !strings.Contains(b.String(), name) {
			t.Errorf("policy %s is not in it", p.Name)
		}
	}
}
