// Package verify checks that result files hold what this machine computes from their
// Spec. The browser's tests give it the page's downloads:
//
//	go run ./wasm/build verify [-log FILE] jobs.arrow jobs.parquet runs.arrow ...
//
// It prints the digest of each file's rows, and fails at the first that differs. All
// files must carry the same Spec; -log is the log that it names, if any.
package verify

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
)

// Run checks the files that the arguments name.
func Run(args []string) error {
	flags := flag.NewFlagSet("verify", flag.ExitOnError)
	log := flags.String("log", "", "the log that the Spec names")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var want map[string]string // digest by table, of the Spec of all files
	var of string
	for _, name := range flags.Args() {
		table, meta, err := read(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		text := meta.Get(result.MetaSpec)
		if want == nil {
			of = text
			if want, err = compute(text, *log); err != nil {
				return fmt.Errorf("%s: its Spec: %w", name, err)
			}
		}
		if text != of {
			return fmt.Errorf("%s: its Spec is %s, that of the first file %s", name, text, of)
		}
		d := result.NewDigest(table.Schema)
		if err := d.Write(table); err != nil {
			return err
		}
		if d.Sum() != want[table.Schema.Name] {
			return fmt.Errorf("%s: the rows of %s have the digest %s; computed here they have %s",
				name, table.Schema.Name, d.Sum(), want[table.Schema.Name])
		}
		fmt.Printf("%s %d rows %s\n", d.Sum(), table.Rows, name)
	}
	return nil
}

func read(name string) (*result.Table, result.Meta, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	if strings.HasSuffix(name, ".parquet") {
		return parquet.Read(bytes.NewReader(data), int64(len(data)))
	}
	return ipc.Read(data)
}

// compute executes a Spec and returns the digests of its tables.
func compute(text, log string) (map[string]string, error) {
	spec, err := experiment.ParseSpec([]byte(text))
	if err != nil {
		return nil, err
	}
	w, err := spec.Load(func(string) (io.ReadCloser, error) { return os.Open(log) }, trace.Options{})
	if err != nil {
		return nil, err
	}
	set, sums := result.Set{}, map[string]string{}
	for _, s := range result.All {
		set[s] = result.NewDigest(s)
	}
	if _, err := experiment.Execute(context.Background(), spec, w, experiment.Options{Tables: set}); err != nil {
		return nil, err
	}
	for s, sink := range set {
		sums[s.Name] = sink.(*result.Digest).Sum()
	}
	return sums, nil
}
