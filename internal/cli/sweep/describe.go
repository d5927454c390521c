package sweep

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// describe writes README.md and croissant.json into stage, which takes the place of a folder, unless these are
// the user's there. A dataset's parts are described as a set.
func describe(p *sweep.Plan, stage, place string, names *sweep.FolderNames) error {
	about := arrowio.Description{
		Title: "Results of a sweep", Meta: tableMeta(p),
		Again: "`backfill sweep collect` makes them again of the sweep's folder; runs.parquet has the study in its metadata.",
	}
	for _, file := range []arrowio.DescribedFile{
		{Name: "runs.parquet", Schema: p.Schema()}, {Name: collectedFile, Doc: "counts, and the digest of all values"},
	} {
		if err := about.Add(stage, file); err != nil {
			return err
		}
	}
	if err := addGiven(p, stage, names, &about); err != nil {
		return err
	}
	about.Files = append(about.Files, arrowio.DescribedFile{Name: "dataset/runs/**/*.parquet", Many: true,
		Doc: "the rows of runs.parquet, divided by policy, which the folder's name tells"})
	for _, s := range p.Tables {
		if console.IsFolder(filepath.Join(stage, "dataset", s.Name)) {
			about.Files = append(about.Files, arrowio.DescribedFile{Name: "dataset/" + s.Name + "/**/*.parquet", Many: true,
				Schema: withoutPolicy(s),
				Doc: s.Doc + ", divided by all that varies, which the folders' names tell; for DuckDB " + duckDB(p, s) +
					"; for pandas " + pandas(p, s)})
		}
	}
	_, err := about.Write(stage, place)
	return err
}

// addGiven writes the file that has what labels in the table stand for, if there are any.
func addGiven(p *sweep.Plan, stage string, names *sweep.FolderNames, about *arrowio.Description) error {
	var all []any
	for _, q := range p.Parameters() {
		for _, g := range p.Given(&q) {
			all = append(all, struct {
				Column string `json:"column"`
				sweep.Given
			}{q.Name, g})
		}
	}
	for _, s := range names.Shortened {
		all = append(all, s)
	}
	if all == nil {
		return nil
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.WriteBytes(filepath.Join(stage, sweep.GivenFile), append(text, '\n')); err != nil {
		return err
	}
	return about.Add(stage, arrowio.DescribedFile{Name: sweep.GivenFile,
		Doc: "the objects of the study that a column has the names of, and values too long for the names of folders"})
}

// duckDB is how DuckDB reads the rows of a table: by itself it takes fractions for text, and a text such as 007 for a number.
func duckDB(p *sweep.Plan, s *result.Schema) string {
	var types []string
	for _, q := range varied(p) {
		name := map[result.Type]string{result.Float: "DOUBLE", result.Int: "BIGINT", result.Text: "VARCHAR"}[q.Type]
		types = append(types, "'"+q.Name+"': "+name)
	}
	files := "'dataset/" + s.Name + "/**/*.parquet'"
	if len(types) == 0 {
		return files
	}
	return "read_parquet(" + files + ", hive_types={" + strings.Join(types, ", ") + "})"
}

// varied returns the columns that the names of a dataset's folders tell besides the policy.
func varied(p *sweep.Plan) []sweep.Parameter {
	return slices.DeleteFunc(slices.Clone(p.Parameters()), func(q sweep.Parameter) bool { return q.OfPolicy() })
}

// pandas is how pandas reads the rows of a table: by itself it takes fractions for text, and fails where a run has no value.
func pandas(p *sweep.Plan, s *result.Schema) string {
	columns := []string{"('" + policyColumn + "', 'string')"}
	for _, q := range varied(p) {
		name := map[result.Type]string{result.Float: "double", result.Int: "int64", result.Text: "string"}[q.Type]
		columns = append(columns, "('"+q.Name+"', '"+name+"')")
	}
	return "read_parquet('dataset/" + s.Name + "', partitioning=pyarrow.dataset.partitioning(pyarrow.schema([" +
		strings.Join(columns, ", ") + "]), flavor='hive'))"
}
