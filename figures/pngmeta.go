package figures

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// setPNGResolution inserts a pHYs chunk into png, as image/png wrote it. Without it,
// typesetting programs assume 72 or 96 dpi and print the picture too large.
func setPNGResolution(png []byte, dpi int) []byte {
	const afterHeader = 8 + 4 + 4 + 13 + 4 // signature, then the IHDR chunk
	perMetre := uint32(float64(dpi)/0.0254 + 0.5)
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the metre
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))

	return slices.Insert(png, afterHeader, chunk...)
}
