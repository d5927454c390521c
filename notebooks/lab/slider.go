package lab

import (
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Slider shows a slider over values and the picture of one of them, at first of values[first]. All pictures are made
// now and stand in the notebook: so it needs neither a kernel nor a running cell, it works in a page made of the
// notebook, and where no program may run the pictures stand below one another. GoNB's own slider asks the cell for
// each picture, and without a browser waits for one for ever.
func Slider(label string, values []float64, first int, draw func(value float64) *figures.Drawing) {
	if first < 0 || first >= len(values) {
		check(fmt.Errorf("the slider %q has %s, and is to begin with number %d", label, numeral.Plural(len(values), "value"), first))
	}
	pngs, bar := make([][]byte, len(values)), newBar()
	for i, v := range values {
		d := draw(v)
		d.DPI = 90
		pngs[i] = must(d.Bytes("png"))
		bar.set(float64(i+1)/float64(len(values)), fmt.Sprintf("%d of %s", i+1, numeral.Plural(len(values), "picture")))
	}
	bar.done()
	if !gonbui.IsNotebook {
		say("[%s: a slider of %s, at %v]\n", label, numeral.Plural(len(values), "picture"), values[first])
		return
	}
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMETextPlain: fmt.Sprintf("%s: %v", label, values[first]),
		protocol.MIMETextHTML:  sliderHTML(label, values, first, pngs),
	}})
	gonbui.Sync()
}

// onSlide shows the picture and the value that the slider is at. It finds them by its own place, because several sliders
// may stand in a page.
const onSlide = `const f=this.closest('figure');f.querySelectorAll('img').forEach((p,i)=>{p.hidden=i!=this.value;` +
	`if(!p.hidden)f.querySelector('output').textContent=p.alt.split(' ').pop()})`

func sliderHTML(label string, values []float64, first int, pngs [][]byte) string {
	var b strings.Builder
	label = html.EscapeString(label)
	fmt.Fprintf(&b, "<figure style=\"margin:0\">\n<label>%s <output>%s</output><br>\n"+
		`<input type="range" min="0" max="%d" value="%d" style="width:20em" oninput="%s"></label><br>`+"\n",
		label, digits(values[first]), len(values)-1, first, onSlide)
	for i, png := range pngs {
		hidden := " hidden"
		if i == first {
			hidden = ""
		}
		fmt.Fprintf(&b, "<img%s alt=\"%s %s\" src=\"data:image/png;base64,%s\">\n", hidden, label, digits(values[i]),
			base64.StdEncoding.EncodeToString(png))
	}
	return b.String() + "</figure>"
}

// SlideShrink shows one of figures.All with a slider for the shrinking factor, which multiplies the times between
// submissions: a smaller one is a higher load. It simulates the experiment with each, and leaves Dir alone.
func (e Experiment) SlideShrink(figure string, o Options, shrinks ...float64) {
	Slider("shrinking factor", shrinks, 0, func(f float64) *figures.Drawing {
		at := e
		at.Spec.Shrink = f
		w := at.Workload()
		tables := result.Collecting(result.Usual()...)
		must(experiment.Execute(context.Background(), at.Spec, w, experiment.Options{Tables: tables}))
		return must(figures.Draw(figure, figures.Of(tables.Tables(), at.Spec.Meta(w, "", version()), o)))
	})
}
