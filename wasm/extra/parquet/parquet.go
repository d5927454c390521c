// Package parquet is the page's add-on for Parquet files, loaded when one is first wanted:
//
//	parquet  blob 0 is a table as an Arrow file; blob 0 of the answer is it as Parquet
package parquet

import (
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/wasm/service"
)

// New returns the add-on's Service.
func New() *service.Service {
	return service.NewService(map[string]service.Op{"parquet": service.Convert(parquet.NewWriter)})
}
