package trace

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func splitCommand(a *console.App) *cobra.Command {
	var t traceFlags
	var by string
	var packed bool
	var sizes map[string]int
	keys := strings.Join(trace.SplitKeys, ", ")
	c := usage.New("trace split", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		switch {
		case !slices.Contains(trace.SplitKeys, by):
			return usage.Errorf("a log cannot be split by %q: give --by %s", by, keys)
		case len(sizes) > 0 && by != "partition":
			return usage.Errorf("--sizes is for --by partition: other parts have the whole machine")
		case console.ToStdout(t.out):
			return usage.Errorf("-o DIR is missing: the folder for the logs")
		}
		w, err := t.ReadLog(a, args, trace.Options{KeepRecords: true})
		if err != nil {
			return err
		}
		parts, err := w.Split(by, sizes)
		if err != nil {
			return err
		}
		if err := atomicfile.MakeFolder(t.out); err != nil {
			return err
		}
		type part struct {
			File string `json:"file"`
			Name string `json:"name"`
			Jobs int    `json:"jobs"`
			Size int    `json:"procs"`
			From string `json:"procs_from,omitempty"`
		}
		written, taken := []part{}, map[string]bool{}
		var rows console.Cells
		for _, p := range parts {
			if a.Context.Err() != nil {
				return errors.New("stopped; the logs written so far are kept")
			}
			ending := ".swf"
			if packed {
				ending += ".gz"
			}
			file := filepath.Join(t.out, fileName(p.Name, taken)+ending)
			if err := a.Save(file, p.WriteSWF); err != nil {
				return err
			}
			written = append(written, part{file, p.Name, p.Len(), p.Procs, p.ProcsFrom})
			rows.Add(numeral.Whole(p.Len()), numeral.Whole(p.Procs), file)
		}
		return a.List(map[string]any{"parts": written}, "rrl", "jobs|processors|file", rows)
	})
	t.Add(c.Flags())
	c.Flags().StringVar(&by, "by", "", keys)
	c.Flags().StringToIntVar(&sizes, "sizes", nil, "processors of partitions: gpu=256,batch=4096")
	c.Flags().BoolVar(&packed, "gzip", false, "compress the logs")
	c.Flags().StringVarP(&t.out, "out", "o", "", "folder for the logs")
	return a.WithJSON(c)
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

// window reads the time [--from, --to) in seconds or dates; "" is the beginning or the end.
func window(clock trace.Clock, from, to string) (first, last int64, err error) {
	last = job.MaxSeconds + 1
	for _, bound := range []struct {
		flag, text string
		at         *int64
	}{{"--from", from, &first}, {"--to", to, &last}} {
		if bound.text == "" {
			continue
		}
		if *bound.at, err = clock.Second(bound.text); err != nil {
			return 0, 0, usage.Errorf("%s: %w", bound.flag, err)
		}
	}
	if first >= last {
		return 0, 0, usage.Errorf("no time is between --from %s and --to %s", from, to)
	}
	return first, last, nil
}
