package machine

import (
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// The referee judges the ends that the run had, not those that follow from the jobs.
func TestTheRefereeSeesWhatARunOnSpooledJobsDid(t *testing.T) {
	const log = "; MaxProcs: 2\n1 0 0 10 2 -1 -1 2 10 -1 1 1 -1 -1 -1 -1 -1 -1\n2 3 7 10 2 -1 -1 2 10 -1 1 1 -1 -1 -1 -1 -1 -1\n"
	scratch := func() (trace.ScratchFile, error) { return os.CreateTemp(t.TempDir(), "") }
	w, err := trace.ReadFrom("two.swf", strings.NewReader(log), trace.Options{Scratch: &trace.Scratch{Create: scratch}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		run, wait int64 // of job 2
		killed    byte
		rules     []string
	}{
		{10, 7, 0, nil},
		{11, 7, 0, []string{verify.RuleEnd}},
		{10, 7, 1, []string{verify.RuleKilled}},
		{10, 6, 0, []string{verify.RuleCapacity}},
		{10, 8, 0, []string{verify.RuleHead, verify.RuleMissed}},
		{10, -1, 0, []string{verify.RuleSubmit}},
	} {
		played := &platform.Played{Policy: "easy"}
		kept := &spooledSchedule{log: &w.Jobs, cut: true, ended: true, waits: spool.New(1<<20, nil)}
		played.Schedule = kept
		for _, numbers := range [][3]int64{{0, 10, 0}, {c.wait, c.run, int64(c.killed)}} {
			b, _ := kept.waits.Begin()
			b = binary.AppendUvarint(b, uint64(numbers[0]))
			b = append(binary.AppendVarint(b, numbers[1]), byte(numbers[2]))
			if err := kept.waits.End(b); err != nil {
				t.Fatal(err)
			}
		}
		if err := kept.waits.Done(); err != nil {
			t.Fatal(err)
		}
		v := new(platform.Verified)
		if err := (Platform{}).Verify(v, &platform.Problem{Setting: new(platform.Setting), Workload: w}, played); err != nil {
			t.Fatal(err)
		}
		var rules []string
		for _, found := range v.Violations {
			rules = append(rules, found.Rule)
		}
		if !slices.Equal(rules, c.rules) {
			t.Errorf("%+v: violations %v", c, v.Violations)
		}
	}
}
