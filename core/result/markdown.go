package result

import "strings"

// Markdown returns the schema as a table: column, type, unit, meaning with its formula.
func (s *Schema) Markdown() string {
	var b strings.Builder
	b.WriteString("| column | type | unit | meaning |\n|---|---|---|---|\n")
	for _, c := range s.Columns {
		doc := c.Doc
		if c.Formula != "" {
			doc = strings.TrimSuffix(doc, ".") + ": `" + c.Formula + "`."
		}
		b.WriteString("| `" + c.Name + "` | " + c.Type.String() + " | " + c.Unit + " | " + MarkdownCell(doc) + " |\n")
	}
	return b.String()
}

// MarkdownCell escapes what would end a cell of a Markdown table.
func MarkdownCell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s)
}

// MarkdownTable returns a table whose columns but the first are numbers. The cells may be Markdown.
func MarkdownTable(titles []string, rows [][]string) string {
	text := "| " + strings.Join(titles, " | ") + " |\n|---" + strings.Repeat("|---:", len(titles)-1) + "|\n"
	for _, row := range rows {
		text += "| " + strings.Join(row, " | ") + " |\n"
	}
	return text
}
