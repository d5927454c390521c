// Command extra, built for js/wasm, is the page's second binary, loaded when somebody
// first asks for Parquet, a figure or the papers' experiments.
package main

import (
	"github.com/backfill-lab/backfill/wasm/extra/addon"
	"github.com/backfill-lab/backfill/wasm/glue"
)

func main() { glue.Serve(addon.New()) }
