// Package campus is a small cluster to try things on: a description of it, and the accounting of two
// days. Ten nodes of 16 cores in two partitions, GPUs in one of them, four accounts with shares, priorities
// by Slurm's multifactor plugin, and backfill with the defaults of Slurm.
//
// The accounting is made, not recorded. The jobs are drawn from a seed, as no cluster has submitted them:
// people submit by day; physics sends a campaign of wide jobs on Monday morning, when all others want
// to work, too. The twin of Slurm decided when and where they ran. So the twin is exact on this log, which
// says nothing about how near it is to a real cluster.
//
// Who waits depends on the parameters. The tests say how much.
package campus

import (
	"bytes"
	_ "embed"
	"io"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Name is what the command calls the cluster, and the workload of its log.
const Name = "campus"

// The names of the files that Description and Log are written to.
const (
	DescriptionFile = Name + ".json"
	LogFile         = Name + ".txt"
)

var (
	//go:embed campus.json
	description []byte
	//go:embed campus.txt
	log []byte
)

// Description returns the cluster. The caller may change it.
func Description() *cluster.Description {
	d, err := cluster.Read(DescriptionFile, bytes.NewReader(description))
	if err != nil {
		panic(err) // a test reads it
	}
	return d
}

// Log returns the accounting, as sacct --parsable2 prints it with Unix times.
func Log() io.Reader { return bytes.NewReader(log) }

// WriteDescription writes the cluster as JSON.
func WriteDescription(w io.Writer) error {
	_, err := w.Write(description)
	return err
}

// WriteLog writes the accounting.
func WriteLog(w io.Writer) error {
	_, err := w.Write(log)
	return err
}
