package sweep

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	for range min(parallel, len(s.chunks)) {
		workers.Go(func() {
			for k := range next {
				if err := runChunk(a, s, k); err != nil && a.Context.Err() == nil {
					fmt.Fprintf(a.Err, "backfill: chunk %d: %v; %s says more\n", k, err, s.log(k))
				}
			}
		})
	}
	for k := range s.chunks {
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

func (s *submission) log(k int) string { return filepath.Join(s.Dir, strconv.Itoa(k)+".log") }

// task returns the arguments with which the program does a chunk.
func (s *submission) task(chunk string) []string {
	return []string{"sweep", "run", s.folder, "--chunks", s.chunkFile(), "--chunk", chunk}
}

func runChunk(a *console.App, s *submission, k int) error {
	log, err := os.Create(s.log(k))
	if err != nil {
		return disk.Error(s.log(k), err)
	}
	defer log.Close()
	c := exec.CommandContext(a.Context, s.program, append(s.task(strconv.Itoa(k)), "--parallel", "1")...)
	c.Stdout, c.Stderr = log, log
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	return c.Run()
}
