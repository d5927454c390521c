package experiment

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// Verify lets the referee of the platform, which shares no code with what made the run,
// check all that it knows of the policy. The run of the Spec on w must come from Execute with
// Options.Verify, or with Options.Keep and, on shared nodes, Options.Stretches.
func Verify(spec Spec, w *trace.Workload, o *Outcome) (*platform.Verified, error) {
	v := &platform.Verified{Jobs: o.Len(), Violations: []verify.Violation{}}
	on, ok := spec.Platform().(platform.Refereed)
	if !ok {
		return nil, fmt.Errorf("run %s cannot be verified: %s has no referee", o.Run, spec.Platform().About())
	}
	return v, on.Verify(v, (&Problem{Spec: &spec, Workload: w}).of(nil), &o.Played)
}
