package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
)

// logo are the boxes of the page's sign, three jobs on a machine, on a field of 16 by 16.
var logo = []struct {
	box  image.Rectangle
	fill color.NRGBA
}{
	{image.Rect(1, 9, 9, 15), color.NRGBA{0x6f, 0xa3, 0xcc, 0xff}},
	{image.Rect(10, 3, 15, 15), color.NRGBA{0x6f, 0xa3, 0xcc, 0xff}},
	{image.Rect(1, 4, 6, 8), color.NRGBA{0xe0, 0x7b, 0x18, 0xff}},
}

var paper = color.NRGBA{0xf3, 0xf5, 0xf7, 0xff}

// icon draws the sign with size pixels a side. Systems cut icons to shapes of their own, whose safe
// part is a circle of four fifths: the sign is as large as half the icon.
func icon(size int) ([]byte, error) {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	unit, edge := size/32, size/4
	for _, l := range logo {
		r := image.Rect(edge+l.box.Min.X*unit, edge+l.box.Min.Y*unit, edge+l.box.Max.X*unit, edge+l.box.Max.Y*unit)
		draw.Draw(img, r, image.NewUniform(l.fill), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

// An icon, as manifests list it.
type entry map[string]string

// icons writes the page's icons, and returns them as manifests list them.
func icons(dir string) ([]entry, error) {
	svg := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">`
	for _, l := range logo {
		svg += fmt.Sprintf(`<rect x="%d" y="%d" width="%d" height="%d" fill="#%02x%02x%02x"/>`,
			l.box.Min.X, l.box.Min.Y, l.box.Dx(), l.box.Dy(), l.fill.R, l.fill.G, l.fill.B)
	}
	files := map[string][]byte{"icon.svg": []byte(svg + "</svg>\n")}
	listed := []entry{{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}}
	for _, size := range []int{192, 512} {
		name := fmt.Sprintf("icon-%d.png", size)
		data, err := icon(size)
		if err != nil {
			return nil, err
		}
		files[name] = data
		for _, purpose := range []string{"any", "maskable"} {
			listed = append(listed, entry{"src": name, "sizes": fmt.Sprintf("%dx%d", size, size), "type": "image/png", "purpose": purpose})
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	return listed, nil
}

// writeManifest writes what makes the language's page installable. It takes its texts out of the page's.
func (l language) writeManifest(dir string, texts map[string]string, icons []entry) error {
	manifest, err := json.MarshalIndent(map[string]any{
		"name": texts["title"], "short_name": "backfill", "lang": l.code, "description": texts["manifestDescription"],
		"start_url": address(l.page, nil), "scope": "./", "display": "standalone",
		"background_color": "#f3f5f7", "theme_color": "#0b6bb0", "icons": icons,
	}, "", " ")
	if err != nil {
		return err
	}
	delete(texts, "manifestDescription")
	return os.WriteFile(filepath.Join(dir, l.manifest), append(manifest, '\n'), 0o644)
}
