package bridge

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A standing says where a run stands among the others in a metric: see metrics.Standing.
type standing string

const (
	behind standing = ""
	first  standing = "first" // not surely best
	best   standing = "best"
)

// A likeness says whether the mean waits of two runs differ: see metrics.Likeness.
type likeness string

const (
	different likeness = ""
	alike     likeness = "alike"
	unknown   likeness = "unknown"
)

// blocked is the weeks, days or hours of submission in which differences are seen.
type blocked struct {
	Unit string `json:"unit"` // week, day or hour; "" if the log is too short for any
	N    int    `json:"n"`
}

// stand says where the runs stand among each other.
func (a *runAnswer) stand(outcomes []experiment.Outcome) {
	s := experiment.Stand(outcomes)
	if s.Paired != nil {
		a.Within = blocked{s.Paired.Unit, s.Paired.Blocks}
	}
	for _, m := range metrics.Every {
		for k, at := range s.In(m) {
			a.Runs[k].Stands = append(a.Runs[k].Stands, [...]standing{behind, first, best}[at])
		}
	}
	for _, row := range s.Likenesses(metrics.Every[metrics.Index("wait_mean_s")]) {
		words := make([]likeness, len(row))
		for k, is := range row {
			words[k] = [...]likeness{different, alike, unknown}[is]
		}
		a.Alike = append(a.Alike, words)
	}
}

// changes answers how far the mean changes of groups of jobs can be trusted. Blobs, as little-endian numbers by job: submissions
// in seconds and changes of a value (64-bit floats), and groups from 0 (32-bit integers).
func (s *simulator) changes(c *service.Call, p *changesRequest) (*changesAnswer, error) {
	n := len(c.Blobs[0]) / 8
	if len(c.Blobs[0]) != 8*n || len(c.Blobs[1]) != 8*n || len(c.Blobs[2]) != 4*n {
		return nil, errors.New("the request: its blobs are not of the same jobs")
	}
	if p.Groups < 0 || p.Groups > mostGroups {
		return nil, fmt.Errorf("the request: %d groups, at most %d wanted", p.Groups, mostGroups)
	}
	submit := make([]int64, n)
	for i := range submit {
		submit[i] = int64(math.Floor(floatAt(c.Blobs[0], i)))
	}
	for i := range n {
		if groupAt(c.Blobs[2], i) >= p.Groups {
			return nil, errors.New("the request: a job of no group")
		}
	}
	blocks := stats.Divide(submit, p.Unix)
	a := &changesAnswer{Within: blocked{blocks.Unit, blocks.N}, Groups: make([]groupChange, p.Groups)}
	for k := range a.Groups {
		sums := stats.NewSums(blocks.N)
		for i, block := range blocks.Of {
			if groupAt(c.Blobs[2], i) == k {
				sums.Add(block, floatAt(c.Blobs[1], i), 1)
			}
		}
		if d := sums.FromZero(stats.Level); d.Blocks >= stats.Least && d.Interval.Known() {
			half := (d.Interval.High - d.Interval.Low) / 2
			a.Groups[k] = groupChange{Half: &half, Merged: d.Merged, Dependent: d.Dependent}
		}
		s.opt.Yield()
	}
	return a, nil
}

// mostGroups bounds the groups of a request: each is a walk over its jobs.
const mostGroups = 100

func floatAt(b []byte, i int) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
}

func groupAt(b []byte, i int) int { return int(binary.LittleEndian.Uint32(b[4*i:])) }

type changesRequest struct {
	service.Envelope
	Groups int   `json:"groups"`     // how many there are
	Unix   int64 `json:"unix_start"` // Unix time of second 0, or 0
}

type changesAnswer struct {
	Within blocked       `json:"within"` // of all jobs
	Groups []groupChange `json:"groups"`
}

// A groupChange is how far the mean change of a group can be trusted: see stats.Change.
type groupChange struct {
	Half      *float64 `json:"half"`        // half the width of its 95 % interval; null if the group has jobs in too few blocks
	Merged    int      `json:"blocks_each"` // neighbours that are taken together because they depend on each other
	Dependent bool     `json:"dependent"`   // they still do, and the interval is too narrow
}
