package guess

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// Fill adds to a description the accounts and users of the log that it does not have, with one share each, and
// says so in it.
func Fill(d *cluster.Description, all *sacct.Records) {
	var added []string
	for _, a := range people(all) {
		k := slices.IndexFunc(d.Accounts, func(b cluster.Account) bool { return b.Name == a.Name })
		if k < 0 {
			k = len(d.Accounts)
			d.Accounts = append(d.Accounts, cluster.Account{Name: a.Name})
		}
		for _, u := range a.Users {
			if !slices.ContainsFunc(d.Accounts[k].Users, func(v cluster.User) bool { return v.Name == u.Name }) {
				d.Accounts[k].Users = append(d.Accounts[k].Users, u)
				added = append(added, u.Name+" of "+a.Name)
			}
		}
	}
	if len(added) == 0 {
		return
	}
	few := added[:min(len(added), 5)]
	sentence := fmt.Sprintf("Users of the log that no file names have one share each: %s", strings.Join(few, ", "))
	if more := len(added) - len(few); more > 0 {
		sentence += fmt.Sprintf(" and %d more", more)
	}
	d.Assumed = append(d.Assumed, sentence+".")
}
