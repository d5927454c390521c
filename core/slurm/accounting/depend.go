package accounting

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// A jobName is how a command line calls a job, an array, or a task of one.
type jobName struct {
	cluster  int32
	id, task int64 // task is None for all of an array
}

// index returns the jobs by name, in order of submission: Slurm gives a number again, years later. It is nil if no job names another.
func (b *builder) index() map[jobName][]int32 {
	if !slices.ContainsFunc(b.sources, func(s source) bool { return s.req != nil && s.req.Dependency != "" }) {
		return nil
	}
	ids := map[jobName][]int32{}
	for k := range b.Jobs {
		r, task := b.sources[k].last, b.Recorded[k].Task
		names := []jobName{{r.Cluster, r.Job, sacct.None}}
		if r.Base != r.Job {
			names = append(names, jobName{r.Cluster, r.Base, sacct.None})
		}
		if task != sacct.None {
			names = append(names, jobName{r.Cluster, r.Base, task})
		}
		for _, name := range names {
			ids[name] = append(ids[name], int32(k))
		}
	}
	return ids
}

// called returns which jobs of a name job k waits for: the last one submitted before it, or the tasks of one array. Where there is none,
// as in a log that has only the last run of a requeued job, it is one that came before job k started.
func (b *builder) called(name jobName, k int32, ids map[jobName][]int32) (all []int32) {
	list := ids[name]
	before := func(second int64) int {
		return sort.Search(len(list), func(i int) bool { return b.Jobs[list[i]].Submit > second })
	}
	n := before(b.Jobs[k].Submit)
	if n == 0 && b.Recorded[k].Starts != nil {
		n = before(b.Recorded[k].Recorded)
	}
	if n == 0 {
		return nil
	}
	last := b.sources[list[n-1]].last
	for _, i := range list[:n] {
		if i != k && !b.sources[i].last.Other(last) {
			all = append(all, i)
		}
	}
	return all
}

// kinds are the dependencies that are simulated.
var kinds = map[string]cluster.DependencyKind{
	"after": cluster.AfterStart, "afterany": cluster.AfterAny, "afterok": cluster.AfterOK, "afternotok": cluster.AfterNotOK,
	"aftercorr": cluster.AfterOK,
}

// depend takes what a job depends on: KIND:ID[:ID...], separated by commas, or by question marks if one
// suffices. An ID may be that of an array, or of a task, 601_2; a task that is to come after the same one of an array (aftercorr) waits
// for that, if there is one. Jobs that the log does not have are taken to have ended as they should. A
// singleton waits for the jobs of its user and name that came before.
func (b *builder) depend(j *cluster.Job, k int32, r *sacct.Record, text string, ids map[jobName][]int32, solo map[string][]int32) {
	name := named(b.names.Users, r.User) + "\x00" + named(b.names.Names, r.Name)
	j.AnyOf = strings.Contains(text, "?")
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == '?' }) {
		if part == "singleton" {
			for _, other := range solo[name] {
				j.After = append(j.After, cluster.Dependency{Job: other, Kind: cluster.AfterAny})
			}
			continue
		}
		words := strings.Split(part, ":")
		kind, simulated := kinds[words[0]]
		if !simulated {
			continue
		}
		for _, word := range words[1:] {
			id, wait, _ := strings.Cut(word, "+")
			minutes, _ := strconv.ParseInt(wait, 10, 32)
			of := jobNameOf(r.Cluster, id)
			if same := (jobName{r.Cluster, of.id, b.Recorded[k].Task}); words[0] == "aftercorr" && ids[same] != nil {
				of = same
			}
			for _, other := range b.called(of, k, ids) {
				j.After = append(j.After, cluster.Dependency{Job: other, Kind: kind, Wait: 60 * minutes})
			}
		}
	}
	solo[name] = append(solo[name], k)
}

// jobNameOf reads the name of a job, such as 601 or 601_2; 601_* are all tasks.
func jobNameOf(cluster int32, text string) jobName {
	text, index, _ := strings.Cut(text, "_")
	id, _ := strconv.ParseInt(text, 10, 64)
	task, err := strconv.ParseInt(index, 10, 64)
	if err != nil {
		task = sacct.None
	}
	return jobName{cluster, id, task}
}
