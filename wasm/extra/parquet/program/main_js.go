// Command program, built for js/wasm, serves the page's add-on for Parquet.
package main

import (
	"github.com/backfill-lab/backfill/wasm/extra/parquet"
	"github.com/backfill-lab/backfill/wasm/glue"
)

func main() { glue.Serve(parquet.New()) }
