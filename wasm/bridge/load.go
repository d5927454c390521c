package bridge

import (
	"context"

	"github.com/backfill-lab/backfill/core/workload"
)

// load keeps a log under its name, replacing one of the same name, and answers
// with its Summary. A log that cannot be read is not kept.
func (s *simulator) load(_ context.Context, c *Call) (any, [][]byte, error) {
	var p struct {
		Envelope
		Name  string `json:"name"`
		Width string `json:"width"`
	}
	if err := c.Decode(&p, 1); err != nil {
		return nil, nil, err
	}
	if err := logName(p.Name); err != nil {
		return nil, nil, err
	}
	w, err := workload.Read(p.Name, c.Blobs[0], workload.Options{Width: p.Width})
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	s.logs[p.Name] = c.Blobs[0]
	s.mu.Unlock()
	return summarise(w), nil, nil
}

// forget drops a log.
func (s *simulator) forget(_ context.Context, c *Call) (any, [][]byte, error) {
	var p struct {
		Envelope
		Name string `json:"name"`
	}
	if err := c.Decode(&p, 0); err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, found := s.logs[p.Name]
	delete(s.logs, p.Name)
	return map[string]bool{"found": found}, nil, nil
}
