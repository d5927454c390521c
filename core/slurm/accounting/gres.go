package accounting

import (
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// generic takes the generic resources other than GPUs that a job asks for on each node, and returns those that the cluster does not have.
// Of a type that it does not have, those of any type are taken.
func generic(j *cluster.Job, list []sbatch.Gres, s *cluster.System) (unknown []string) {
	if j.Asks != nil {
		j.Asks.Gres = nil
	}
	for _, g := range list {
		kind := s.GresKind(g.Name, g.Type)
		if kind == cluster.None && g.Type != "" {
			unknown = append(unknown, g.Name+" of type "+g.Type)
			kind = s.GresKind(g.Name, "")
		} else if kind == cluster.None {
			unknown = append(unknown, g.Name)
		}
		if kind != cluster.None {
			asks(j).Gres = append(asks(j).Gres, cluster.GresNeed{Kind: kind, Count: g.Count})
		}
	}
	return unknown
}

// gres takes the generic resources other than GPUs of the line if they come to those of the row, as far as the row has them: Slurm counts
// only what AccountingStorageTRES names.
func (b *builder) gres(j *cluster.Job, r *sacct.Record, req *sbatch.Request) {
	nodes := r.ReqNodes
	if nodes <= 0 {
		_, nodes = cores(r)
	}
	var list []sbatch.Gres
	for _, g := range sacct.Generic(named(b.names.Gres, r.Gres)) {
		list = append(list, sbatch.Gres{Name: g.Name, Type: g.Type, Count: (g.Count + nodes - 1) / nodes})
	}
	if req.Gres != nil {
		line := byName(req.Gres)
		same := true
		for name, n := range byName(list) {
			same = same && line[name] == n
		}
		if same {
			list = req.Gres
		} else {
			b.note(differs, "--gres")
		}
	}
	for _, name := range generic(j, list, b.s) {
		b.note(beyond, "--gres of "+name)
	}
}

// byName returns how much of each name a list has.
func byName(list []sbatch.Gres) map[string]int64 {
	of := map[string]int64{}
	for _, g := range list {
		of[strings.ToLower(g.Name)] += g.Count
	}
	return of
}
