package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A promise is licences that a running job has, or that a cycle reserves for a waiting one, for some seconds.
type promise struct {
	begin, end int64
	job        int32
}

// promise keeps a job's licences for some seconds of the cycle's plans, with bf_licenses.
func (c *cycle) promise(i int32, begin, end int64) {
	if c.opt.BfLicenses && c.e.Jobs[i].Licenses != nil {
		c.promises = append(c.promises, promise{begin, end, i})
	}
}

// has promises a running job its licences until its limit.
func (c *cycle) has(i int32) {
	c.promise(i, c.floor(c.e, c.e.Now), c.floor(c.e, c.e.Placed[i].Start+c.e.Jobs[i].Limit))
}

// unlicensed returns the end of the last time from a second until another for which too few licences are left for a job, or 0.
func (c *cycle) unlicensed(j *cluster.Job, from, until int64) (end int64) {
	if !c.opt.BfLicenses || j.Licenses == nil {
		return 0
	}
	times := []int64{from}
	for _, p := range c.promises {
		for _, at := range [...]int64{p.begin, p.end} {
			if at > from && at <= until {
				times = append(times, at)
			}
		}
	}
	slices.Sort(times)
	for _, at := range times {
		if over := c.lacks(j, at); over > 0 {
			end = over
		}
	}
	return end
}

// lacks returns the next end of a promise after a second at which too few licences are left for a job, or 0.
func (c *cycle) lacks(j *cluster.Job, at int64) (end int64) {
	for _, n := range j.Licenses {
		left := c.sys.Description.Licenses[n.License].Count - n.Count
		next := int64(0)
		for _, p := range c.promises {
			if p.begin > at || p.end <= at {
				continue
			}
			for _, held := range c.e.Jobs[p.job].Licenses {
				if held.License != n.License {
					continue
				}
				if left -= held.Count; next == 0 || p.end < next {
					next = p.end
				}
			}
		}
		if left < 0 && next > end {
			end = next
		}
	}
	return end
}
