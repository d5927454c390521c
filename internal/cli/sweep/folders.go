package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
)

// folderNames makes the names of a dataset's folders, load=0.7, and notes the values that are too
// long for one.
type folderNames struct {
	short []shortened
}

// A shortened is a value that is too long for a folder's name, and what stands for it.
type shortened struct {
	Column string `json:"column"`
	Value  string `json:"value"` // in the folder's name, as readers see it
	Is     string `json:"is"`
}

// longestName is the most bytes that file systems allow in a name.
const longestName = 255

// folder returns the folder of a column's value. Of a value that is too long it has the end, after a hash.
func (f *folderNames) folder(column, value string) string {
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
	if s := (shortened{column, short, value}); !slices.Contains(f.short, s) {
		f.short = append(f.short, s)
	}
	return name
}

// escape writes a value as the name of a folder: Hive's way, which readers undo.
func escape(value string) string {
	if value == sweep.Absent {
		return value
	}
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}

const policyColumn = "policy"

// withoutPolicy returns a table's columns without the policy, which a dataset's folder tells:
// pandas reads no column that both the folder and the file have.
func withoutPolicy(s *result.Schema) *result.Schema {
	less := *s
	k := s.Index(policyColumn)
	less.Columns = slices.Delete(slices.Clone(s.Columns), k, k+1)
	return &less
}

// dropPolicy returns a table without the policy; less is withoutPolicy of its columns.
func dropPolicy(t *result.Table, less *result.Schema) *result.Table {
	k := t.Schema.Index(policyColumn)
	return &result.Table{Schema: less, Rows: t.Rows, Cols: slices.Delete(slices.Clone(t.Cols), k, k+1)}
}
