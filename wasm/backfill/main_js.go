// Command backfill, built for js/wasm, is the simulator of the page: the first
// of its two binaries and part of its first download.
package main

import (
	"runtime/debug"

	"github.com/backfill-lab/backfill/wasm/bridge"
	"github.com/backfill-lab/backfill/wasm/service"
)

// percent is how much garbage may come before it is collected, in percent of what is in use. A program in WebAssembly
// never gives memory back, and runs of large logs leave little garbage: less of it costs them no time.
const percent = 30

func main() {
	debug.SetGCPercent(percent)
	service.Serve(bridge.New(bridge.Options{Program: service.Program(), Yield: service.Yielder()}))
}
