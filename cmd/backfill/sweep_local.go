package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
)

// runChunks does chunks by processes of this machine, a few at a time. What a process leaves
// undone is missing afterwards; only the user's stop is an error.
func (a *app) runChunks(s *submission, f *submitFlags) error {
	parallel := f.parallel
	if parallel == 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(parallel, len(s.chunks)) {
		workers.Go(func() {
			for k := range next {
				if err := a.runChunk(s, k); err != nil && a.ctx.Err() == nil {
					fmt.Fprintf(a.err, "backfill: chunk %d: %v; %s says more\n", k, err, s.log(k))
				}
			}
		})
	}
	for k := range s.chunks {
		if a.ctx.Err() != nil {
			break
		}
		next <- k
	}
	close(next)
	workers.Wait()
	if a.ctx.Err() != nil {
		return fmt.Errorf("stopped: what is done is kept, and the same command continues from there")
	}
	return nil
}

func (s *submission) log(k int) string { return filepath.Join(s.Dir, strconv.Itoa(k)+".log") }

// task returns the arguments with which the program does a chunk.
func (s *submission) task(chunk string) []string {
	return []string{"sweep", "run", s.folder, "--chunks", s.chunkFile(), "--chunk", chunk}
}

func (a *app) runChunk(s *submission, k int) error {
	log, err := os.Create(s.log(k))
	if err != nil {
		return fileError(s.log(k), err)
	}
	defer log.Close()
	c := exec.CommandContext(a.ctx, s.program, append(s.task(strconv.Itoa(k)), "--parallel", "1")...)
	c.Stdout, c.Stderr = log, log
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	return c.Run()
}
