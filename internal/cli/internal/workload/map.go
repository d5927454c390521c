package workload

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/cli/internal/disk"
)

// A mapFlag is the value of --map: a map of columns or the name of a JSON file with one.
type mapFlag struct{ Text string }

func addMap(fl *pflag.FlagSet, m *mapFlag) {
	fl.Var(m, "map", "which columns of a table are what: field=column:unit,..., a data set's name, or a JSON file (see help tables)")
}

func (m *mapFlag) String() string { return m.Text }

// Type names the value in the help.
func (m *mapFlag) Type() string { return "map" }

// Set reads the map, which the experiment has without the file.
func (m *mapFlag) Set(value string) error {
	if strings.HasSuffix(value, ".json") && !strings.Contains(value, "=") {
		f, err := os.Open(value)
		if err != nil {
			return disk.Error(value, err)
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, MaxSpec))
		if err != nil {
			return disk.Error(value, err)
		}
		value = string(text)
	}
	parsed, err := table.ParseMap(value)
	if err != nil {
		return err
	}
	m.Text = parsed.String()
	return nil
}
