package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// The size of a dot plot, in pixels.
const (
	dotsWide   = 120
	dotsHigh   = 14
	dotsMargin = 4
)

// dots draws our number with each seed as a dot, the range of the seeds as a bar, and the
// printed number, if there is one, as a stroke. It is empty for a number that does not vary.
func dots(n *paper.Number) template.HTML {
	all := slices.DeleteFunc(slices.Clone(n.Samples), math.IsNaN)
	if len(all) == 0 || n.Spread() == "" {
		return ""
	}
	published := float64(n.Published)
	least, most := slices.Min(all), slices.Max(all)
	if n.Verdict != "" {
		least, most = min(least, published), max(most, published)
	}
	x := func(v float64) string {
		at := 0.5
		if most > least {
			at = (v - least) / (most - least)
		}
		return fmt.Sprintf("%.1f", dotsMargin+at*(dotsWide-2*dotsMargin))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="dots" width="%d" height="%d" role="img" aria-label="%d seeds from %s to %s">`, dotsWide, dotsHigh, len(all),
		paper.Format(slices.Min(all), ""), paper.Format(slices.Max(all), ""))
	fmt.Fprintf(&b, `<path class="range" d="M%s %dH%s"/>`, x(float64(n.Low)), dotsHigh/2, x(float64(n.High)))
	for _, v := range all {
		fmt.Fprintf(&b, `<circle cx="%s" cy="%d" r="2"/>`, x(v), dotsHigh/2)
	}
	if n.Verdict != "" {
		fmt.Fprintf(&b, `<path class="at" d="M%s 1V%d"/>`, x(published), dotsHigh-1)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) // numbers only
}
