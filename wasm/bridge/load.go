package bridge

import (
	"bytes"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/workload"
)

// load keeps a log under its name, in place of one of the same name, and answers with
// its Summary. A log that cannot be read is not kept.
func (s *simulator) load(c *Call) (any, error) {
	var p struct {
		Envelope
		Name  string `json:"name"`
		Width string `json:"width"`
	}
	if err := c.Decode(&p, 1); err != nil {
		return nil, err
	}
	if err := logName(p.Name); err != nil {
		return nil, err
	}
	opt := workload.Options{Width: named(p.Width)}
	w, err := workload.Read(p.Name, c.Blobs[0], opt)
	if err != nil {
		return nil, err
	}
	l := &log{data: c.Blobs[0]}
	s.mu.Lock()
	s.logs[p.Name] = l
	s.mu.Unlock()
	s.know(l, opt, w)
	answer := summarise(w)
	answer.File, err = experiment.SHA256Of(bytes.NewReader(c.Blobs[0]))
	return answer, err
}

// forget drops a log.
func (s *simulator) forget(c *Call) (any, error) {
	var p struct {
		Envelope
		Name string `json:"name"`
	}
	if err := c.Decode(&p, 0); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, found := s.logs[p.Name]
	delete(s.logs, p.Name)
	return map[string]bool{"found": found}, nil
}
