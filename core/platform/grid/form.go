package grid

import "github.com/backfill-lab/backfill/core/policy"

// A Form has the options of a form for a Grid, beside its sites. An option is
// named like its field of the grid, of its multisite or of its speedup.
type Form struct {
	Homes     []policy.Choice `json:"homes"` // the keys that choose home sites
	MultiSite []policy.Option `json:"multisite"`
	Speedup   []policy.Option `json:"speedup"`
	Seed      []policy.Option `json:"seed"`
}

// NewForm returns the form.
func NewForm() Form { return Form{Homes: homes, MultiSite: multiSite, Speedup: speedup, Seed: seeds} }

var (
	homes = []policy.Choice{
		{Name: "queue", Title: "queue", Doc: "A job belongs to the site that names its queue."},
		{Name: "user", Title: "user", Doc: "A job belongs to the site that names its user."},
		{Name: "group", Title: "group", Doc: "A job belongs to the site that names its user's group or account."},
		{Name: "partition", Title: "partition", Doc: "A job belongs to the site that names its partition."},
	}
	multiSite = []policy.Option{
		{Name: "overhead", Title: "Overhead p", Default: "0", Most: 1e6, Step: 0.01,
			Doc: "A job on several sites takes up to 1 + p times as long."},
		{Name: "spread", Title: "Of each job", Default: "fixed", Doc: "How the overheads of jobs differ.", Choices: []policy.Choice{
			{Name: "fixed", Title: "p for all", Doc: "Every job has the overhead p."},
			{Name: "uniform", Title: "drawn from 0 to p", Doc: "Each job has its own, uniform from 0 to p."},
			{Name: "normal", Title: "normal about p/2", Doc: "Each job has its own, normal with mean p/2 and deviation p/6, within 0 and p."}}},
		{Name: "reading", Title: "Stretched is its time", Default: "home", Doc: "Which run time the overhead applies to.",
			Choices: []policy.Choice{
				{Name: "home", Title: "on its home site", Doc: "The run time that the job has on its home site."},
				{Name: "slowest", Title: "on the slowest site", Doc: "The run time on the slowest site taken: faster parts wait for slower ones."}}},
	}
	speedup = []policy.Option{
		{Name: "model", Title: "Speed-up", Default: "linear", Doc: "How a job's speed grows with its processors.", Choices: []policy.Choice{
			{Name: "linear", Title: "linear", Doc: "Twice the processors, half the time: its work is conserved."},
			{Name: "amdahl", Title: "Amdahl", Doc: "A serial fraction of the work gains nothing."},
			{Name: "downey", Title: "Downey", Doc: "An average parallelism and its variance bound the gain."}}},
		{Name: "serial", Title: "Serial fraction", Default: "0", Most: 1, Step: 0.01, Doc: "Amdahl: the fraction of the work that is serial."},
		{Name: "average", Title: "Average parallelism", Default: "0", Most: 1 << 30, Step: 1,
			Doc: "Downey: the average parallelism A; 0 is what the job asked for."},
		{Name: "variance", Title: "Variance", Default: "0", Most: 1e6, Step: 0.1,
			Doc: "Downey: sigma, the coefficient of variance of the parallelism."},
		{Name: "spread", Title: "Of each job", Default: "fixed", Doc: "How the speed-ups of jobs differ.", Choices: []policy.Choice{
			{Name: "fixed", Title: "the same for all", Doc: "Every job has the numbers above."},
			{Name: "uniform", Title: "drawn up to these", Doc: "Each job draws its own numbers, up to those above."}}},
	}
	seeds = []policy.Option{
		{Name: "seed", Title: "Seed", Default: "0", Most: 1 << 53, Step: 1, Doc: "Of what is drawn per job, and of sites chosen at random."},
	}
)
