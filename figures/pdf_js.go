package figures

import (
	"errors"

	"gonum.org/v1/plot/vg"
)

// pdf is missing in the browser: gonum prepares fonts for PDF in temporary files.
func (d *Drawing) pdf(vg.Length, vg.Length) ([]byte, error) {
	return nil, errors.New("figures: no PDF in the browser; use svg or png")
}
