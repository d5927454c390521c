package bridge

import (
	"bytes"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// load keeps a log under its name, in place of one of the same name, and answers with
// its Summary. A log that cannot be read is not kept.
func (s *simulator) load(c *service.Call, p *loadRequest) (*Summary, error) {
	if err := logName(p.Name); err != nil {
		return nil, err
	}
	opt := trace.Options{Width: named(p.Width), Map: p.Map}
	w, err := trace.ReadFrom(p.Name, newSource(c.Blobs[0]), opt)
	if err != nil {
		return nil, err
	}
	s.replays.forget()
	l := &log{data: c.Blobs[0]}
	s.mu.Lock()
	s.logs[p.Name] = l
	s.mu.Unlock()
	s.know(l, opt, w)
	a := summarise(w)
	a.File, err = experiment.SHA256Of(bytes.NewReader(c.Blobs[0]))
	return &a, err
}

type loadRequest struct {
	service.Envelope
	Name  string `json:"name"`            // a plain file name
	Width string `json:"width,omitempty"` // of jobs, as in a Spec
	Map   string `json:"map,omitempty"`   // of a table's columns, as in a Spec
}

// forget drops a log.
func (s *simulator) forget(_ *service.Call, p *forgetRequest) (service.Found, error) {
	s.replays.forget()
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.logs[p.Name]
	delete(s.logs, p.Name)
	return service.Found{Found: ok}, nil
}

type forgetRequest struct {
	service.Envelope
	Name string `json:"name"`
}
