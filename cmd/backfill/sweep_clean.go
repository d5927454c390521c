package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/sweep"
)

func (a *app) sweepCleanCommand() *cobra.Command {
	var failed, rows bool
	c := &cobra.Command{
		Use:   "clean DIR",
		Short: "Remove what a sweep does not need any more",
		Long: `Remove results of runs that are no part of the sweep's plan, such as those of an
earlier study or of another version of backfill, damaged files, rows of tables that
are not kept any more and logs that no run reads; and join the files of results. No
other command should be working on the folder.`,
		Example: "  backfill sweep clean study\n  backfill sweep clean study --failed       run sweep run then tries failed runs again",
		Args:    arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, store, err := a.openSweep(args[0])
			if err != nil {
				return err
			}
			return a.sweepClean(p, store, failed, rows)
		},
	}
	c.Flags().BoolVar(&failed, "failed", false, "also remove the records of failed runs, so that they are tried again")
	c.Flags().BoolVar(&rows, "rows", false, "also remove the records of runs whose rows are not there, so that they are done again")
	return a.withJSON(c)
}

func (a *app) sweepClean(p *sweep.Plan, store *sweep.Store, failed, rows bool) error {
	before := folderSize(p.Dir)
	if err := p.Clean(store, func(d sweep.Digest, r *sweep.Result) bool {
		return !(failed && r.Error != "") && !(rows && !hasRows(p, d, r))
	}); err != nil {
		return err
	}
	after := folderSize(p.Dir)
	type cleaned struct {
		Before int64 `json:"bytes_before"`
		After  int64 `json:"bytes_after"`
	}
	return a.show(cleaned{before, after}, func() error {
		fmt.Fprintf(a, "%s: %.1f MB removed, %.1f MB stay\n", p.Dir, float64(before-after)/1e6, float64(after)/1e6)
		return nil
	})
}

// hasRows tells whether the rows that a result names are there.
func hasRows(p *sweep.Plan, d sweep.Digest, r *sweep.Result) bool {
	if r.Error != "" {
		return true
	}
	for _, s := range p.Tables {
		if r.Files[s.Name] == "" {
			continue
		}
		if _, err := os.Stat(p.RowsFile(d, s)); err != nil {
			return false
		}
	}
	return true
}

// folderSize returns the bytes of the files in a folder.
func folderSize(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be read is not counted
		}
		if info, err := d.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}
