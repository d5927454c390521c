package cluster

import "slices"

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
