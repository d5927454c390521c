// Package parquet is the page's add-on for Parquet files, loaded when one is first wanted:
//
//	parquet  blob 0 is a table as an Arrow file; blob 0 of the answer is it as Parquet
//	arrow    blob 0 is a Parquet file of any program; blob 0 of the answer is an Arrow stream of the columns
//	         of which the simulator makes jobs
package parquet

import (
	"bytes"
	"errors"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/wasm/service"
)

// New returns the add-on's Service.
func New() *service.Service {
	return service.NewService(map[string]service.Op{
		"parquet": service.Convert(parquet.NewWriter),
		"arrow":   service.NewOp(1, arrow),
	})
}

// A copied says which columns were copied.
type copied struct {
	Columns []string `json:"columns"`
}

var errNoJobs = errors.New("none of its columns is known to be one of jobs")

// arrow copies the columns of a Parquet file that tell of jobs.
func arrow(c *service.Call, _ *service.Envelope) (a copied, err error) {
	t, err := parquet.NewTable(bytes.NewReader(c.Blobs[0]), int64(len(c.Blobs[0])))
	if err != nil {
		return a, err
	}
	chosen := table.Wanted(t, sacct.Reads(table.NamesOf(t.Columns())))
	if len(chosen) == 0 {
		return a, errNoJobs
	}
	for _, i := range chosen {
		a.Columns = append(a.Columns, t.Columns()[i].Name)
	}
	var out bytes.Buffer
	err = ipc.Copy(&out, t, chosen, result.MetaProcs, result.MetaStart, result.MetaZone)
	c.Out = [][]byte{out.Bytes()}
	return a, err
}
