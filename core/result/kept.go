package result

// kept is the rows of one run, kept until it is over.
type kept struct {
	schema  *Schema
	batches []*Table
}

// row makes room for one more row and returns the batch it goes to.
func (k *kept) row() *Table {
	if n := len(k.batches); n == 0 || k.batches[n-1].Rows == BatchRows {
		k.batches = append(k.batches, NewTable(k.schema, 0))
	}
	t := k.batches[len(k.batches)-1]
	t.Rows++
	return t
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
