// Command program, built for js/wasm, computes the experiments of papers. The page loads it when somebody opens one.
package main

import (
	"github.com/backfill-lab/backfill/wasm/internal/extra/papers"
	"github.com/backfill-lab/backfill/wasm/service"
)

func main() { service.Serve(papers.New(service.Yielder())) }
