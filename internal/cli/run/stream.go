package run

import (
	"bytes"
	"encoding/json"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// A resultFiles takes the results of a run: a folder, or a stream.
type resultFiles interface {
	Tables() result.Set
	Commit() error   // keeps them
	Files() []string // paths, after Commit
	Abort()          // discards them, unless they are kept
}

// createResults begins the results of --out.
func createResults(a *console.App, out string, m result.Meta, opt arrowio.Options) (resultFiles, error) {
	if out != console.Stdio {
		return arrowio.Create(out, m, opt)
	}
	b, err := arrowio.NewBundle(console.Writer(a.Context, a), m, opt)
	if err != nil {
		return nil, usage.Errorf("--out -: %w", err)
	}
	return &resultStream{b}, nil
}

// A resultStream writes results to standard output.
type resultStream struct{ *arrowio.Bundle }

func (s *resultStream) Commit() error { return s.CloseTables() }

func (s *resultStream) Files() []string { return nil }

func (s *resultStream) Abort() {} // without its last line a stream is cut off

// end adds the report, and ends the stream.
func (s *resultStream) end(report *runReport) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(report); err != nil {
		return err
	}
	if err := s.Add(results.ReportFile, text.Bytes()); err != nil {
		return err
	}
	return s.Close()
}
