// Package papers lists the papers whose tables and figures can be regenerated. Each
// is a package of its own, which exports Paper; none knows another.
package papers

import (
	"github.com/backfill-lab/backfill/core/papers/dfrs"
	"github.com/backfill-lab/backfill/core/papers/dynp"
	"github.com/backfill-lab/backfill/core/papers/exact"
	"github.com/backfill-lab/backfill/core/papers/grid"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/rules"
)

// All returns every paper, in the order of a report. Their texts are read at the first call: no other program needs them.
func All() paper.Catalogue {
	return paper.Catalogue{dynp.Paper(), grid.Paper(), dfrs.Paper(), rules.Paper(), exact.Paper()}
}
