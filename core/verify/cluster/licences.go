package cluster

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// licensed checks that no more licences are held together than the cluster has.
func licensed(found *verify.Report, p *Problem) {
	var all []change
	add := func(s *Stay, i int) {
		if p.Jobs[i].Licenses != nil && s.Start >= 0 && s.End > s.Start {
			all = append(all, change{at: s.Start, sign: 1, job: i}, change{at: s.End, sign: -1, job: i})
		}
	}
	for k := range p.Earlier {
		add(&p.Earlier[k], int(p.Earlier[k].Job))
	}
	for i := range p.Stays {
		add(&p.Stays[i], i)
	}
	slices.SortStableFunc(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sign, b.sign)) })
	held := make([]int64, len(p.Licenses))
	for _, c := range all {
		for l, n := range p.Jobs[c.job].Licenses {
			if held[l] += c.sign * n; held[l] > p.Licenses[l] && n > 0 {
				found.Add(RuleLicenses, p.Jobs[c.job].ID, c.at, "%d licences of kind %d are held, expected at most %d", held[l], l, p.Licenses[l])
			}
		}
	}
}
