package figures

import (
	"cmp"
	"image/color"
	"slices"

	"github.com/backfill-lab/backfill/core/result"
)

// classes divide jobs by colour. The i-th job j of a schedule belongs to of(i, j), an
// index into names and colors.
type classes struct {
	title  string
	names  []string
	colors []color.RGBA
	of     func(i int, j *jobRow) int
	plain  bool // without marks: the colours say the same
}

const maxClasses = 6 // colours that a reader can tell apart

// widthBounds returns the largest width of each class for jobs of up to most
// processors: 1, then ranges that grow by the least power of two that yields at most
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
	k, _ := slices.BinarySearch(bounds, width)
	return min(k, len(bounds)-1)
}

func widest(all []*schedule) int64 {
	most := int64(1)
	for _, s := range all {
		for i := range s.jobs.len() {
			most = max(most, int64(s.jobs.whole.at(i)))
		}
	}
	return most
}

func classesByWidth(all []*schedule) *classes {
	bounds := widthBounds(widest(all))
	c := &classes{title: "Processors per job", names: widthNames(bounds), colors: Ramp(len(bounds))}
	c.of = func(_ int, j *jobRow) int { return widthClass(bounds, int64(j.whole)) }
	return c
}

// classesByName gives the users or queues with the largest areas a colour each, and all
// others one.
func classesByName(title string, all []*schedule, dict *result.Dict, code func(*jobRow) int32) *classes {
	area := make([]float64, len(dict.Texts()))
	rest := false // there are jobs without a name
	for _, s := range all {
		for _, j := range s.jobs.all() {
			if k := code(j); k >= 0 {
				area[k] += float64(j.width) * (j.end - j.start)
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
	class := slices.Repeat([]int{top}, len(area))
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
	c.of = func(_ int, j *jobRow) int {
		if k := code(j); k >= 0 {
			return class[k]
		}
		return top
	}
	return c
}

// waitBounds are the longest waits of the classes by wait, in seconds, but for the last.
var waitBounds = []float64{60, 3600, 6 * 3600, 86400, 5 * 86400}

func classesByWait() *classes {
	c := &classes{title: "Waited", names: []string{"up to 1 min", "1 h", "6 h", "1 d", "5 d", "longer"}, colors: Ramp(len(waitBounds) + 1)}
	c.of = func(_ int, j *jobRow) int {
		k, _ := slices.BinarySearch(waitBounds, j.wait())
		return k
	}
	return c
}

// classesByOvertaking tells the jobs that started before one that was submitted earlier.
func classesByOvertaking() *classes {
	return &classes{title: "Job started", names: []string{"in order", "before one submitted earlier"},
		colors: []color.RGBA{{0x9c, 0xc3, 0xe0, 0xff}, {0xd5, 0x5e, 0x00, 0xff}},
		of: func(_ int, j *jobRow) int {
			if j.overtook {
				return 1
			}
			return 0
		}}
}

// classesByPlacement says what a grid did with each job.
func classesByPlacement() *classes {
	c := &classes{title: "Job ran", plain: true,
		names: []string{"at home", "on another site", "on several sites", "molded"},
		colors: []color.RGBA{ // of four lightnesses
			{0xcf, 0xd9, 0xe2, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x44, 0x01, 0x54, 0xff}}}
	c.of = func(_ int, j *jobRow) int {
		switch {
		case j.several:
			return 2
		case j.molded:
			return 3
		case j.away:
			return 1
		}
		return 0
	}
	return c
}

// classesFor returns the classes of an Options.Color; placement without a grid is width.
func classesFor(by string, all []*schedule) *classes {
	switch by {
	case "placement":
		if slices.ContainsFunc(all, func(s *schedule) bool { return s.grid }) {
			return classesByPlacement()
		}
	case "wait":
		return classesByWait()
	case "overtaking":
		return classesByOvertaking()
	case "user":
		return classesByName("User", all, all[0].users, func(j *jobRow) int32 { return j.user })
	case "queue":
		return classesByName("Queue", all, all[0].queues, func(j *jobRow) int32 { return j.queue })
	}
	return classesByWidth(all)
}
