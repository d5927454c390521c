// Package builtin holds the workloads that come with the laboratory, generated on demand
// from a fixed model and seed, or read from a log that is embedded. Every build makes the same jobs; a test pins
// their SHA-256.
package builtin

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// Default is the name of the workload that runs if none is named.
const Default = "default"

// A Builtin is one workload.
type Builtin struct {
	Name string
	Doc  string // one sentence

	Model lublin.Model // another Seed gives another workload of the same kind; unused if there is a Log

	Log   func() io.Reader // accounting, or nil
	Procs int              // of the machine of a Log, or 0 for what its jobs tell
}

// All are the built-in workloads, the default first.
var All = []Builtin{
	{
		// For demonstrations, teaching and tests. The model knows neither users nor
		// estimates. Each job draws a user, the k-th of 64 with a probability
		// proportional to 1/k, and an estimate, uniform between the run time and
		// four times it, rounded up to the next popular value (5, 10, 15, 20, 30, 45
		// minutes, 1, 2, 3 hours, ...): users ask for few, round values above what
		// they need (Tsafrir, Etsion, Feitelson: Modeling user runtime estimates,
		// JSSPP 2005).
		Name: Default,
		Doc: "5,000 batch jobs of 64 users on 256 processors at an offered load of 0.85, " +
			"by the model of Lublin and Feitelson, with popular round estimates.",
		Model: lublin.Model{
			Jobs: 5000, Procs: 256, Seed: 1, Load: 0.85, Users: 64,
			Estimates: lublin.Estimates{Kind: "round", Factor: 3},
		},
	},
	{
		Name: campus.Name,
		Doc: "318 jobs of two days on ten nodes of 16 cores, in partitions batch and gpu: the accounting of an example cluster, " +
			"made by a simulation of Slurm. On one machine, GPUs, memory and partitions are left out.",
		Log: campus.Log, Procs: 160,
	},
	{
		Name: "eagle",
		Doc: "1,000 jobs of two days in January 2019 on Eagle, a supercomputer of NREL: a recorded log, with waits and limits. " +
			"It is a sample: the machine was larger and had other jobs.",
		Log: func() io.Reader { return bytes.NewReader(eagle) },
	},
	lesson("holes", 12, "A wide job waits for all 8 processors: FCFS leaves the others idle until then, EASY fills the hole."),
	lesson("overestimates", 12,
		"The jobs of holes, but users of narrow ones ask for twelve times the run time: EASY sees none that ends in time."),
	lesson("starving", 13, "A wide job needs all 8 processors: if any job that fits may start, narrow ones overtake it again and again."),
}

// eagle is a table; eagle.LICENSE.txt has its source and licence.
//
//go:embed eagle.csv.gz
var eagle []byte

// lessons are small logs, each of one idea.
//
//go:embed *.swf
var lessons embed.FS

// lesson returns the log of that name, with what is to be seen in it. It is drawn on 8 processors.
func lesson(name string, jobs int, doc string) Builtin {
	return Builtin{Name: name, Doc: fmt.Sprintf("%d jobs. %s", jobs, doc), Procs: 8, Log: func() io.Reader {
		log, err := lessons.ReadFile(name + ".swf")
		if err != nil {
			panic(err) // a test reads it
		}
		return bytes.NewReader(log)
	}}
}

// Names returns the names of the built-in workloads, the default first.
func Names() []string {
	names := make([]string, len(All))
	for i, b := range All {
		names[i] = b.Name
	}
	return names
}

// Load generates or reads the built-in workload with that name, "" for the default, in a few
// milliseconds. A log comes with its accounting.
func Load(name string) (*trace.Workload, error) {
	name = cmp.Or(name, Default)
	for _, b := range All {
		if b.Name == name {
			w, err := b.load()
			if err != nil {
				return nil, fmt.Errorf("built-in workload %s: %w", name, err)
			}
			w.Name = name
			return w, nil
		}
	}
	return nil, fmt.Errorf("unknown built-in workload %q: choose one of %s", name, strings.Join(Names(), ", "))
}

func (b *Builtin) load() (*trace.Workload, error) {
	if b.Log == nil {
		return b.Model.Generate()
	}
	w, err := trace.ReadFrom(b.Name, b.Log(), trace.Options{Procs: b.Procs, Accounting: true})
	if err != nil {
		return nil, err
	}
	if w.Source = b.Doc; b.Procs > 0 {
		w.ProcsFrom = ""
	}
	return w, nil
}
