package arrowio

import (
	"bufio"
	"cmp"
	"fmt"

	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// A compactor is a sink that keeps the rows of a table in a temporary file until all are there: only then it is known
// which columns have values.
type compactor struct {
	schema *result.Schema
	open   func(compact *result.Schema) result.Sink // returns where the rows go; it is not closed
	usage  *result.Usage
	file   *scratch.File
	buf    *bufio.Writer
	rows   result.Sink // writes the file
}

func newCompactor(s *result.Schema, open func(*result.Schema) result.Sink) (*compactor, error) {
	f, err := scratch.Open(s.Name)
	if err != nil {
		return nil, fmt.Errorf("a temporary file for the rows of %s: %w", s.Name, err)
	}
	c := &compactor{schema: s, open: open, usage: result.NewUsage(s), file: f, buf: bufio.NewWriterSize(f, 1<<18)}
	if c.rows, err = parquet.NewWriter(c.buf, s, nil); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// Write keeps rows.
func (c *compactor) Write(t *result.Table) error {
	if err := c.rows.Write(t); err != nil {
		return fmt.Errorf("a temporary file for the rows of %s: %w", c.schema.Name, err)
	}
	return c.usage.Write(t)
}

// Close does nothing: finish completes the table.
func (c *compactor) Close() error { return nil }

// finish hands all rows on, in their compact form.
func (c *compactor) finish() error {
	defer c.close()
	if err := cmp.Or(c.rows.Close(), c.buf.Flush()); err != nil {
		return fmt.Errorf("a temporary file for the rows of %s: %w", c.schema.Name, err)
	}
	info, err := c.file.Stat()
	if err != nil {
		return err
	}
	compact := c.usage.Compact()
	_, err = parquet.Scan(c.file, info.Size(), names(compact), func(*result.Schema, result.Meta) (result.Sink, error) {
		return result.Recast(compact, c.open(compact)), nil
	})
	return err
}

func names(s *result.Schema) []string {
	names := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		names[i] = c.Name
	}
	return names
}

// close gives back the file.
func (c *compactor) close() { c.file.Close() }
