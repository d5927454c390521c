package paper

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/report"
)

// mostPicture is the size in bytes above which a picture of a page has fewer points.
const mostPicture = 60_000

// pictureFolder is the folder of a record's pictures.
const pictureFolder = "figures"

// writePages writes a record's pages in Markdown and the pictures that they show.
func writePages(d *evaluation.Folder, r *record.Record) {
	pages, err := r.Pages(repeatRecorded(r.Evaluations))
	if err != nil && d.Err == nil {
		d.Err = err
	}
	for _, p := range pages {
		d.Write(p.File, func(w io.Writer) error {
			_, err := io.WriteString(w, p.Text)
			return err
		})
	}
	for _, e := range r.Evaluations {
		for _, p := range record.Pictures(e) {
			file := filepath.FromSlash(p.File)
			if d.Err == nil {
				d.Err = atomicfile.MakeFolder(filepath.Join(d.Dir, filepath.Dir(file)))
			}
			d.Write(file, func(w io.Writer) error {
				svg, err := report.Picture(p, mostPicture)
				if err != nil {
					return err
				}
				_, err = w.Write(svg)
				return err
			})
		}
	}
}

// withoutPictures names the folder of a record's pictures in place of each.
func withoutPictures(files []string, dir string) (few []string) {
	folder := filepath.Join(dir, pictureFolder)
	for _, f := range files {
		if strings.HasPrefix(f, folder+string(filepath.Separator)) {
			f = folder
		}
		few = append(few, f)
	}
	return slices.Compact(few)
}
