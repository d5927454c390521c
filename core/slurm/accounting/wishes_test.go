package accounting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// What rows and lines of jobs with wishes come to, by hand. The row has the limit that a job got, and the features with which it started.
func TestWishesOfRowsByHand(t *testing.T) {
	const head = "JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|State|" +
		"AllocCPUS|ReqCPUS|AllocNodes|ReqNodes|Constraints|SubmitLine\n"
	for _, c := range []struct{ row, want, said string }{
		{"100|200|2|COMPLETED|1|1|1|1||sbatch -t 10 --time-min=2 j", "limit 600 least 120", ""},
		{"100|240|2|TIMEOUT|1|1|1|1||sbatch -t 10 --time-min=1 j", "limit 600 least 60 spent 120", "1 job ended at a limit of --time-min"},
		{"100|700|10|TIMEOUT|1|1|1|1||sbatch -t 10 --time-min=1 j", "limit 600 least 60 spent 600", "1 job ended at a limit of --time-min"},
		{"100|200|20|COMPLETED|1|1|1|1||sbatch -t 10 --time-min=2 j", "limit 1200 least 120", ""},
		{"100|200|1|COMPLETED|1|1|1|1||sbatch -t 10 --time-min=2 j", "limit 60", ""},
		{"None|190|2|DEADLINE|0|1|0|1||sbatch -t 2 --deadline=now+3minutes j", "limit 120 deadline 180", ""},
		{"100|200|2|COMPLETED|1|1|1|1||sbatch -t 2 --deadline=16:00 j", "limit 120", "--deadline of 1"},
		{"100|200|2|COMPLETED|1|1|1|1|b|sbatch -t 2 -C a --prefer=b j", "limit 120 [1] prefers [2]", ""},
		{"100|200|2|COMPLETED|1|1|1|1|a|sbatch -t 2 -C a --prefer=[a|b] j", "limit 120 [1] prefers [1 2]", ""},
		{"100|200|2|COMPLETED|1|1|1|1||sbatch -t 2 --prefer=z j", "limit 120", "--prefer of what no node has of 1"},
		{"100|200|2|COMPLETED|1|1|1|1||sbatch -t 2 --exclusive=mcs j", "limit 120 apart", "--exclusive=mcs (the description has no MCSPlugin)"},
	} {
		all, err := ReadAccounting("log", strings.NewReader(head+"7|u|x|p|0|"+c.row+"\n"), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		l, err := from(all, nil, zoo(t), false, sacct.None)
		if err != nil {
			t.Errorf("%s: %v", c.row, err)
			continue
		}
		j, got := &l.Jobs[0], ""
		say := func(is bool, format string, of ...any) {
			if is {
				got += fmt.Sprintf(" "+format, of...)
			}
		}
		w := j.Wishes
		if w == nil {
			w = &cluster.Wishes{}
		}
		say(true, "limit %d", j.Limit)
		say(j.Features != nil, "%v", j.Features)
		say(j.Apart, "apart")
		say(w.LimitMin > 0, "least %d", w.LimitMin)
		say(w.Spent > 0, "spent %d", w.Spent)
		say(w.Deadline > 0, "deadline %d", w.Deadline)
		if w.Prefer != nil {
			say(true, "prefers %v", w.Prefer.Features)
		}
		if got = got[1:]; got != c.want {
			t.Errorf("%s: %s, want %s", c.row, got, c.want)
		}
		doubts := fmt.Sprint(l.Doubts)
		for _, word := range []string{"--time-min", "--deadline", "--prefer", "--exclusive"} {
			if wants := strings.Contains(c.said, word); strings.Contains(doubts, word) != wants || wants && !strings.Contains(doubts, c.said) {
				t.Errorf("%s: says %s, want %q", c.row, doubts, c.said)
			}
		}
		if cancelled := len(l.Changes) > 0; cancelled {
			t.Errorf("%s: %v", c.row, l.Changes)
		}
	}
}
