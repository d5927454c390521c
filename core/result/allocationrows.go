package result

import "iter"

// An Allocation is one row of Allocations.
type Allocation struct {
	Job                         int64 // its number
	Start, End                  int64 // seconds
	Partition, Nodes, NodeCores string
	Cores, GPUs                 int64
	MemoryMiB                   int64
	State                       string
}

// WriteAllocations hands the allocations of one finished run, at most most, to sink in batches of
// BatchRows.
func WriteAllocations(sink Sink, run, policy string, most int, rows iter.Seq[Allocation]) error {
	batch := batchOf(Allocations, most, run, policy)
	partition, nodes, each, state := batch.Col("partition"), batch.Col("nodes"), batch.Col("node_cores"), batch.Col("state")
	id, start, end := batch.Col("job").Int, batch.Col("start_s").Float, batch.Col("end_s").Float
	cores, gpus, memory := batch.Col("cores").Int, batch.Col("gpus").Int, batch.Col("memory_mib").Float
	n := 0
	for a := range rows {
		if n == batch.Rows {
			if err := sink.Write(batch); err != nil {
				return err
			}
			n = 0
		}
		id[n], start[n], end[n] = a.Job, float64(a.Start), float64(a.End)
		cores[n], gpus[n], memory[n] = a.Cores, a.GPUs, float64(a.MemoryMiB)
		partition.SetText(n, a.Partition)
		nodes.SetText(n, a.Nodes)
		each.SetText(n, a.NodeCores)
		state.SetText(n, a.State)
		n++
	}
	if n == 0 {
		return nil
	}
	return sink.Write(batch.Head(n))
}
