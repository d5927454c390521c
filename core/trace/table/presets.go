package table

import (
	_ "embed"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A Preset is the map of a published data set.
type Preset struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc"`    // one line: what it is
	Source  string   `json:"source"` // where its columns are documented
	Tried   bool     `json:"tried"`  // on the data themselves, or a part; the others on files made as documented
	Columns []string `json:"-"`      // a table with all of these is one
	Map     Map      `json:"-"`
}

// FindPreset returns the preset of that name.
func FindPreset(name string) (*Preset, bool) {
	for i := range Presets {
		if Presets[i].Name == name {
			return &Presets[i], true
		}
	}
	return nil, false
}

// Presets are the data sets of presets.tsv.
var Presets = func() (all []Preset) {
	for row := range text.Rows(presets) {
		p := Preset{Name: row[0], Doc: row[1], Source: row[2], Tried: row[3] != "", Columns: strings.Fields(row[4])}
		for entry := range strings.SplitSeq(row[5], ",") {
			key, from, _ := strings.Cut(entry, "=")
			if err := p.Map.set(key, from); err != nil {
				panic(err) // a test reads all of them
			}
		}
		all = append(all, p)
	}
	return all
}()

//go:embed presets.tsv
var presets string
