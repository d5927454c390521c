package sweep

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/disk"
)

// runChunks does chunks by processes of this machine, a few at a time. What a process leaves
// undone is missing afterwards; only the user's stop is an error.
func runChunks(a *console.App, s *submission, f *submitFlags) error {
	parallel := f.parallel
	if parallel == 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(parallel, len(s.to.Chunks)) {
		workers.Go(func() {
			for k := range next {
				if err := runChunk(a, s, k); err != nil && a.Context.Err() == nil {
					fmt.Fprintf(a.Err, "backfill: chunk %d: %v; %s says more\n", k, err, s.to.Log(k))
				}
			}
		})
	}
	for k := range s.to.Chunks {
		if a.Context.Err() != nil {
			break
		}
		next <- k
	}
	close(next)
	workers.Wait()
	if a.Context.Err() != nil {
		return fmt.Errorf("stopped: what is done is kept, and the same command continues from there")
	}
	return nil
}

func runChunk(a *console.App, s *submission, k int) error {
	log, err := os.Create(s.to.Log(k))
	if err != nil {
		return disk.Error(s.to.Log(k), err)
	}
	defer log.Close()
	c := exec.CommandContext(a.Context, s.to.Program, append(s.to.Task(strconv.Itoa(k)), "--parallel", "1")...)
	c.Stdout, c.Stderr = log, log
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	return c.Run()
}
