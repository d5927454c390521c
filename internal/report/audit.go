package report

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"github.com/backfill-lab/backfill/core/papers/record"
)

//go:embed audit.html
var auditPage string

var auditTmpl = sync.OnceValue(func() *template.Template {
	split := func(numbers bool, rows []record.Audited) []record.Audited {
		n, c := record.Split(rows)
		if numbers {
			return n
		}
		return c
	}
	return template.Must(template.New("audit").Funcs(template.FuncMap{
		"numbers": func(rows []record.Audited) []record.Audited { return split(true, rows) },
		"claims":  func(rows []record.Audited) []record.Audited { return split(false, rows) },
	}).Parse(auditPage))
})

// WriteAudit writes an audit of a record as a page with boxes to tick. The same audit gives the same bytes.
func WriteAudit(w io.Writer, a *record.Audit, program string) error {
	return execute(w, auditTmpl(), struct {
		*record.Audit
		Titles         []string
		Ticks, Program string
		Style          template.CSS
	}{a, record.AuditTitles, record.Ticks, program, template.CSS(style)})
}
