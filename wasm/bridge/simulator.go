package bridge

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"
)

// Options configure the simulator's Service. The zero value is ready to use.
type Options struct {
	Program string // its version, which result files carry
	// Yield is called about every 50 ms of work. In a browser's worker, which has one
	// thread, it lets the event loop deliver a cancel.
	Yield func()
}

// simulator has the state that the operations of New share.
type simulator struct {
	opt Options

	mu   sync.Mutex
	logs map[string][]byte // loaded logs by name
}

// New returns the Service of the simulator.
func New(opt Options) *Service {
	if opt.Yield == nil {
		opt.Yield = func() {}
	}
	s := &simulator{opt: opt, logs: map[string][]byte{}}
	return NewService(map[string]Op{
		"describe": s.describe,
		"load":     s.load,
		"forget":   s.forget,
		"run":      s.run,
		"why":      s.why,
		"csv":      Convert(newCSV),
		"rules":    s.rules,
		"system":   s.system,
		"instance": s.instance,
		"solve":    s.solve,
	})
}

// open returns a loaded log for experiment.Spec.Load.
func (s *simulator) open(name string) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, ok := s.logs[name]
	if !ok {
		return nil, fmt.Errorf("no log %q is loaded: choose the file again", name)
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

// maxName bounds the length of a log's name, in bytes.
const maxName = 200

// logName checks the name of a log, which is a plain file name.
func logName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("the log has no name")
	case len(name) > maxName || strings.ToValidUTF8(name, "") != name:
		return fmt.Errorf("the log's name is longer than %d bytes or not UTF-8", maxName)
	case path.Base(strings.ReplaceAll(name, `\`, "/")) != name:
		return fmt.Errorf("the log's name %q is not a plain file name", name)
	}
	return nil
}
