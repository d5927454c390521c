package cluster

import (
	"fmt"
	"maps"
	"slices"
)

// An Assoc is an account, or a user in an account.
type Assoc struct {
	Name     string
	Parent   int32 // account, or None for the root
	Shares   int64 // -1: those of its parent
	Priority int64
	Limits   *Limits
	Default  bool // of a user: jobs that name no account have this one

	Partition string // of a user: the association holds there only; "" for all others
}

// LimitsOf returns the limits of a user's association: those on each user and each job that it does not set are those of its account,
// or of the accounts above. Those of groups are its own.
func (s *System) LimitsOf(user int32) Limits {
	l := *s.Users[user].Limits
	for a := s.Users[user].Parent; a != None; a = s.Accounts[a].Parent {
		up := s.Accounts[a].Limits
		l.MaxJobs, l.MaxWallS = or(l.MaxJobs, up.MaxJobs), or(l.MaxWallS, up.MaxWallS)
		l.MaxSubmitJobs, l.MaxJobsAccrue = or(l.MaxSubmitJobs, up.MaxSubmitJobs), or(l.MaxJobsAccrue, up.MaxJobsAccrue)
		l.MinPriority = or(l.MinPriority, up.MinPriority)
		l.MaxTRESPerJob, l.MaxTRESPerNode = l.MaxTRESPerJob.or(up.MaxTRESPerJob), l.MaxTRESPerNode.or(up.MaxTRESPerNode)
		l.MaxTRESMinsPerJob = l.MaxTRESMinsPerJob.or(up.MaxTRESMinsPerJob)
	}
	return l
}

// PriorityOf returns the priority of a user's association: its own, or that of the account.
func (s *System) PriorityOf(user int32) int64 {
	u := &s.Users[user]
	p := u.Priority
	for a := u.Parent; a != None && p == 0; a = s.Accounts[a].Parent {
		p = s.Accounts[a].Priority
	}
	return p
}

// Persons returns for each association of a user the first of the same user.
func (s *System) Persons() (persons []int32) {
	first := map[string]int32{}
	for i := range s.Users {
		if _, known := first[s.Users[i].Name]; !known {
			first[s.Users[i].Name] = int32(i)
		}
		persons = append(persons, first[s.Users[i].Name])
	}
	return persons
}

// Limits returns the limits of all QOS, accounts and users.
func (s *System) Limits() (all []*Limits) {
	for i := range s.QOS {
		all = append(all, &s.QOS[i].Limits)
	}
	for _, list := range [...][]Assoc{s.Accounts, s.Users} {
		for i := range list {
			all = append(all, list[i].Limits)
		}
	}
	return all
}

func or(n, otherwise *int64) *int64 {
	if n == nil {
		return otherwise
	}
	return n
}

// or returns the amounts of t, and for resources that it does not name others.
func (t TRES) or(others TRES) TRES {
	if len(others) == 0 {
		return t
	}
	all := maps.Clone(others)
	maps.Copy(all, t)
	return all
}

// User returns the association of a user with an account in a partition, which it makes, with one share, if the Description has none.
// One that holds in the partition only goes before one that holds in all others. Of an empty account, it is the user's default, else
// the first.
func (s *System) User(name, account, partition string) int32 {
	best, most := None, 0
	for i := range s.Users {
		u := &s.Users[i]
		if u.Name != name || account != "" && s.Accounts[u.Parent].Name != account || u.Partition != "" && u.Partition != partition {
			continue
		}
		rank := 1 // the account first, then the partition
		if account == "" && u.Default {
			rank = 3
		}
		if u.Partition != "" {
			rank++
		}
		if rank > most {
			best, most = i, rank
		}
	}
	if best != None {
		return int32(best)
	}
	parent := 0
	if account != "" {
		parent = slices.IndexFunc(s.Accounts, func(a Assoc) bool { return a.Name == account })
	}
	if parent < 0 {
		parent = len(s.Accounts)
		s.Accounts = append(s.Accounts, Assoc{Name: account, Shares: 1, Limits: &Limits{}})
	}
	s.Users = append(s.Users, Assoc{Name: name, Parent: int32(parent), Shares: 1, Limits: &Limits{}})
	return int32(len(s.Users) - 1)
}

func shares(n *int64) int64 {
	if n == nil {
		return 1
	}
	return *n
}

func (s *System) accounts() error {
	s.Accounts = []Assoc{{Name: "root", Parent: None, Shares: 1, Limits: &Limits{}}}
	index := map[string]int32{"": 0, "root": 0}
	left := s.Description.Accounts
	for len(left) > 0 { // parents may stand after their children
		var later []Account
		for i := range left {
			a := &left[i]
			parent, known := index[a.Parent]
			if a.Name == "root" {
				parent, known = 0, true
				s.Accounts[0].Limits, s.Accounts[0].Priority = &a.Limits, a.Priority
			} else if _, twice := index[a.Name]; twice {
				return fmt.Errorf("account %s is described twice", a.Name)
			} else if !known {
				later = append(later, *a)
				continue
			} else {
				index[a.Name] = int32(len(s.Accounts))
				s.Accounts = append(s.Accounts, Assoc{Name: a.Name, Parent: parent, Shares: shares(a.Shares), Priority: a.Priority, Limits: &a.Limits})
			}
			for k := range a.Users {
				u := &a.Users[k]
				s.Users = append(s.Users, Assoc{u.Name, index[a.Name], shares(u.Shares), u.Priority, &u.Limits, u.Default, u.Partition})
			}
		}
		if len(later) == len(left) {
			return fmt.Errorf("account %s is below %s, which does not exist or is below itself", later[0].Name, later[0].Parent)
		}
		left = later
	}
	if len(s.Users) > 0 { // Slurm's database always has this user
		s.User("root", "root", "")
	}
	return nil
}
