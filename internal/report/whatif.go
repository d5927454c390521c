package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"math"
	"sync"

	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A WhatIf is an answer to what would change if a cluster were different, for people who decide.
type WhatIf struct {
	*whatif.Answer
	Log     string   // name of the log
	From    string   // date of its first submission, or ""
	Policy  string   // scheduler of the cluster as it is
	Notes   []string // what was assumed and left out, in sentences
	Program string
}

//go:embed whatif.html
var answerPage string

var answerTmpl = sync.OnceValue(func() *template.Template { return template.Must(template.New("whatif").Parse(answerPage)) })

// Write writes the page. The same answer gives the same bytes.
func (w WhatIf) Write(to io.Writer) error {
	picture, err := figures.DrawChart(w.Chart(""))
	if err != nil {
		return err
	}
	var svg bytes.Buffer
	if err := picture.Write(&svg, "svg"); err != nil {
		return err
	}
	low, high := w.Range()
	grave, _ := doubt.Split(w.Doubts)
	return execute(to, answerTmpl(), struct {
		WhatIf
		Grave     []string
		Low, High whatif.Draw
		Style     template.CSS
		Picture   template.HTML
	}{w, doubt.Sentences(grave), low, high, template.CSS(style), inline(svg.String(), "100%")})
}

// Hours writes seconds as hours; what is below a tenth of an hour as minutes or seconds.
func (WhatIf) Hours(s float64) string {
	switch a := math.Abs(s); {
	case a >= 360:
		return numeral.Fixed(s/3600, 2) + " h"
	case a >= 60:
		return numeral.Fixed(s/60, 1) + " min"
	}
	return numeral.Fixed(s, 1) + " s"
}

// More writes a change with its sign.
func (w WhatIf) More(s float64) string {
	if s > 0 {
		return "+" + w.Hours(s)
	}
	return w.Hours(s)
}

// Sum writes what a difference is in all, in hours of waiting.
func (w WhatIf) Sum(d whatif.Difference) string {
	return numeral.Fixed(math.Abs(d.Change())*float64(d.Jobs)/3600, 0)
}

// Class is the style of a difference whose range leaves out 0.
func (WhatIf) Class(d whatif.Difference) string {
	switch {
	case d.Low == nil:
		return ""
	case *d.High < 0:
		return "same"
	case *d.Low > 0:
		return "differs"
	}
	return ""
}

// Number writes n with its thousands apart.
func (WhatIf) Number(n int) string { return numeral.Whole(n) }

// Percent writes a share.
func (WhatIf) Percent(x float64) string { return numeral.Fixed(100*x, 0) + " %" }

// Off says how far the simulation of the cluster as it is is from the log.
func (w WhatIf) Off() string {
	m := w.Fidelity.Mean
	if m.Recorded == 0 {
		return "nothing"
	}
	off := 100 * (m.Twin/m.Recorded - 1)
	if off < 0 {
		return numeral.Fixed(-off, 1) + " % less"
	}
	return numeral.Fixed(off, 1) + " % more"
}
