package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
)

// FolderNames makes the names of a dataset's folders, load=0.7, and notes the values that are too
// long for one.
type FolderNames struct {
	Shortened []Shortened
}

// A Shortened is a value that is too long for a folder's name, and what stands for it.
type Shortened struct {
	Column string `json:"column"`
	Value  string `json:"value"` // in the folder's name, as readers see it
	Is     string `json:"is"`
}

// longestName is the most bytes that file systems allow in a name.
const longestName = 255

// Folder returns the folder of a column's value. Of a value that is too long it has the end, after a hash.
func (f *FolderNames) Folder(column, value string) string {
	name := column + "=" + escape(value)
	if len(name) <= longestName {
		return name
	}
	sum := sha256.Sum256([]byte(value))
	short := ""
	for rest := []rune(value); len(name) > longestName; rest = rest[1:] {
		short = "#" + hex.EncodeToString(sum[:4]) + " " + string(rest)
		name = column + "=" + escape(short)
	}
	if s := (Shortened{column, short, value}); !slices.Contains(f.Shortened, s) {
		f.Shortened = append(f.Shortened, s)
	}
	return name
}

// escape writes a value as the name of a folder: Hive's way, which readers undo.
func escape(value string) string {
	if value == Absent {
		return value
	}
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}
