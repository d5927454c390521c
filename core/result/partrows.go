package result

import "github.com/backfill-lab/backfill/core/sim/job"

// A Part is the processors that one job held on one site.
type Part struct {
	Job   int32 // its place in the run's jobs
	Site  int32 // its place in the run's sites
	Procs int32
}

// batchOf returns a table of n rows of a run, at most BatchRows, to be filled in.
func batchOf(s *Schema, n int, run, policy string) *Table {
	t := NewTable(s, min(n, BatchRows))
	fill(t.Cols[0].Code, t.Cols[0].Dict.Code(run))
	fill(t.Cols[1].Code, t.Cols[1].Dict.Code(policy))
	return t
}

// WriteParts hands the parts of one finished run to sink in batches of BatchRows. placed
// is parallel to jobs.
func WriteParts(sink Sink, run, policy string, sites []string, jobs []job.Job, placed []job.Placement, parts []Part) error {
	batch := batchOf(Parts, len(parts), run, policy)
	at := batch.Col("site")
	codes := codes(at.Dict, sites)
	id, procs, start, end := batch.Col("job").Int, batch.Col("procs").Int, batch.Col("start_s").Float, batch.Col("end_s").Float
	for from := 0; from < len(parts); from += BatchRows {
		rows := parts[from:min(from+BatchRows, len(parts))]
		for i, p := range rows {
			id[i], at.Code[i], procs[i] = jobs[p.Job].ID, codes[p.Site], int64(p.Procs)
			start[i], end[i] = float64(placed[p.Job].Start), float64(placed[p.Job].End)
		}
		if err := sink.Write(batch.Head(len(rows))); err != nil {
			return err
		}
	}
	return nil
}
