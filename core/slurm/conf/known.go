package conf

import (
	_ "embed"
	"strings"
)

// A parameter of Slurm, and what becomes of it: a line of known.tsv.
type knownParameter struct {
	place, name, example string // where it stands, as Slurm writes it, with a value that is not its default
	state                knownState
	since                string // the release of Slurm that has it, if that is after 22.05
	by                   string // the scenario of a real Slurm, or the test
	text                 string // the field of the description, or why there is none and what it would change
}

type knownState string

const (
	simulated knownState = "yes"
	unused    knownState = "unused" // a description has it, and says that no simulation uses it
	ignored   knownState = "no"
	without   knownState = "none" // bears on no start: left out without a word
)

//go:embed known.tsv
var knownText string

// known are the parameters in the order of the table.
var known = func() (all []knownParameter) {
	for line := range strings.SplitSeq(knownText, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		for i, cell := range cells {
			if cell == "-" {
				cells[i] = ""
			}
		}
		all = append(all, knownParameter{cells[0], cells[1], cells[2], knownState(cells[3]), cells[4], cells[5], cells[6]})
	}
	return all
}()

// whys are the reasons of what is ignored, by place and name in lower case; quiet is what needs none, since it bears on nothing.
var whys, quiet = func() (map[[2]string]string, map[[2]string]bool) {
	whys, quiet := map[[2]string]string{}, map[[2]string]bool{}
	for _, k := range known {
		switch key := [2]string{k.place, strings.ToLower(k.name)}; k.state {
		case ignored:
			whys[key] = k.text
		case without:
			quiet[key] = true
		}
	}
	return whys, quiet
}()

const whyUnknown = "not known here: maybe of a newer Slurm, and maybe it changes starts"

// why returns the reason for which a parameter is ignored.
func why(place, name string) string {
	if text, ok := whys[[2]string{place, strings.ToLower(name)}]; ok {
		return text
	}
	return whyUnknown
}
