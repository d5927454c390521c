package result

import "iter"

// A Share is one row of Shares.
type Share struct {
	Job        int64 // its number
	Start, End float64
	Nodes      string
	Yield, CPU float64
	Penalty    bool
}

// WriteShares hands the shares of one finished run, at most most, to sink in batches of
// BatchRows.
func WriteShares(sink Sink, run, policy string, most int, shares iter.Seq[Share]) error {
	batch := batchOf(Shares, most, run, policy)
	nodes, state := batch.Col("nodes"), batch.Col("state")
	states := codes(state.Dict, []string{"running", "penalty"})
	id, start, end := batch.Col("job").Int, batch.Col("start_s").Float, batch.Col("end_s").Float
	yield, cpu := batch.Col("yield").Float, batch.Col("cpu").Float
	n := 0
	for s := range shares {
		if n == batch.Rows {
			if err := sink.Write(batch); err != nil {
				return err
			}
			n = 0
		}
		id[n], start[n], end[n], yield[n], cpu[n] = s.Job, s.Start, s.End, s.Yield, s.CPU
		nodes.Code[n], state.Code[n] = nodes.Dict.Code(s.Nodes), states[0]
		if s.Penalty {
			state.Code[n] = states[1]
		}
		n++
	}
	if n == 0 {
		return nil
	}
	return sink.Write(batch.Head(n))
}
