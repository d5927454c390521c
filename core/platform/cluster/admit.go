package cluster

import "slices"

// Admits tells whether a partition starts jobs of this job's account and QOS at all. From Slurm 23.02 on an account stands for those
// below it, too.
func (s *System) Admits(j *Job, part int32) bool { return s.admits(j, part) == "" }

// admits returns the code of why a partition does not start jobs of an account or QOS, or "".
func (s *System) admits(j *Job, part int32) string {
	p := &s.Partitions[part]
	if j.QOS != None && !p.Allowed[j.QOS] {
		return QOSRefused
	}
	if p.AllowAccounts == nil && p.DenyAccounts == nil {
		return ""
	}
	below := s.Description.Since("23.02")
	of := s.Users[j.User].Parent
	ok := listed(s.Accounts[of].Name, p.AllowAccounts, p.DenyAccounts)
	for a := s.Accounts[of].Parent; below && a != None; a = s.Accounts[a].Parent {
		if name := s.Accounts[a].Name; p.AllowAccounts != nil {
			ok = ok || slices.Contains(p.AllowAccounts, name)
		} else {
			ok = ok && !slices.Contains(p.DenyAccounts, name)
		}
	}
	if !ok {
		return AccountRefused
	}
	return ""
}

// Within tells whether jobs of a QOS may preempt one another (WITHIN).
func (s *System) Within(qos int) bool {
	return s.QOS[qos].PreemptWithin || s.Description.Preemption.Within
}

// listed tells whether a name is allowed: one of a list if there is one, else none of those that are denied.
func listed(name string, allow, deny []string) bool {
	if allow != nil {
		return slices.Contains(allow, name)
	}
	return !slices.Contains(deny, name)
}
