// Command extra, built for js/wasm, is the second binary of the page. It is
// loaded when somebody first asks for Parquet or for a figure.
package main

import (
	"github.com/backfill-lab/backfill/wasm/extra/addon"
	"github.com/backfill-lab/backfill/wasm/glue"
)

func main() { glue.Serve(addon.New()) }
