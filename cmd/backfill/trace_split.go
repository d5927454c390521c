package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/workload"
)

func (a *app) traceSplitCommand() *cobra.Command {
	var t traceFlags
	var by string
	var packed bool
	parts := map[string]func(*workload.Workload) []*workload.Workload{
		"queue": (*workload.Workload).SplitQueue,
		"user":  (*workload.Workload).SplitUser,
		"week":  (*workload.Workload).SplitWeek,
	}
	c := &cobra.Command{
		Use:   "split LOG --by queue|user|week -o DIR",
		Short: "Make a log for each queue, user or week",
		Example: `  backfill trace split log.swf.gz --by queue -o queues
  backfill trace split log.swf.gz --by week -o weeks --gzip`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			split, ok := parts[by]
			switch {
			case !ok:
				return usage("a log cannot be split by %q: give queue, user or week", by)
			case toStdout(t.out):
				return usage("-o DIR is missing: the folder for the logs")
			}
			w, err := a.workload(args, &t, true)
			if err != nil {
				return err
			}
			if err := makeFolder(t.out); err != nil {
				return err
			}
			type part struct {
				File string `json:"file"`
				Name string `json:"name"`
				Jobs int    `json:"jobs"`
			}
			written, taken := []part{}, map[string]bool{}
			var rows cells
			for _, p := range split(w) {
				if a.ctx.Err() != nil {
					return errors.New("stopped; the logs written so far are kept")
				}
				ending := ".swf"
				if packed {
					ending += ".gz"
				}
				file := filepath.Join(t.out, fileName(p.Name, taken)+ending)
				if err := a.save(file, p.WriteSWF); err != nil {
					return err
				}
				written = append(written, part{file, p.Name, len(p.Jobs)})
				rows.add(whole(len(p.Jobs)), file)
			}
			return a.list(map[string]any{"parts": written}, "rl", "jobs|file", rows)
		},
	}
	t.add(c.Flags())
	c.Flags().StringVar(&by, "by", "", "queue, user or week")
	c.Flags().BoolVar(&packed, "gzip", false, "compress the logs")
	c.Flags().StringVarP(&t.out, "out", "o", "", "folder for the logs")
	return a.withJSON(c)
}

// fileName makes a file name of a workload's name: letters, digits, and the few other
// characters that are legal everywhere. A name taken already, in any case, gets a number.
func fileName(name string, taken map[string]bool) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_':
			return r
		}
		return '_'
	}, strings.ToValidUTF8(name, "_"))
	name = strings.TrimLeft(name, ".")
	if runes := []rune(name); len(runes) > 60 {
		name = string(runes[:60])
	}
	if name == "" {
		name = "log"
	}
	unique := name
	for n := 2; taken[strings.ToLower(unique)]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	taken[strings.ToLower(unique)] = true
	return unique
}
