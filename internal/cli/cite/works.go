package cite

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/internal/printable"
)

//go:embed works.bib
var worksText string

// works are the entries of works.bib by what they stand for; "" is that of a source that has no work.
var works = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(worksText, "\n\n") {
		var stand []string
		entry := strings.TrimSpace(part)
		for strings.HasPrefix(entry, "% ") {
			line, rest, _ := strings.Cut(entry, "\n")
			if what, is := strings.CutPrefix(line, "% for: "); is {
				stand = append(stand, what)
			} else if what, is := strings.CutPrefix(line, "% none: "); is {
				all[what] = ""
			}
			entry = rest
		}
		for _, what := range stand {
			all[what] = entry
		}
	}
	return all
})

// keyOf returns the key of an entry: Lifka1995 of @inproceedings{Lifka1995, ...}.
func keyOf(entry string) string {
	_, rest, _ := strings.Cut(entry, "{")
	key, _, _ := strings.Cut(rest, ",")
	return key
}

// sources returns the works that the words of a policy's source name.
func sources(words string) (all []string) {
	for part := range strings.SplitSeq(words, ";") {
		all = append(all, strings.TrimPrefix(strings.TrimSpace(part), "order: "))
	}
	return all
}

var texEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`)

// tex returns text as BibTeX prints it. It may be a stranger's.
func tex(text string) string { return texEscapes.Replace(printable.Line(text)) }

// entry returns a BibTeX entry of fields and their values, those without one left out.
func entry(kind, key string, fields ...string) string {
	var b strings.Builder
	b.WriteString("@" + kind + "{" + key)
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] != "" {
			b.WriteString(",\n  " + fields[i] + " = {" + fields[i+1] + "}")
		}
	}
	b.WriteString("\n}")
	return b.String()
}

// keyed returns text as a key of BibTeX: letters, digits and hyphens.
func keyed(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, text)
}
