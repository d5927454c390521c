package sbatch

import (
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// gres reads gpu:2, gres:gpu:a100:2, gres/gpu=2, shard:2, fpga:u250:1 and tmpdisk:2G.
func gres(r *Request, v string) error {
	var all []GPUs
	var other []Gres
	for item := range strings.SplitSeq(v, ",") {
		plain := item
		for _, prefix := range []string{"gres:", "gres/"} {
			plain = strings.TrimPrefix(plain, prefix)
		}
		rest, ok := strings.CutPrefix(strings.Replace(plain, "=", ":", 1), "gpu")
		switch {
		case ok && rest == "":
			all = append(all, GPUs{Count: 1})
		case ok && rest[0] == ':':
			g, err := parseGPUs(rest[1:])
			if err != nil {
				return err
			}
			all = append(all, g)
		default:
			g, err := parseGres(plain)
			if err != nil {
				return err
			}
			if g.Name != "" && g.Name != "none" && g.Count > 0 {
				other = append(other, g)
			}
		}
	}
	r.NodeGPUs, r.Gres = all, other
	return nil
}

// parseGres reads shard, shard:2, shard:a100:2 or shard=2. A count may end in K, M, G or T, for powers of 1024.
func parseGres(s string) (Gres, error) {
	parts := strings.FieldsFunc(s, func(c rune) bool { return c == ':' || c == '=' })
	if len(parts) == 0 {
		return Gres{}, nil
	}
	g := Gres{Name: parts[0], Count: 1}
	if last := len(parts) - 1; last > 0 {
		if n, ok := amount.Suffixed(parts[last]); ok {
			g.Count, parts = n, parts[:last]
		}
	}
	if len(parts) > 2 {
		return g, ErrGres
	}
	if len(parts) == 2 {
		g.Type = parts[1]
	}
	return g, nil
}
