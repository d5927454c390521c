package sweep

import (
	"encoding/json"
	"errors"
	"path"
	"slices"

	"github.com/backfill-lab/backfill/core/trace"
)

// workloadJSON are the fields of a study's workload that name its log.
type workloadJSON map[string]json.RawMessage

// Told returns the study's text as results have it: of an anonymous log, only the ending of the file's name stays.
func (s *Study) Told() []byte {
	var fields map[string]json.RawMessage
	var workload workloadJSON
	if !s.anonymous() || json.Unmarshal(s.text, &fields) != nil || json.Unmarshal(fields["workload"], &workload) != nil {
		return s.text
	}
	var model workloadJSON
	if json.Unmarshal(workload["model"], &model) == nil && model != nil {
		model.hide("from")
		workload["model"], _ = json.Marshal(model) // JSON that was read
	}
	workload.hide("file")
	fields["workload"], _ = json.Marshal(workload)
	text, _ := json.Marshal(fields)
	return text
}

func (w workloadJSON) hide(field string) {
	var name string
	if w[field] == nil {
		return
	}
	json.Unmarshal(w[field], &name) // of a list with one name, the ending is not told
	w[field], _ = json.Marshal(trace.Anonymous + path.Ext(name))
}

// anonymous tells whether a workload of the study is to be anonymous.
func (s *Study) anonymous() bool {
	says := false
	s.workload.each(func(n *node) { says = says || slices.Contains(n.names, "anonymize") })
	if !says { // of many workloads
		return false
	}
	for w := range s.workload.count {
		if part := s.workloadPart(w); part.err == nil && part.source.Anonymize {
			return true
		}
	}
	return false
}

// checkAnonymous is an error if the results of an anonymous study would name its logs.
func (s *Study) checkAnonymous(logs []string) error {
	if len(logs) > 1 && s.anonymous() {
		return errors.New("a study with anonymize has one log, because its results would name each of several: make a study for each log, " +
			"or anonymous logs with backfill trace convert first")
	}
	return nil
}
