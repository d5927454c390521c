package workload

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/swf"
)

// readSacct reads the output of sacct.
func readSacct(name string, text *swf.Text, opt Options) (*Workload, error) {
	return nil, fmt.Errorf("%s: sacct output cannot be read: convert it to the Standard Workload Format", name)
}
