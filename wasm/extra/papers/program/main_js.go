// Command program, built for js/wasm, computes the experiments of papers. The page loads it when somebody opens one.
package main

import (
	"github.com/backfill-lab/backfill/wasm/extra/papers"
	"github.com/backfill-lab/backfill/wasm/glue"
)

func main() { glue.Serve(papers.New(glue.Yielder())) }
