package shared

import (
	"strconv"

	"github.com/backfill-lab/backfill/core/policy"
)

// A Form has the options of a form for Nodes, named like their fields.
type Form struct {
	Options []policy.Option `json:"options"`

	// An algorithm's name is dfrs:, one choice of each part, if policies have
	// that name, and options as /OPTION=VALUE.
	Parts []policy.Option `json:"parts"`

	Presets []policy.Choice `json:"presets"` // algorithms worth a look, whole names
}

// NewForm returns the form.
func NewForm() Form { return Form{Options: options, Parts: Parts(), Presets: presets} }

var (
	options = []policy.Option{
		{Name: "nodes", Title: "Nodes", Least: 1, Most: MaxNodes, Step: 1,
			Doc: "How many nodes the cluster has, all alike; by default those of the workload's machine."},
		{Name: "cores", Title: "Cores of a node", Default: "1", Least: 1, Most: 1024, Step: 1, Doc: "Processors of a node. " +
			"A log's job of that many is one task, if its memory allows; a ready-made workload is drawn for nodes of four."},
		{Name: "memory_kib", Title: "Memory of a node", Unit: "KiB", Least: 1, Most: 1 << 40, Step: 1,
			Doc: "Jobs need as much as the log says; by default enough for each. Jobs of a log that does not say need none."},
		{Name: "penalty_s", Title: "Penalty", Unit: "s", Default: strconv.Itoa(DefaultPenaltyS), Most: 1e6, Step: 1,
			Doc: "For so long a job that is resumed or moved holds its nodes without progress."},
	}
	presets = []policy.Choice{
		{Name: "dfrs:Greedy*/OPT=MIN", Title: "Greedy*", Doc: "No pauses and no migrations: fractions of the CPU alone."},
		{Name: "dfrs:GreedyP*/OPT=MIN", Title: "GreedyP*", Doc: "No packing and no migrations: jobs are paused for new ones where they must be."},
		{Name: "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600", Title: "GreedyPM*/per, recommended",
			Doc: "What the paper recommends: at once, when a job ends and periodically; jobs that have just started are left alone."},
		{Name: "dfrs:MCB8*/per/OPT=MIN/MINVT=600", Title: "MCB8*/per", Doc: "All jobs are packed again whenever one arrives or ends."},
		{Name: "dfrs:/stretch-per/OPT=MAX/MINVT=600", Title: "/stretch-per", Doc: "Nothing but periodic packing for the lowest stretch."},
	}
)
