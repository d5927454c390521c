package figures

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/backfill-lab/backfill/internal/printable"
)

// Formats are those of Write: pictures, and csv for the numbers drawn.
var Formats = []string{"svg", "png", "pdf", "csv"}

// Bounds of a page: a PNG of 100 megapixels takes 400 MB of memory.
const (
	defaultDPI = 200
	maxPixels  = 100_000_000
	maxLength  = 200 * vg.Inch // PDF's limit
)

// Write writes the figure in one of Formats. The same Drawing gives the same bytes.
// If drawing fails, nothing is written.
func (d *Drawing) Write(w io.Writer, format string) error {
	b, err := d.Bytes(format)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Bytes returns the figure in one of Formats, for gonbui.DisplayPNG and the like.
func (d *Drawing) Bytes(format string) ([]byte, error) {
	if !slices.Contains(Formats, format) {
		return nil, fmt.Errorf("figures: no format %q; use one of %s", format, strings.Join(Formats, ", "))
	}
	if d.wrong != nil {
		return nil, d.wrong
	}
	w, h := d.Size()
	if !(w > 0 && h > 0 && w <= maxLength && h <= maxLength) {
		return nil, fmt.Errorf("figures: a page of %.4g x %.4g inches; it must be within %g x %[3]g",
			w/vg.Inch, h/vg.Inch, maxLength/vg.Inch)
	}
	switch format {
	case "svg":
		return d.svg(w, h)
	case "png":
		return d.png(w, h)
	case "pdf":
		return d.pdf(w, h)
	}
	return d.csv()
}

// SVG returns the figure for gonbui.DisplaySVG, or an error as a picture.
func (d *Drawing) SVG() string {
	b, err := d.Bytes("svg")
	if err != nil {
		return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="24"><text x="4" y="16">` +
			strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(err.Error()) + `</text></svg>`
	}
	return string(b)
}

func (d *Drawing) svg(w, h vg.Length) ([]byte, error) {
	c := vgsvg.New(w, h)
	page := draw.New(c)
	page.SetColor(paper) // a browser may have a dark background
	page.Fill(page.Rectangle.Path())
	d.draw(page)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	return portable(b.Bytes(), d.Title), nil
}

func (d *Drawing) png(w, h vg.Length) ([]byte, error) {
	dpi := orDefault(d.DPI, defaultDPI)
	if pixels := w.Dots(float64(dpi)) * h.Dots(float64(dpi)); pixels > maxPixels {
		return nil, fmt.Errorf("figures: %.3g megapixels at %d dpi are more than %d: choose a smaller page or dpi",
			pixels/1e6, dpi, maxPixels/1_000_000)
	}
	c := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dpi))
	d.draw(draw.New(textCanvas{c}))
	var b bytes.Buffer
	if err := png.Encode(&b, c.Image()); err != nil {
		return nil, err
	}
	return setPNGResolution(b.Bytes(), dpi), nil
}

// csv writes one row per number drawn; missing values are empty. Steps end with a row
// without y.
func (d *Drawing) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"panel", "series", "label", "x", "y", "low", "high"}}
	at := func(v []float64, i int) string {
		if i >= len(v) {
			return ""
		}
		return number(v[i])
	}
	for _, s := range d.Series() {
		for i := range max(len(s.X), len(s.Y)) {
			label := ""
			if i < len(s.Labels) {
				label = s.Labels[i]
			}
			rows = append(rows, []string{printable.Cell(s.Panel), printable.Cell(s.Name), printable.Cell(label),
				at(s.X, i), at(s.Y, i), at(s.Low, i), at(s.High, i)})
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// number prints v exactly; NaN is empty.
func number(v float64) string {
	if v != v {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
