package cite

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace/swf"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// machine is what a log's header says of the machine.
func machine(h swf.Header) string {
	computer, _ := h.Get("Computer")
	at, _ := h.Get("Installation")
	return strings.TrimPrefix(strings.TrimSuffix(computer+", "+at, ", "), ", ")
}

// header returns the header of a log in the Standard Workload Format; nothing if the log is not there or another one.
func header(name string, open experiment.Opener) (h swf.Header) {
	f, err := open(name)
	if err != nil {
		return h
	}
	defer f.Close()
	h, _ = swf.NewReader(f).Header()
	for i, line := range h.Lines {
		h.Lines[i] = strings.ToValidUTF8(line, "?")
	}
	return h
}

// An evaluated is what is used of the experiment.json that backfill paper run writes.
type evaluated struct {
	ID      string         `json:"id"`
	Version string         `json:"version"`
	JobSets []paper.Origin `json:"job_sets"`
}

// evaluatedIn returns the experiments of papers whose results are in a folder, or in folders of it.
func evaluatedIn(dir string) (all []evaluated, err error) {
	for _, below := range []string{"", "*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(dir, below, "experiment.json"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			data, err := bounded.ReadFile(file, bounded.Most)
			if err != nil {
				return nil, err
			}
			var e evaluated
			if json.Unmarshal(data, &e) != nil || e.ID == "" {
				return nil, fmt.Errorf("%s: it is not from backfill paper run", file)
			}
			all = append(all, e)
		}
	}
	return all, nil
}
