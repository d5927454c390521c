// Command program, built for js/wasm, serves the page's add-on for figures.
package main

import (
	"github.com/backfill-lab/backfill/wasm/extra/figure"
	"github.com/backfill-lab/backfill/wasm/glue"
)

func main() { glue.Serve(figure.New()) }
