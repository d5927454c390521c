package plan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
)

// DefaultWork is what a solution may take if a Book does not say it.
const DefaultWork = 0.01

var defaultWork = strconv.FormatFloat(DefaultWork, 'g', -1, 64)

// WorkOption is the option work of policies that may plan in order Opt.
var WorkOption = policy.Option{Name: "work", Title: "Work of the optimiser", Default: defaultWork, Least: 0.00001, Most: 1000, Step: 0.00001,
	Doc: "How much work each plan by opt may take: 1 is about a second of one core, counted so that every machine finds the same."}

// ParseWork reads the value of WorkOption, a number without an exponent.
func ParseWork(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.") != "" || x < WorkOption.Least || x > WorkOption.Most {
		return 0, fmt.Errorf("%s is %q: give a number from %.5f to %.0f", WorkOption.Name, text, WorkOption.Least, WorkOption.Most)
	}
	return x, nil
}
