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
