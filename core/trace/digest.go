package trace

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Digest returns the hexadecimal SHA-256 of what a simulation sees: the size of the machine and
// every field of every job but Row, with names instead of indexes. Workloads with the same
// digest have the same results. The order of a log's rows is no part of
// it, if each job has a number of its own. It is an error if spooled jobs cannot be read; else see SHA256.
func (w *Workload) Digest() (string, error) {
	h := sha256.New()
	buf := make([]byte, 0, 4096)
	number := func(n int64) { buf = binary.LittleEndian.AppendUint64(buf, uint64(n)) }
	name := func(names Names, i int32) {
		if i < 0 {
			number(-1)
			return
		}
		text := names.Name(i)
		number(int64(len(text)))
		buf = append(buf, text...)
	}
	number(int64(w.Procs))
	number(int64(w.Len()))
	for j, err := range w.Jobs.All() {
		if err != nil {
			return "", err
		}
		for _, n := range [...]int64{
			j.ID, j.Submit, j.Run, j.Estimate, j.Wait, int64(j.Procs), j.MemoryKiB, j.RequestedMemoryKiB, int64(j.Status),
		} {
			number(n)
		}
		name(w.Users, j.User)
		name(w.Groups, j.Group)
		name(w.Queues, j.Queue)
		name(w.Partitions, j.Partition)
		name(w.Apps, j.App)
		if len(buf) > 2048 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// SHA256 is Digest of held jobs.
func (w *Workload) SHA256() string {
	digest, err := w.Digest()
	if err != nil {
		panic("workload: the digest of spooled jobs may fail: ask for Digest")
	}
	return digest
}
