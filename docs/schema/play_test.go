package schema_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/slurm/twin"
)

// With any number of a description at its bounds, the twin plays a log to its end, in a time that people wait: nothing overflows, and no
// loop goes round for ever.
func TestTheTwinEndsWithNumbersAtTheirBounds(t *testing.T) {
	log, err := accounting.ReadAccounting(campus.Name, campus.Log(), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	log.Jobs = log.Jobs[:30]
	base := bases(t)["cluster"]
	for _, l := range leaves(kinds["cluster"].of, nil, nil) {
		if l.path[0] == "qos" || l.path[0] == "accounts" { // limits, with which nothing is added up
			continue
		}
		inside, _ := l.r.Near()
		for _, number := range inside {
			d := json.NewDecoder(strings.NewReader(base))
			d.UseNumber()
			var doc any
			if err := d.Decode(&doc); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(put(doc, kinds["cluster"].of, l.path, number))
			if err != nil {
				t.Fatal(err)
			}
			description, err := cluster.Read("cluster.json", bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			s, err := cluster.New(description)
			if err != nil {
				t.Logf("%v = %s: %v", l.path, number, err)
				continue
			}
			ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
			begin := time.Now()
			jobs, err := accounting.FromAccounting(log, nil, s)
			if err == nil {
				_, err = jobs.Play(ctx, s, twin.New(s))
			}
			if errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v = %s: the run does not end", l.path, number)
			}
			t.Logf("%v = %s: %v, %v", l.path, number, time.Since(begin).Round(time.Millisecond), err)
			stop()
		}
	}
}
