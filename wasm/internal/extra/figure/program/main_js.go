// Command program, built for js/wasm, serves the page's add-on for figures.
package main

import (
	"github.com/backfill-lab/backfill/wasm/internal/extra/figure"
	"github.com/backfill-lab/backfill/wasm/service"
)

func main() { service.Serve(figure.New()) }
