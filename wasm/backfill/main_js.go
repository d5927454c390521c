// Command backfill, built for js/wasm, is the simulator of the page: the first
// of its two binaries and part of its first download.
package main

import (
	"github.com/backfill-lab/backfill/wasm/bridge"
	"github.com/backfill-lab/backfill/wasm/glue"
)

func main() {
	glue.Serve(bridge.New(bridge.Options{Program: glue.Program(), Yield: glue.Yielder()}))
}
