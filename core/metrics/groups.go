package metrics

import "fmt"

// UserGroups is how many groups of users there are, 1 to UserGroups. Which user is
// in which is the Input's to say: core/rules parts users by the share of all
// resources that they consume, and has few large ones in group 1.
const UserGroups = 5

// A groupSum is what the jobs of one user group add up to.
type groupSum struct {
	area         whole // sum w r
	areaResponse fraction
}

// Grouped is every metric of user groups, in the order of the columns of a runs
// table, where they come last. A group without a job that holds processors for a
// second has no response time.
var Grouped = grouped()

func grouped() (list []Metric) {
	for g := range UserGroups {
		of := fmt.Sprintf("over the jobs of user group %d", g+1)
		list = append(list, Metric{Name: fmt.Sprintf("awrt%d_s", g+1), Title: fmt.Sprintf("AWRT %d", g+1), Unit: "s", Better: Lower,
			Source:  rules + ", equation 3",
			Formula: "sum w_j r_j resp_j / sum w_j r_j " + of,
			value: func(t *totals) float64 {
				return t.seconds(ratio(t.groups[g].areaResponse.value(), t.groups[g].area.float()))
			}})
	}
	for g := range UserGroups {
		of := fmt.Sprintf("over the jobs of user group %d", g+1)
		list = append(list, Metric{Name: fmt.Sprintf("group%d_share", g+1), Title: fmt.Sprintf("Share of group %d", g+1), Unit: "1", Better: Either,
			Source:  rules + ", section 2.1, which groups users by their resource consumption",
			Formula: "(sum w_j r_j " + of + ") / sum w_j r_j",
			value:   func(t *totals) float64 { return ratio(t.groups[g].area.float(), t.area.float()) }})
	}
	return list
}

// groupOf is the group of a user, from 0; of one that the Input does not know the
// last.
func (in *Input) groupOf(user int32) int {
	if user < 0 || int(user) >= len(in.Groups) {
		return UserGroups - 1
	}
	return int(in.Groups[user]) - 1
}
