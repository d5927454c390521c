package figures

import (
	"fmt"
	"strconv"
	"strings"
)

// A nodeRange is a job's tasks on the nodes [from, to), count on each.
type nodeRange struct {
	from, to, count int64
}

// parseNodes reads the nodes of a row of result.Shares: 0-2,5*2 is one task on each
// of 0, 1 and 2 and two on 5. Ranges ascend and do not overlap.
func parseNodes(list string) ([]nodeRange, error) {
	var out []nodeRange
	for _, part := range strings.Split(list, ",") {
		span, times, counted := strings.Cut(part, "*")
		first, last, ranged := strings.Cut(span, "-")
		if !ranged {
			last = first
		}
		if !counted {
			times = "1"
		}
		var n [3]int64
		for i, text := range []string{first, last, times} {
			v, err := strconv.ParseInt(text, 10, 64)
			if err != nil || v < 0 || v >= maxMachine {
				return nil, fmt.Errorf("%.40q is not a list of nodes such as 0-2,5*2", list)
			}
			n[i] = v
		}
		r := nodeRange{n[0], n[1] + 1, n[2]}
		if r.from >= r.to || r.count < 1 || len(out) > 0 && r.from < out[len(out)-1].to {
			return nil, fmt.Errorf("%.40q is not a list of nodes such as 0-2,5*2", list)
		}
		out = append(out, r)
	}
	return out, nil
}

func tasks(nodes []nodeRange) float64 {
	n := 0.0
	for _, r := range nodes {
		n += float64(r.to-r.from) * float64(r.count)
	}
	return n
}
