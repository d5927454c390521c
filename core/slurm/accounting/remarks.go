package accounting

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// A remark is something to say of a job once it is certain that it is simulated.
type remark struct {
	kind remarkKind
	what string // an option, or what else tells remarks of a kind apart
}

type remarkKind int

const (
	sizeless    remarkKind = iota // no command line names a size, and it has more than a core
	endless                       // nothing limits it
	unlike                        // asks for all memory of nodes that have different amounts
	differs                       // its command line and its row say different things
	beyond                        // an option of its command line that no simulation takes into account
	late                          // ended by itself long after its limit
	retyped                       // had GPUs of a type that the description does not have, or of several
	uncounted                     // had GPUs by its command line alone
	oneType                       // asked for several GPUs of a node, of any type, where nodes have several types
	rounded                       // waits for whole cores, and asked for parts
	spent                         // ended at a limit that may have been shortened
	remarkKinds                   // how many there are
)

// note remarks something of the job that is being added.
func (b *builder) note(kind remarkKind, what string) { b.noted = append(b.noted, remark{kind, what}) }

// count counts the remarks of a job that stays.
func (b *builder) count(r *sacct.Record) {
	for _, m := range b.noted {
		b.said[m.kind].add(m.what, r)
	}
}

// A tally counts jobs by a word, each with the first of them.
type tally []mention

type mention struct {
	what, first string
	jobs        int
}

func (t *tally) add(what string, r *sacct.Record) {
	k := slices.IndexFunc(*t, func(m mention) bool { return m.what == what })
	if k < 0 {
		k = len(*t)
		*t = append(*t, mention{what: what, first: (&Job{ID: r.Job, Base: r.Base, Task: r.Task}).Label()})
	}
	(*t)[k].jobs += r.Jobs()
}

// most returns how many jobs the most frequent word has.
func (t tally) most() (jobs int) {
	for _, m := range t {
		jobs = max(jobs, m.jobs)
	}
	return jobs
}

// String lists the words, the most frequent first: "memory of 12 (such as job 7), GPUs of 2 (such as job 9)".
func (t tally) String() string {
	slices.SortStableFunc(t, func(x, y mention) int { return y.jobs - x.jobs })
	var all []string
	for _, m := range t {
		all = append(all, fmt.Sprintf("%s of %d (such as job %s)", m.what, m.jobs, m.first))
	}
	return strings.Join(all, ", ")
}
