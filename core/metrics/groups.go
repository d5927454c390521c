package metrics

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/wide"
)

// UserGroups is the number of user groups, 1 to UserGroups. The Input assigns users to
// them; core/policy/rules does so by share of all consumption, the few largest in group 1.
const UserGroups = 5

// A groupSum has the sums of one user group.
type groupSum struct {
	area         wide.Uint // sum w r
	areaResponse fraction
}

// Grouped lists the metrics of user groups, the last columns of a runs table. A group
// without a job that holds processors for a second has no response time.
var Grouped = grouped()

func grouped() []Metric {
	list := make([]Metric, 2*UserGroups)
	for g := range UserGroups {
		of := fmt.Sprintf("over the jobs of user group %d", g+1)
		list[g] = Metric{fmt.Sprintf("awrt%d_s", g+1), fmt.Sprintf("AWRT %d", g+1), "s", Lower, rules + ", equation 3",
			"sum w_j r_j resp_j / sum w_j r_j " + of,
			func(t *totals) float64 {
				return t.seconds(ratio(t.groups[g].areaResponse.value(), t.groups[g].area.Float()))
			}}
		list[UserGroups+g] = Metric{fmt.Sprintf("group%d_share", g+1), fmt.Sprintf("Share of group %d", g+1), "1", Either,
			rules + ", section 2.1, which groups users by their resource consumption", "(sum w_j r_j " + of + ") / sum w_j r_j",
			func(t *totals) float64 { return ratio(t.groups[g].area.Float(), t.area.Float()) }}
	}
	return list
}

// GroupOf returns the group of a user by the user's index into groups; a user beyond is
// in the last.
func GroupOf(groups []uint8, user int32) int {
	if user < 0 || int(user) >= len(groups) {
		return UserGroups
	}
	return int(groups[user])
}
