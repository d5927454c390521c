package grid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
)

// Prefix begins the name of every policy of this package.
const Prefix = "grid-"

const source = "Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of Parallel Jobs on Computational Grid"

// A family is a policy of this package with its options.
type family struct {
	info       policy.Info
	options    Options
	parameters []*parameter
	planner    bool
}

// families is every policy of this package.
var families = []family{
	{info: policy.Info{Name: "grid-independent", Title: "Independent clusters", Family: "grid", Source: source,
		Doc: "Every job runs on its home site, each site with its own queue: no grid."},
		options: Options{Scope: "home"}, parameters: []*parameter{queueing, order}},
	{info: policy.Info{Name: "grid-sharing", Title: "Load sharing", Family: "grid", Source: source,
		Doc: "All sites share one queue; every job runs on one site, any that has enough processors free."},
		parameters: []*parameter{siting, queueing, order}},
	{info: policy.Info{Name: "grid-multisite", Title: "Multi-site execution", Family: "grid", Source: source,
		Doc: "Load sharing; a job that fits on no single site runs on several at once and takes longer there."},
		options: Options{Split: "adaptive"}, parameters: []*parameter{splitting, counting, tie, siting, queueing, order}},
	{info: policy.Info{Name: "grid-moldable", Title: "Adaptive processor allocation", Family: "grid", Source: source,
		Doc: "Load sharing; a job that fits on no single site starts on fewer processors than it asked for and takes longer."},
		options: Options{Mold: true, Power: 0.5}, parameters: []*parameter{power, take, siting, queueing, order}},
	{info: policy.Info{Name: "grid-combined", Title: "Adaptive allocation and multi-site", Family: "grid", Source: source,
		Doc: "Load sharing; a job that fits on no single site starts on fewer processors or on several sites."},
		options:    Options{Mold: true, Power: 0.5, Split: "adaptive"},
		parameters: []*parameter{first, power, take, splitting, counting, tie, siting, queueing, order}},
	{info: policy.Info{Name: "grid-plan", Title: "Planned on all sites", Family: "grid", Source: "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002, on several sites",
		Doc: "Plans every waiting job anew at every event, in queue order, on the site where it is expected to end first; needs estimates."},
		parameters: []*parameter{planOrder, planSplit, planMold}, planner: true},
}

// describe returns what the family is without options.
func (f *family) describe() policy.Info {
	info := f.info
	for _, p := range f.parameters {
		info.Options = append(info.Options, p.Option)
	}
	return info
}

// All lists the policies of this package, without options.
func All() []policy.Info {
	var all []policy.Info
	for i := range families {
		all = append(all, families[i].describe())
	}
	return all
}

// Describe returns what All has for a name, with its options in name and title,
// or an error as Parse has it.
func Describe(name string) (policy.Info, error) {
	f, _, err := parse(name)
	if err != nil {
		return policy.Info{}, err
	}
	_, options, _ := strings.Cut(name, ":")
	info := f.describe()
	if info.Name = name; options != "" {
		info.Title += " (" + options + ")"
	}
	return info, nil
}

// Parse returns a new policy of that name, grid-sharing or another of All, with
// options after a colon, parted by commas: grid-multisite:split=adaptive,site=best-fit.
func Parse(name string) (Policy, error) {
	f, s, err := parse(name)
	if err != nil {
		return nil, err
	}
	if f.planner {
		return NewPlanner(s.plan), nil
	}
	return NewScheduler(s.Options), nil
}

func parse(name string) (*family, settings, error) {
	base, options, given := strings.Cut(name, ":")
	i := slices.IndexFunc(families, func(f family) bool { return f.info.Name == base })
	if i < 0 {
		var names []string
		for i := range families {
			names = append(names, families[i].info.Name)
		}
		return nil, settings{}, fmt.Errorf("there is no policy %q: it is one of %s", name, strings.Join(names, ", "))
	}
	f := &families[i]
	s := settings{Options: f.options}
	if err := f.read(&s, options, given); err != nil {
		return nil, settings{}, fmt.Errorf("there is no policy %q: %w", name, err)
	}
	return f, s, nil
}

// read sets what the options of a name say.
func (f *family) read(s *settings, options string, given bool) error {
	return policy.EachOption(options, given, func(key, value string) error {
		var names []string
		for _, p := range f.parameters {
			if p.Name == key {
				return p.set(s, value)
			}
			names = append(names, p.Name)
		}
		return fmt.Errorf("there is no option %s: it is one of %s", key, strings.Join(names, ", "))
	})
}
