package cluster

// What the tests of explanations, which play policies that import this package, see of it.
type Asked = question

func (q *Asked) Watch(s Scheduler) Scheduler { return q.watch(s) }
func (q *Asked) Never() string               { return q.never() }

var FeaturesOf = features
