package workload

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// SHA256 is the digest, in hexadecimal, of what a simulation sees of w: the
// machine's size and each job's number, submission, run time, estimate, recorded
// wait, width, user, group and queue (by name). Two workloads of equal digest
// give equal results, whatever file or model they come from.
func (w *Workload) SHA256() string {
	h := sha256.New()
	b := bufio.NewWriterSize(h, 1<<16)
	var buf []byte
	text := func(s string) {
		buf = binary.AppendUvarint(buf, uint64(len(s)))
		buf = append(buf, s...)
	}
	buf = append(buf, "backfill workload 1\n"...)
	buf = binary.AppendVarint(buf, int64(w.Procs))
	buf = binary.AppendVarint(buf, int64(len(w.Jobs)))
	for i := range w.Jobs {
		j := &w.Jobs[i]
		for _, n := range [...]int64{j.ID, j.Submit, j.Run, j.Estimate, j.Wait, int64(j.Procs)} {
			buf = binary.AppendVarint(buf, n)
		}
		text(w.Users.Name(j.User))
		text(w.Groups.Name(j.Group))
		text(w.Queues.Name(j.Queue))
		b.Write(buf)
		buf = buf[:0]
	}
	b.Write(buf)
	b.Flush()
	return hex.EncodeToString(h.Sum(nil))
}
