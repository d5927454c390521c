package figures

import (
	"cmp"
	"image/color"
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/result"
)

// classes divide jobs by colour. Job i of s belongs to of(s, i), an index into
// names and colors.
type classes struct {
	title  string
	names  []string
	colors []color.RGBA
	of     func(s *schedule, i int) int
	plain  bool // without marks: the colours say the same
}

// maxClasses is the number of colours that a reader can tell apart at once.
const maxClasses = 6

// widthBounds returns the largest width of each class for jobs of up to most
// processors: 1, then ranges that grow by the least power of two that gives at most
// maxClasses.
func widthBounds(most int64) []int64 {
	for factor := int64(2); ; factor *= 2 {
		bounds := []int64{1}
		for b := int64(1); b < most && len(bounds) <= maxClasses; {
			if b > most/factor {
				b = most
			} else {
				b *= factor
			}
			bounds = append(bounds, b)
		}
		if len(bounds) <= maxClasses {
			return bounds
		}
	}
}

// widthNames names the classes with these bounds: "1", "2-4", "5-16".
func widthNames(bounds []int64) []string {
	out := make([]string, len(bounds))
	for i, b := range bounds {
		low := int64(1)
		if i > 0 {
			low = bounds[i-1] + 1
		}
		if out[i] = count(float64(b)); low < b {
			out[i] = count(float64(low)) + "–" + out[i]
		}
	}
	return out
}

func widthClass(bounds []int64, width int64) int {
	return min(sort.Search(len(bounds), func(k int) bool { return bounds[k] >= width }), len(bounds)-1)
}

func widest(all []*schedule) int64 {
	most := int64(1)
	for _, s := range all {
		for _, w := range s.whole {
			most = max(most, w)
		}
	}
	return most
}

func classesByWidth(all []*schedule) *classes {
	bounds := widthBounds(widest(all))
	c := &classes{title: "Processors per job", names: widthNames(bounds), colors: Ramp(len(bounds))}
	c.of = func(s *schedule, i int) int { return widthClass(bounds, s.whole[i]) }
	return c
}

// classesByName gives each of the users or queues with the largest areas a colour,
// and all others one.
func classesByName(title string, all []*schedule, codes func(*schedule) ([]int32, *result.Dict)) *classes {
	var area []float64
	var dict *result.Dict
	rest := false // there are jobs without a name
	for _, s := range all {
		code, d := codes(s)
		dict = d
		area = append(area, make([]float64, max(0, len(d.Texts())-len(area)))...)
		for i, k := range code {
			if k >= 0 {
				area[k] += float64(s.width[i]) * (s.end[i] - s.start[i])
			} else {
				rest = true
			}
		}
	}
	ranked := make([]int32, len(area))
	for i := range ranked {
		ranked[i] = int32(i)
	}
	slices.SortStableFunc(ranked, func(a, b int32) int { return cmp.Compare(area[b], area[a]) })
	top := min(len(ranked), maxClasses)
	c := &classes{title: title}
	class := make([]int, len(area))
	for i := range class {
		class[i] = top
	}
	for i, k := range ranked[:top] {
		class[k] = i
		name := label(dict.Text(k), 24)
		if name == "" {
			name = "(unprintable)"
		}
		c.names, c.colors = append(c.names, name), append(c.colors, seriesColor(i))
	}
	if rest || len(ranked) > top {
		name := "others"
		if len(ranked) <= top {
			name = "unknown"
		}
		c.names, c.colors = append(c.names, name), append(c.colors, color.RGBA{0xbb, 0xbb, 0xbb, 0xff})
	}
	c.of = func(s *schedule, i int) int {
		code, _ := codes(s)
		if code[i] < 0 {
			return top
		}
		return class[code[i]]
	}
	return c
}

// classesByPlacement says what a grid did with each job.
func classesByPlacement() *classes {
	c := &classes{title: "Job ran", plain: true,
		names: []string{"at home", "on another site", "on several sites", "molded"},
		colors: []color.RGBA{ // of four lightnesses
			{0xcf, 0xd9, 0xe2, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x44, 0x01, 0x54, 0xff}}}
	c.of = func(s *schedule, i int) int {
		switch {
		case s.several[i]:
			return 2
		case s.molded[i]:
			return 3
		case s.away[i]:
			return 1
		}
		return 0
	}
	return c
}

// classesFor returns the classes of Options.Color. Without a grid, placement means
// width.
func classesFor(by string, all []*schedule) *classes {
	switch by {
	case "placement":
		if slices.ContainsFunc(all, func(s *schedule) bool { return s.grid }) {
			return classesByPlacement()
		}
	case "user":
		return classesByName("User", all, func(s *schedule) ([]int32, *result.Dict) { return s.user, s.users })
	case "queue":
		return classesByName("Queue", all, func(s *schedule) ([]int32, *result.Dict) { return s.queue, s.queues })
	}
	return classesByWidth(all)
}
