package sweep

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
)

// A Collected is what Collect found.
type Collected struct {
	Done    int
	Failed  []Failure
	Missing int
}

// A Failure is a run that failed.
type Failure struct {
	Index  int     `json:"run"`
	Values []Value `json:"values"`
	Error  string  `json:"error"`
}

// Where says which run it is: load 0.7, seed 3, policies easy.
func (f *Failure) Where() string { return where(f.Values) }

func where(values []Value) string {
	texts := make([]string, len(values))
	for k, v := range values {
		texts[k] = v.Path + " " + cmp.Or(v.text(), v.JSON)
	}
	return strings.Join(texts, ", ")
}

// difference says which values of a second run are others: and shrink 1.
func difference(first, second []Value) string {
	others := slices.DeleteFunc(slices.Clone(second), func(v Value) bool { return slices.Contains(first, v) })
	if len(others) == 0 {
		return ""
	}
	return "; and " + where(others)
}

// text returns the value as people write it: a text without quotes, and nothing for null.
func (v Value) text() string {
	if text := ""; json.Unmarshal([]byte(v.JSON), &text) == nil {
		return text
	}
	return v.JSON
}

// Schema returns the table of the sweep's runs: that of runs, and a column for each parameter.
func (p *Plan) Schema() *result.Schema {
	s := *result.Runs
	s.Columns = slices.Clone(s.Columns)
	for _, q := range p.Parameters() {
		s.Columns = append(s.Columns, q.Column)
	}
	if p.asksForLoad() {
		s.Columns = append(s.Columns, loadReached)
	}
	return &s
}

// loadReached is the last column of a study that asks for a load.
var loadReached = result.Column{Name: "load_reached", Type: result.Float, Unit: "1", Nullable: true,
	Doc: "The offered load of the workload as it was simulated: what the study asks for, except for whole seconds and shake; " +
		"null where a run asks for none."}

// asksForLoad tells whether the study scales workloads to a load.
func (p *Plan) asksForLoad() bool { return p.Study != nil && slices.Contains(p.rest.names, "load") }

// Collect hands a row for every run that is done to sink, which is for tables of schema, in the
// order of the plan and in one pass. see, if not nil, is called for each of them.
func Collect(p *Plan, store *Store, schema *result.Schema, sink result.Sink, see func(i int, r *Result) error) (c Collected, err error) {
	parameters := p.Parameters()
	t := result.NewTable(schema, rowsAtOnce)
	rows := 0
	flush := func() error {
		defer func() { t, rows = result.NewTable(schema, rowsAtOnce), 0 }()
		if rows == 0 {
			return nil
		}
		return sink.Write(t.Head(rows))
	}
	found := 0
	err = store.Each(p.Len(), p.Digest, func(i int, r *Result) error {
		found++
		values := p.ValuesAt(i)
		if r.Error != "" {
			c.Failed = append(c.Failed, Failure{i, values, r.Error})
			return nil
		}
		if r.Row == nil {
			return p.named(i, errors.New("its result has no row: backfill sweep clean, and run the sweep again"))
		}
		c.Done++
		fillRow(t, rows, r.Row)
		fillParameters(t, rows, parameters, values)
		if k := len(result.Runs.Columns) + len(parameters); k < len(t.Cols) {
			t.Cols[k].Float[rows] = cmp.Or(r.Load, math.NaN())
		}
		if rows++; rows == rowsAtOnce {
			if err := flush(); err != nil {
				return err
			}
		}
		if see != nil {
			return see(i, r)
		}
		return nil
	})
	c.Missing = p.Len() - found
	if err == nil {
		err = flush()
	}
	return c, err
}

// Given returns the objects and lists for which labels stand in the column of a parameter, in the order of the study.
func (p *Plan) Given(q *Parameter) (all []Given) {
	p.each(func(n *node) {
		for _, g := range n.given {
			if n.path == q.path && g.JSON != nil {
				all = append(all, g)
			}
		}
	})
	return all
}

// ValuesAt tells the i-th run from the others: what it has where the study varies, or its name.
func (p *Plan) ValuesAt(i int) []Value {
	if p.Experiments != nil {
		return p.Experiments.valuesAt(i)
	}
	return p.Study.ValuesAt(i)
}

// ValuesAt returns what the i-th run has where the study varies.
func (s *Study) ValuesAt(i int) (values []Value) {
	chose := func(v Value) { values = append(values, v) }
	s.workload.write(nil, i/s.rest.count, chose)
	s.rest.write(nil, i%s.rest.count, chose)
	return values
}

// Absent stands in a dataset's folders for a value that a run does not have: readers of Hive's
// datasets make null of it.
const Absent = "__HIVE_DEFAULT_PARTITION__"

// Partition returns the folders for the rows of the i-th run in a dataset, whose policy is named so
// in its row: policy=easy, load=0.7. Every run has a folder for all that varies. folder makes the
// folder's name of a column and a value.
func (p *Plan) Partition(i int, policy string, folder func(column, value string) string) []string {
	values := map[string]string{}
	for _, v := range p.ValuesAt(i) {
		values[v.Path] = v.text()
	}
	folders := []string{folder("policy", policy)}
	for _, q := range p.Parameters() {
		if !q.OfPolicy() {
			folders = append(folders, folder(q.Name, cmp.Or(values[q.path], Absent)))
		}
	}
	return folders
}

// fillRow fills the columns of the runs table.
func fillRow(t *result.Table, row int, from map[string]any) {
	for k, c := range result.Runs.Columns {
		v := &t.Cols[k]
		switch x := from[c.Name].(type) {
		case string:
			v.SetText(row, x)
		case float64:
			if c.Type == result.Int {
				v.Int[row] = int64(x)
			} else {
				v.Float[row] = x
			}
		case nil:
			if c.Type == result.Float {
				v.Float[row] = math.NaN()
			}
		}
	}
}

// fillParameters fills the columns after those of the runs table.
func fillParameters(t *result.Table, row int, parameters []Parameter, values []Value) {
	for k, q := range parameters {
		v := &t.Cols[len(result.Runs.Columns)+k]
		text := ""
		for _, given := range values {
			switch {
			case given.Path == q.path:
				text = given.JSON
			case q.option != "" && given.Path == policiesPath:
				for _, o := range optionsOf([]byte(given.JSON)) {
					if o.name == q.option {
						text = o.value
					}
				}
			}
		}
		if q.Type == result.Text {
			v.SetText(row, Value{JSON: text}.text())
			continue
		}
		if q.Type == result.Int {
			v.Int[row], _ = strconv.ParseInt(text, 10, 64) // it is one: see typeAt
			continue
		}
		v.Float[row] = math.NaN()
		if x := 0.0; text != null && json.Unmarshal([]byte(text), &x) == nil {
			v.Float[row] = x
		}
	}
}
