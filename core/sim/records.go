package sim

import "github.com/backfill-lab/backfill/core/internal/slab"

// A record is a job while the Engine needs it, in one line of the cache.
type record struct {
	Job
	run   int64 // seconds that it would run if nothing cut it
	start int64 // second, once it has started
}

// blockBits makes a block 16 KiB: what one long job keeps of those that have ended.
const (
	blockBits = 8
	blockSize = 1 << blockBits
)

// records are the jobs of a run by index, in blocks. A block whose jobs have all ended is dropped, so that
// the records of a Feed take room for the jobs that wait and run. The address of a job never changes.
type records struct {
	blocks []*[blockSize]record // nil where dropped
	live   []int16              // jobs of each block that have not ended; nil if none is dropped
}

// room returns records of n jobs of which none is dropped.
func room(n int) records {
	all := slab.Make[record]((n + blockSize - 1) >> blockBits << blockBits)
	blocks := make([]*[blockSize]record, len(all)>>blockBits)
	for k := range blocks {
		blocks[k] = (*[blockSize]record)(all[k<<blockBits:])
	}
	return records{blocks: blocks}
}

// at returns the record of job i, which has not been dropped.
func (r *records) at(i int32) *record { return &r.blocks[uint32(i)>>blockBits][i&(blockSize-1)] }

// add makes room for job i, the next.
func (r *records) add(i int32) *record {
	if i&(blockSize-1) == 0 {
		r.blocks, r.live = append(r.blocks, new([blockSize]record)), append(r.live, blockSize)
	}
	return r.at(i)
}

// drop says that job i has ended.
func (r *records) drop(i int32) {
	k := i >> blockBits
	if r.live[k]--; r.live[k] == 0 {
		r.blocks[k] = nil
	}
}
