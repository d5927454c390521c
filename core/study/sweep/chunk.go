package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// Chunks divides the runs that are missing into chunks of about so many seconds, by the times of
// runs of the same kind, and at most most of them. It is an error if no run of a study has been
// timed. Runs of papers take seconds to hours: if none has been timed, all chunks have as few of
// them as can be, and longest is NaN.
func Chunks(p *Plan, store *Store, missing []int, seconds float64, most int) (chunks [][]int, longest float64, err error) {
	if len(missing) == 0 {
		return nil, 0, nil
	}
	costs := newCosts(p)
	err = store.Each(p.Len(), p.Digest, func(i int, r *Result) error {
		costs.add(i, r.Seconds)
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	all := 0.0
	for _, i := range missing {
		all += costs.of(i)
	}
	if math.IsNaN(all) {
		if p.Experiments == nil {
			return nil, 0, errors.New("no run has been timed")
		}
		size := (len(missing) + most - 1) / most
		return slices.Collect(slices.Chunk(missing, size)), math.NaN(), nil
	}
	seconds = max(seconds, all/float64(most))
	begun, next := 0.0, []int(nil)
	for _, i := range missing {
		cost := costs.of(i)
		if len(next) > 0 && begun+cost > seconds && len(chunks) < most-1 {
			chunks, next, begun = append(chunks, next), nil, 0
		}
		next, begun = append(next, i), begun+cost
		longest = max(longest, begun)
	}
	return append(chunks, next), longest, nil
}

// Sample returns runs to time before chunks are made: one of each kind, of those missing. Of more
// than most kinds, it takes most from the first to the last.
func Sample(p *Plan, missing []int, most int) (sample []int) {
	seen := map[int]bool{}
	for _, i := range missing {
		if k := p.kind(i); !seen[k] {
			seen[k], sample = true, append(sample, i)
		}
	}
	n := len(sample)
	if n <= most {
		return sample
	}
	spread := make([]int, most)
	for k := range spread {
		spread[k] = sample[k*(n-1)/max(most-1, 1)]
	}
	return spread
}

const chunkTitle = "backfill chunks 1"

// WriteChunks writes chunks to a file, from which ReadChunk reads one of them: a line has the
// ranges of a chunk's runs, 0-99,120.
func WriteChunks(p *Plan, path string, chunks [][]int) error {
	if err := atomicfile.MakeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s\n", chunkTitle, p.ID)
	for _, runs := range chunks {
		b.WriteString(formatRuns(runs))
		b.WriteByte('\n')
	}
	return atomicfile.WriteBytes(path, b.Bytes())
}

// ReadChunk reads the k-th chunk of a file. It is an error if the plan is another one than when
// the file was written.
func ReadChunk(p *Plan, path string, k int) ([]int, error) {
	data, err := bounded.ReadFile(path, bounded.Most)
	if err != nil {
		return nil, fmt.Errorf("%s: the chunks cannot be read: %w", path, atomicfile.Cause(err))
	}
	chunks, err := parseChunks(data, p.ID)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case k < 0 || k >= len(chunks):
		return nil, fmt.Errorf("%s: unknown chunk %d: they are 0 to %d", path, k, len(chunks)-1)
	}
	return parseRuns(chunks[k], p.Len())
}

// parseChunks returns the lines of a file of chunks.
func parseChunks(data []byte, plan string) ([]string, error) {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	title, id, _ := strings.Cut(lines[0], " 1 ")
	switch {
	case title+" 1" != chunkTitle:
		return nil, errors.New("not the chunks of a sweep")
	case id != plan:
		return nil, errors.New("the sweep has been planned again since these chunks were made: submit it again")
	}
	return lines[1:], nil
}

func formatRuns(runs []int) string {
	var b strings.Builder
	for i := 0; i < len(runs); {
		k := i
		for k+1 < len(runs) && runs[k+1] == runs[k]+1 {
			k++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(runs[i]))
		if k > i {
			b.WriteString("-" + strconv.Itoa(runs[k]))
		}
		i = k + 1
	}
	return b.String()
}

// parseRuns reads what formatRuns writes; runs below most, each higher than the one before.
func parseRuns(text string, most int) (runs []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		from, err := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err != nil || err2 != nil || from < 0 || to < from || to >= most || len(runs) > 0 && from <= runs[len(runs)-1] {
			return nil, fmt.Errorf("%.40q is not a range of the sweep's %d runs: submit it again", part, most)
		}
		for i := from; i <= to; i++ {
			runs = append(runs, i)
		}
	}
	return runs, nil
}
