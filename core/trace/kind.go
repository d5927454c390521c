package trace

import (
	"bytes"
	"slices"

	"github.com/backfill-lab/backfill/core/trace/internal/managers"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// kind returns the kind of a file by its first bytes: swf, sacct, web page, or rows of either log or of a table.
func kind(head []byte) string {
	for line := range bytes.Lines(head) {
		line = bytes.TrimLeft(bytes.TrimRight(line, " \t\r\n"), " ") // a tab may stand after the name of an index, which is empty
		switch {
		case len(line) == 0:
			continue
		case line[0] == ';' && !isHeader(line):
			return "swf"
		case line[0] == '<':
			return "web page"
		case sacct.Begins(line) && !begins(line, head):
			return "sacct"
		}
		break
	}
	return "rows"
}

// isHeader tells whether the first line, which begins with a semicolon, is the header of a table whose first column has no name.
func isHeader(line []byte) bool {
	names, sep := table.Header(line)
	return sep == ';' && (table.KnownNames(names) >= 2 || sacct.NamesColumns(names))
}

// begins tells whether the first line of a text that may be the output of sacct is the header of a table: it names other columns,
// or those of sacct in rows that only a reader of tables can tell apart, such as rows with quotes, or lists with bars for commas.
func begins(line, head []byte) bool {
	names, sep := table.Header(line)
	if names == nil || line[0] == '{' { // an object of JSON
		return false
	}
	if sacct.NamesColumns(names) {
		return !sacct.IsPlain(line) || table.IsQuoted(head, sep) ||
			sep == ',' && slices.ContainsFunc(names, sacct.HasCommas) && isEven(line, head)
	}
	return table.KnownNames(names) >= 2 || !slices.ContainsFunc(names, func(name string) bool { return !table.IsName(name) })
}

// isEven tells whether all lines of a text have as many commas as its header: then none is within a value.
func isEven(header, head []byte) bool {
	rows := 0
	for line := range bytes.Lines(head) {
		switch whole := bytes.HasSuffix(line, []byte("\n")); {
		case !whole, len(bytes.TrimSpace(line)) == 0:
		case bytes.Count(line, []byte(",")) != bytes.Count(header, []byte(",")):
			return false
		default:
			rows++
		}
	}
	return rows > 1
}

// separated returns the name of the marks between the numbers of the first row that is not a comment, "" if they are spaces or the row
// has others than numbers.
func separated(head []byte) string {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == ';' || line[0] == '#' {
			continue
		}
		for mark, name := range map[string]string{",": "commas", ";": "semicolons", "|": "bars"} {
			if bytes.Count(line, []byte(mark)) >= 4 && len(bytes.Trim(line, "0123456789-+.eE \t\"NaN"+mark)) == 0 {
				return name
			}
		}
		break
	}
	return ""
}

// hasCells tells whether a text has sacct's columns in rows that a reader of tables has to tell apart.
func hasCells(head []byte) bool {
	names, _ := table.Header(head)
	return kind(head) == "rows" && sacct.NamesColumns(names)
}

// isSacct tells whether a table's columns are those of sacct.
func isSacct(t table.Table) bool { return sacct.NamesColumns(table.NamesOf(t.Columns())) }

// jsonForm is table.JSONForm of a file that no format of package managers is known to be, with rows whatever is in them.
func jsonForm(head []byte) string {
	form := table.JSONForm(head)
	if form != table.RowsForm && form != table.NestedForm {
		return form
	}
	if f := managers.Recognise(head); f != nil && (!f.Rows || form == table.NestedForm && !f.Nested) {
		return ""
	}
	return table.RowsForm
}
