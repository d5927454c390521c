package arrowio

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// The names of the two files of a Description.
const (
	readmeFile    = "README.md"
	croissantFile = "croissant.json"
)

// A Description says what the files of a folder are: README.md for people, and croissant.json for
// programs, in the Croissant format 1.0 of MLCommons (mlcommons.org/croissant/1.0), which is JSON-LD
// with the vocabulary of schema.org. Both are made from the schemas of the folder's tables, and the
// same folder gives the same bytes: neither has a date or the folder's name.
type Description struct {
	Title string          // what its results are of, as a noun: "Results of a run"
	Again string          // a sentence on how they are made again, or ""
	Meta  result.Meta     // of its tables
	Files []DescribedFile // in the order in which they are listed
}

// A DescribedFile is one file of a folder, or several tables of one schema.
type DescribedFile struct {
	Name   string         // its path in the folder, with /; with Many a pattern, such as dataset/jobs/**/*.parquet
	Doc    string         // what it is, as a noun; "" for a table, whose schema says it
	Schema *result.Schema // nil if it is no table
	Many   bool           // its Size and SHA256 are not known
	Size   int64          // bytes
	SHA256 string         // hex
}

// mark begins a README.md that this package made.
const mark = "<!-- Written by backfill together with the results. Without this line, it is yours and stays as it is. -->\n"

// tables calls do for each schema of the folder's tables with its first file.
func (f *Description) tables(do func(s *result.Schema, file *DescribedFile)) {
	seen := map[*result.Schema]bool{}
	for i := range f.Files {
		if s := f.Files[i].Schema; s != nil && !seen[s] {
			seen[s] = true
			do(s, &f.Files[i])
		}
	}
}

// doc says what a file is.
func (file *DescribedFile) doc() string {
	if file.Doc == "" && file.Schema != nil {
		return file.Schema.Doc
	}
	return file.Doc
}

// mediaType is the type of a file's content by its ending.
func (file *DescribedFile) mediaType() string {
	switch path.Ext(file.Name) {
	case ".parquet":
		return "application/x-parquet" // as Croissant's own examples have it
	case ".arrow":
		return "application/vnd.apache.arrow.file"
	case ".csv":
		return "text/csv"
	case ".json":
		return "application/json"
	case ".md":
		return "text/markdown"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".pdf":
		return "application/pdf"
	}
	return "text/plain"
}

// readme returns README.md.
func (f *Description) readme() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n", mark, f.Title)
	if f.Again != "" {
		fmt.Fprintf(&b, "%s\n\n", f.Again)
	}
	b.WriteString("| fact | |\n|---|---|\n")
	for _, row := range f.facts() {
		fmt.Fprintf(&b, "| %s | %s |\n", row[0], result.MarkdownCell(row[1]))
	}
	var doubts []doubt.Doubt
	if json.Unmarshal([]byte(f.Meta.Get(result.MetaDoubts)), &doubts) == nil {
		for _, d := range doubts {
			fmt.Fprintf(&b, "\nDoubtful: %s.\n", result.MarkdownCell(d.String()))
		}
	}
	for _, line := range f.ignored() {
		fmt.Fprintf(&b, "\nNot taken into account: %s\n", line)
	}
	b.WriteString("\n## Files\n\n| file | bytes | what it is |\n|---|---:|---|\n")
	for i := range f.Files {
		file := &f.Files[i]
		size := "several"
		if !file.Many {
			size = fmt.Sprint(file.Size)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", result.MarkdownCell(file.Name), size, result.MarkdownCell(file.doc()))
	}
	fmt.Fprintf(&b, `
The SHA-256 of each file with a number of bytes is in %s, which describes the folder in the
Croissant format 1.0. Whoever publishes the folder adds there what only they know: license, url, creator, datePublished,
version and citeAs. Neither the log's licence nor its names of users are checked here.

Times are in seconds; second 0 is the start of the log. Empty cells (null) mean what the
column's text says.
`, croissantFile)
	b.WriteString(f.query())
	f.tables(func(s *result.Schema, file *DescribedFile) {
		fmt.Fprintf(&b, "\n## %s: %s\n\n%s", s.Name, s.Doc, s.Markdown())
	})
	return []byte(b.String())
}

// query returns a query for DuckDB with the one column whose name is a keyword of SQL, "" without Parquet of jobs.
func (f *Description) query() (text string) {
	f.tables(func(s *result.Schema, file *DescribedFile) {
		if s.Name == result.Jobs.Name && !file.Many && path.Ext(file.Name) == ".parquet" {
			text = fmt.Sprintf(`
A query for DuckDB, in this folder; group is a keyword of SQL, so the column of that name stands in quotes:

    select policy, "group", count(*) as jobs, avg(wait_s) as mean_wait_s
    from '%s' group by all order by all
`, file.Name)
		}
	})
	return text
}

// facts are what the metadata tells, as pairs.
func (f *Description) facts() (rows [][2]string) {
	add := func(what, value string) {
		if value != "" && value != "0" {
			rows = append(rows, [2]string{what, value})
		}
	}
	add("made by", "backfill "+f.Meta.Get(result.MetaVersion))
	var spec struct {
		Policies []string `json:"policies"`
	}
	if json.Unmarshal([]byte(f.Meta.Get(result.MetaSpec)), &spec) == nil {
		add("policies", strings.Join(spec.Policies, ", "))
	}
	procs := f.Meta.Get(result.MetaProcs)
	if from := f.Meta.Get(result.MetaSizeFrom); from != "" && procs != "" {
		procs += ", " + strings.TrimLeft(from, ", ")
	}
	add("processors", procs)
	add("Unix time of second 0", f.Meta.Get(result.MetaStart))
	add("time zone", f.Meta.Get(result.MetaZone))
	add("SHA-256 of the experiment", f.Meta.Get(result.MetaDigest))
	add("SHA-256 of the workload", f.Meta.Get(result.MetaWorkload))
	return rows
}

// ignored lists what the log says and the runs leave out.
func (f *Description) ignored() (lines []string) {
	var all []struct {
		Jobs int    `json:"jobs"`
		Doc  string `json:"doc"`
	}
	if json.Unmarshal([]byte(f.Meta.Get(result.MetaIgnored)), &all) != nil {
		return nil
	}
	for _, i := range all {
		lines = append(lines, fmt.Sprintf("%d jobs %s.", i.Jobs, i.Doc))
	}
	return lines
}
