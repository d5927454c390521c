package figures

import "gonum.org/v1/plot/vg/draw"

// Marks of jobs that a grid treated differently from a single machine.
const (
	onSeveralSites  = Rising
	asMolded        = Level
	onSeveralMolded = Crossed
)

// markNames are the marks' names in the legend.
var markNames = [hatches]string{
	onSeveralSites:  "on several sites at once",
	asMolded:        "molded: not the processors asked for",
	onSeveralMolded: "on several sites, molded",
}

func (c *classes) mark(s *schedule, i int) Hatch {
	switch {
	case c.plain:
		return Plain
	case s.several[i] && s.molded[i]:
		return onSeveralMolded
	case s.several[i]:
		return onSeveralSites
	case s.molded[i]:
		return asMolded
	}
	return Plain
}

// A markSample is the legend's sample of a mark.
type markSample Hatch

func (m markSample) Thumbnail(c *draw.Canvas) {
	shape := c.Rectangle.Path()
	c.SetColor(muted)
	c.Fill(shape)
	Hatch(m).draw(c, c.Rectangle, over(muted))
	c.SetLineStyle(outlineStyle)
	c.Stroke(shape)
}
