package result

// kept is the rows of one run, kept until it is over.
type kept struct {
	schema      *Schema
	run, policy string
	batches     []*Table
}

// add appends a row; its values are those after run and policy.
func (k *kept) add(values ...any) {
	if n := len(k.batches); n == 0 || k.batches[n-1].Rows == BatchRows {
		k.batches = append(k.batches, NewTable(k.schema, 0))
	}
	k.batches[len(k.batches)-1].add(append([]any{k.run, k.policy}, values...)...)
}

// add appends a row: for each column an int, an int64, a float64 or a string, "" for null.
func (t *Table) add(row ...any) {
	t.Rows++
	for i, x := range row {
		switch v := &t.Cols[i]; x := x.(type) {
		case int:
			v.Int = append(v.Int, int64(x))
		case int64:
			v.Int = append(v.Int, x)
		case float64:
			v.Float = append(v.Float, x)
		case string:
			v.Code = append(v.Code, v.Dict.Code(x))
		}
	}
}

// Write hands the rows to sink, in batches of BatchRows.
func (k *kept) Write(sink Sink) error {
	for _, t := range k.batches {
		if err := sink.Write(t); err != nil {
			return err
		}
	}
	return nil
}
