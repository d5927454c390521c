package figures

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

func (c *classes) mark(j *jobRow) Hatch {
	switch {
	case c.plain:
		return Plain
	case j.several && j.molded:
		return onSeveralMolded
	case j.several:
		return onSeveralSites
	case j.molded:
		return asMolded
	}
	return Plain
}

// markSample is the legend's sample of a mark.
func markSample(h Hatch) FillStyle {
	return FillStyle{Color: muted, Hatch: h, Outline: outlineStyle, lines: ink}
}
