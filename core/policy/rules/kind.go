package rules

import "fmt"

// Kind describes a rule base, such as a fuzzy rule base of 10 rules.
func Kind(c Controller) string {
	switch c := c.(type) {
	case *Rigid:
		if len(c.choice) == 1 {
			return "always " + c.choice[0].String()
		}
		return fmt.Sprintf("a rigid rule base of %d situations", len(c.choice))
	case *Fuzzy:
		return "a fuzzy rule base of " + count(len(c.rules))
	case *Pair:
		return fmt.Sprintf("a fuzzy rule base of %s for the order and one of %s for the algorithm",
			count(len(c.orders.rules)), count(len(c.algorithms.rules)))
	}
	return fmt.Sprintf("a rule base of the type %T", c)
}

func count(rules int) string {
	if rules == 1 {
		return "1 rule"
	}
	return fmt.Sprintf("%d rules", rules)
}
