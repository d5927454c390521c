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

// All is every paper, in the order of a report.
var All = paper.Catalogue{dynp.Paper, grid.Paper, dfrs.Paper, rules.Paper, exact.Paper}
