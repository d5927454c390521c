package conf

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

const sdiag = `*******************************************************
sdiag output at Thu Feb 11 22:46:00 2021 (1613083560)
Data since      Thu Feb 11 22:36:12 2021 (1613082972)
*******************************************************
Main schedule statistics (microseconds):
	Last cycle:   1053
	Mean cycle:   627

Backfilling stats
	Total cycles: 12
	Last cycle when: Thu Feb 11 22:45:59 2021 (1613083559)
	Last cycle: 639
	Mean cycle: 130818
	Depth Mean: 135
	Depth Mean (try depth): 74
`

func TestSdiag(t *testing.T) {
	var s cluster.Scheduling
	if err := ReadSdiag("sdiag.txt", strings.NewReader(sdiag), &s); err != nil {
		t.Fatal(err)
	}
	if *s.BfCycleUnixS != 1613083559 || s.BfJobUs != 969 {
		t.Errorf("a cycle at %d, %d microseconds a job", *s.BfCycleUnixS, s.BfJobUs)
	}
	for _, text := range []string{"", "nothing of the kind", strings.Replace(sdiag, "(1613083559)", "", 1),
		strings.Replace(sdiag, "1613083559", "0", 1)} {
		err := ReadSdiag("sdiag.txt", strings.NewReader(text), &cluster.Scheduling{})
		if err == nil || !strings.HasPrefix(err.Error(), "sdiag.txt: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
