package figures

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ratio returns the height of the plot areas of row r over their width.
func (d *Drawing) ratio(r int) float64 {
	ratio := 0.0
	for _, p := range d.row(r) {
		ratio = max(ratio, p.Ratio)
	}
	if ratio == 0 {
		return 0.4
	}
	return ratio
}

// stretch divides the height of the plot areas, equal before, by the rows' ratios.
func (d *Drawing) stretch(plots [][]*plot.Plot, canvases [][]draw.Canvas) {
	sum, same := 0.0, true
	for r := range canvases {
		sum += d.ratio(r)
		same = same && d.ratio(r) == d.ratio(0)
	}
	if same {
		return
	}
	total := vg.Length(0)
	have := make([]vg.Length, len(canvases))
	for r := range canvases {
		have[r] = plots[r][0].DataCanvas(canvases[r][0]).Size().Y
		total += have[r]
	}
	shift := vg.Length(0)
	for r := range canvases {
		grow := vg.Length(float64(total)*d.ratio(r)/sum) - have[r]
		for i := range canvases[r] {
			canvases[r][i].Max.Y += shift
			canvases[r][i].Min.Y += shift - grow
		}
		shift -= grow
	}
}
