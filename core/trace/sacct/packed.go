package sacct

import (
	"encoding/binary"
	"math/bits"

	"github.com/backfill-lab/backfill/core/internal/spool"
)

// packed are the fields of a record as numbers that seldom change much from one to the next.
type packed [44]int64

// numbers returns the fields of a record. Times that follow from each other are differences.
func (r *Record) numbers() packed {
	flags := int64(0)
	if r.Dependent {
		flags |= 1
	}
	if r.Licensed {
		flags |= 2
	}
	if r.AllMemory {
		flags |= 4
	}
	if r.GPUMix {
		flags |= 8
	}
	if r.Unlimited {
		flags |= 16
	}
	return packed{
		int64(r.Line), r.Job, r.Submit, r.Start - r.Submit, r.Elapsed, // which nearly always change
		r.End - r.Start - r.Elapsed, r.Eligible - r.Submit, r.MemoryKiB, r.MaxRSSKiB, r.Procs, r.Limit, r.Priority,
		int64(r.User), int64(r.Name), int64(r.NodeList), int64(r.Steps), int64(r.State), r.ReqMemoryKiB, r.ReqProcs - r.Procs,
		r.Nodes, r.ReqNodes - r.Nodes, int64(r.Account), int64(r.Group), int64(r.Partition), int64(r.QOS), r.Job - r.Base,
		r.Task, r.GPUs, int64(r.GPUType), int64(r.Features), flags, r.Suspended, r.Waiting, int64(r.Parts), int64(r.Earlier),
		int64(r.Reservation), int64(r.SubmitLine), r.GPUs - r.ReqGPUs, int64(r.GPUType) - int64(r.ReqGPUType),
		int64(r.Cluster), int64(r.Recycled), r.ArrayLimit, int64(r.TaskList), int64(r.Gres),
	}
}

// pack appends the fields that differ from those of the record before, and returns all of them.
func (r *Record) pack(b []byte, before *packed) ([]byte, packed) {
	now := r.numbers()
	mask := spool.Changed(now[:], before[:])
	b = binary.AppendUvarint(b, mask)
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		b = binary.AppendVarint(b, now[i]-before[i])
	}
	return b, now
}

// next reads the fields of the next record.
func (p *packed) next(r *spool.Reader) error {
	for m := r.Uint(); m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); i < len(p) {
			p[i] += r.Int()
		}
	}
	return r.Err()
}

// unpack sets *r to the record with these fields. It is an error if one can be no record's whose names are n.
func (r *Record) unpack(p *packed, n *Names) error {
	*r = Record{
		Line: int(p[0]), Job: p[1], Submit: p[2], Start: p[3] + p[2], Elapsed: p[4], Eligible: p[6] + p[2], MemoryKiB: p[7], MaxRSSKiB: p[8],
		Procs: p[9], Limit: p[10], Priority: p[11], User: int32(p[12]), Name: int32(p[13]), NodeList: int32(p[14]), Steps: int(p[15]),
		State: State(p[16]), ReqMemoryKiB: p[17], ReqProcs: p[18] + p[9], Nodes: p[19], ReqNodes: p[20] + p[19], Account: int32(p[21]),
		Group: int32(p[22]), Partition: int32(p[23]), QOS: int32(p[24]), Base: p[1] - p[25], Task: p[26], GPUs: p[27], GPUType: int32(p[28]),
		Features: int32(p[29]), Dependent: p[30]&1 != 0, Licensed: p[30]&2 != 0, Suspended: p[31], Waiting: p[32], Parts: int(p[33]),
		Earlier: int(p[34]), Reservation: int32(p[35]), SubmitLine: int32(p[36]), ReqGPUs: p[27] - p[37], ReqGPUType: int32(p[28] - p[38]),
		Cluster: int32(p[39]), Recycled: int(p[40]), ArrayLimit: p[41], TaskList: int32(p[42]), Gres: int32(p[43]), AllMemory: p[30]&4 != 0,
		GPUMix: p[30]&8 != 0, Unlimited: p[30]&16 != 0,
	}
	r.End = p[5] + r.Start + r.Elapsed
	for _, of := range [...]struct {
		index int32
		names int
	}{
		{int32(r.State), len(states)}, {r.Name, len(n.Names)}, {r.User, len(n.Users)}, {r.Group, len(n.Groups)}, {r.Account, len(n.Accounts)},
		{r.Partition, len(n.Partitions)}, {r.QOS, len(n.QOS)}, {r.Reservation, len(n.Reservations)}, {r.Features, len(n.Features)},
		{r.NodeList, len(n.NodeLists)}, {r.GPUType, len(n.GPUTypes)}, {r.ReqGPUType, len(n.GPUTypes)}, {r.Cluster, len(n.Clusters)},
		{r.TaskList, len(n.TaskLists)}, {r.Gres, len(n.Gres)}, {r.SubmitLine, len(n.SubmitLines)},
	} {
		if of.index < None || int(of.index) >= of.names {
			return spool.ErrDamaged
		}
	}
	return nil
}
