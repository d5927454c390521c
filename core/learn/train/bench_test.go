package train

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// paperSized returns workloads of the size of the paper's CTC: a generated one, and
// the log itself, enlarged, if BACKFILL_TRACES has it.
func paperSized(b *testing.B) map[string]*trace.Workload {
	m := lublin.Model{Jobs: 136_471, Procs: 1024, Seed: 1, Load: 0.7, Users: 100, Estimates: lublin.Estimates{Kind: "round", Factor: 3}}
	w, err := m.Generate()
	if err != nil {
		b.Fatal(err)
	}
	all := map[string]*trace.Workload{"generated": w}
	const log = "CTC-SP2-1996-3.1-cln"
	f, err := os.Open(filepath.Join(os.Getenv("BACKFILL_TRACES"), log+".swf.gz"))
	if err != nil {
		return all
	}
	defer f.Close()
	ctc, err := trace.ReadFrom(log, f, trace.Options{Procs: 430})
	if err == nil {
		ctc, err = trace.Enlarge(ctc, 1024, 136_471, 1)
	}
	if err != nil {
		b.Fatal(err)
	}
	all["ctc"] = ctc
	return all
}

// BenchmarkSimulation is one evaluation: a workload of the paper's size under a
// random rule base of table 1, which uses every strategy.
func BenchmarkSimulation(b *testing.B) {
	for name, w := range paperSized(b) {
		b.Run(name, func(b *testing.B) {
			o, err := Options{}.Filled()
			if err != nil {
				b.Fatal(err)
			}
			t, err := newTrainer(w, o, Control{})
			if err != nil {
				b.Fatal(err)
			}
			lots := rules.DrawLots(det.Stream(1, "bench"), 192, 1)
			n := 0
			for b.Loop() {
				c, err := rules.NewRigid(rules.Table1(), lots[n%len(lots)])
				if err != nil {
					b.Fatal(err)
				}
				if _, err := t.score(context.Background(), c); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric(float64(w.Len()*n)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

// BenchmarkPitts is the paper's whole training of 843 evaluations.
func BenchmarkPitts(b *testing.B) {
	for name, w := range paperSized(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mustRun(b, w, Options{Seed: 1}, Control{})
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N*843), "s/evaluation")
		})
	}
}
