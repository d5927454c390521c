package figures

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestListsOfNodes(t *testing.T) {
	for list, want := range map[string][]nodeRange{
		"7": {{7, 8, 1}}, "0-2,5*2": {{0, 3, 1}, {5, 6, 2}}, "0*12": {{0, 1, 12}}, "3-4*2,5-6": {{3, 5, 2}, {5, 7, 1}},
		"": nil, "a": nil, "1,": nil, "2-1": nil, "-1": nil, "1*0": nil, "1*": nil, "1-": nil, "3,2": nil, "1-3,3": nil, "1 ": nil, "1-2-3": nil,
		"99999999999999999999": nil, "0-9223372036854775807": nil,
	} {
		got, err := parseNodes(list)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %v, %v; want %v", list, got, err, want)
		}
	}
}

// Reading gives what was written, with all tasks.
func TestListsOfNodesAreReadBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		counts := rapid.SliceOfN(rapid.Int64Range(0, 3), 1, 12).Draw(rt, "tasks by node")
		var parts []string
		sum := 0.0
		for node, n := range counts {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%d*%d", node, n))
			}
			sum += float64(n)
		}
		nodes, err := parseNodes(strings.Join(parts, ","))
		if len(parts) == 0 {
			return
		}
		if err != nil || tasks(nodes) != sum {
			rt.Fatalf("%v: %v tasks, %v", parts, tasks(nodes), err)
		}
		for node, n := range counts {
			if got := countOn(nodes, int64(node)); got != n {
				rt.Fatalf("%v: %d tasks on node %d", parts, got, node)
			}
		}
	})
}
