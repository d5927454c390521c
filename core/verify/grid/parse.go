package grid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/verify"
)

// Parse returns the rules of a policy by its name, such as grid-sharing or
// grid-multisite:split=larger,site=best-fit. first is the first submission of the workload.
func Parse(policy string, first int64) (Rules, error) {
	name, options, _ := strings.Cut(policy, ":")
	r, ok := map[string]Rules{
		"grid-independent": {Clusters: true},
		"grid-sharing":     {},
		"grid-multisite":   {Split: "adaptive"},
		"grid-moldable":    {Mold: true, Power: 0.5},
		"grid-combined":    {Mold: true, Power: 0.5, Split: "adaptive"},
		"grid-plan":        {Planned: true},
	}[name]
	if !ok {
		return r, fmt.Errorf("%q is no policy of a grid", policy)
	}
	for options != "" {
		var option string
		option, options, _ = strings.Cut(options, ",")
		key, value, _ := strings.Cut(option, "=")
		if !r.set(key, value, first) {
			return r, fmt.Errorf("%q is no option of a policy of a grid", option)
		}
	}
	return r, nil
}

// set sets an option, and reports whether value is one of key's.
func (r *Rules) set(key, value string, first int64) bool {
	is := func(values ...string) bool { return slices.Contains(values, value) }
	switch key {
	case "queue":
		r.List = value == "list"
		return is("fcfs", "list")
	case "order":
		r.Order = verify.OrderKey(value, first)
		return is("submission") || r.Order != nil
	case "site":
		r.Site = strings.TrimPrefix(value, "fastest")
		return is("fastest", "best-fit", "most-power", "most-free", "random", "home")
	case "single":
		r.Single = strings.TrimPrefix(value, "site")
		return is("site", "most-free", "best-fit")
	case "split":
		r.Split = strings.TrimPrefix(value, "none")
		return r.Planned && is("none", "faster") || !r.Planned && is("larger", "faster", "adaptive")
	case "mold":
		r.Mold = value == "halving"
		return r.Planned && is("none", "halving")
	case "count":
		r.Count = strings.TrimPrefix(value, "queue")
		return is("queue", "list", "each")
	case "tie":
		r.TieLarger = value == "larger"
		return is("faster", "larger")
	case "power":
		x, err := strconv.ParseFloat(value, 64)
		r.Power = x
		return err == nil && x >= 0 && x <= 1
	case "take":
		r.TakePower = value == "power"
		return is("asked", "power")
	case "first":
		r.SplitFirst = value == "split"
		return is("mold", "split")
	}
	return false
}
