// Command program, built for js/wasm, serves the page's add-on for Parquet.
package main

import (
	"github.com/backfill-lab/backfill/wasm/internal/extra/parquet"
	"github.com/backfill-lab/backfill/wasm/service"
)

func main() { service.Serve(parquet.New()) }
