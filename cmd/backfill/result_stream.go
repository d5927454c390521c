package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/stop"
	"github.com/backfill-lab/backfill/core/result"
)

// Files of a stream of results that a folder does not have.
const (
	reportFile = "report.json" // what --json prints
	logFile    = "log"         // given back with the results: the log that came from standard input
)

// A resultFiles takes the results of a run: a folder, or a stream.
type resultFiles interface {
	Tables() result.Set
	Commit() error   // keeps them
	Files() []string // paths, after Commit
	Abort()          // discards them, unless they are kept
}

// createResults begins the results of --out.
func (a *app) createResults(out string, m result.Meta, opt arrowio.Options) (resultFiles, error) {
	if out != stdio {
		return arrowio.Create(out, m, opt)
	}
	b, err := arrowio.NewBundle(stop.Writer(a.ctx, a), m, opt)
	if err != nil {
		return nil, usage("--out -: %w", err)
	}
	return &resultStream{b}, nil
}

// A resultStream writes results to standard output.
type resultStream struct{ *arrowio.Bundle }

func (s *resultStream) Commit() error   { return s.CloseTables() }
func (s *resultStream) Files() []string { return nil }
func (s *resultStream) Abort()          {} // without its last line a stream is cut off

// end adds the report, and ends the stream.
func (s *resultStream) end(report *runReport) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(report); err != nil {
		return err
	}
	if err := s.Add(reportFile, text.Bytes()); err != nil {
		return err
	}
	return s.Close()
}

// openFiles opens what --from names, a folder of results or a stream of them on standard input, and
// reads these tables. log is what the stream has as the results' log, else nil.
func (a *app) openFiles(from string, tables ...*result.Schema) (r *arrowio.Result, log []byte, err error) {
	if from != stdio {
		r, err = arrowio.Open(from, tables...)
		return r, nil, err
	}
	files, err := arrowio.Unbundle(stop.Reader(a.ctx, a.in))
	if err != nil {
		return nil, nil, fmt.Errorf("standard input: %w", err)
	}
	r, err = arrowio.OpenFiles(files, tables...)
	return r, files[logFile], err
}
