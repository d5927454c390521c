package main

import (
	"os"

	"github.com/backfill-lab/backfill/core/experiment/papers"
	"github.com/backfill-lab/backfill/core/experiment/papers/paperstest"
)

// mainOfDemo is main, but where the environment's DEMO_PAPER is set there is
// one paper, a small one that nobody wrote.
func mainOfDemo() {
	if os.Getenv("DEMO_PAPER") != "" {
		papers.All = []*papers.Paper{paperstest.Demo()}
	}
	main()
}
