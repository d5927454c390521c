package paper

import (
	"io"
	"path/filepath"

	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/report"
)

// mostPicture is the size in bytes above which a picture of a page has fewer points.
const mostPicture = 60_000

// writePages writes a record's pages in Markdown and the pictures that they show. Of the pictures, d.Files has the folder.
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
	pictures := *d
	for _, e := range r.Evaluations {
		for _, p := range record.Pictures(e) {
			file := filepath.FromSlash(p.File)
			if pictures.Err == nil {
				pictures.Err = atomicfile.MakeFolder(filepath.Join(d.Dir, filepath.Dir(file)))
			}
			pictures.Write(file, func(w io.Writer) error {
				svg, err := report.Picture(p, mostPicture)
				if err != nil {
					return err
				}
				_, err = w.Write(svg)
				return err
			})
		}
	}
	if d.Err = pictures.Err; len(pictures.Files) > len(d.Files) {
		d.Files = append(d.Files, filepath.Join(d.Dir, "figures"))
	}
}
