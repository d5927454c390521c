package bridge

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/wasm/service"
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
	logs map[string]*log // loaded logs by name

	replays replays

	shares map[int64]*sharedRun // runs that go on, by the id of their request
}

// A log is a loaded one, and what it was read as last: a page runs it again and again.
type log struct {
	data     []byte
	opt      trace.Options
	workload *trace.Workload // nil of all but one log, for memory; nothing changes it
}

// New returns the Service of the simulator.
func New(opt Options) *service.Service {
	if opt.Yield == nil {
		opt.Yield = func() {}
	}
	s := &simulator{opt: opt, logs: map[string]*log{}, shares: map[int64]*sharedRun{}}
	return service.NewService(map[string]service.Op{
		"describe": service.NewOp(0, s.describe),
		"load":     service.NewOp(1, s.load),
		"forget":   service.NewOp(0, s.forget),
		"generate": service.NewOp(0, s.generate),
		"shape":    service.NewOp(0, s.shape),
		"run":      service.NewOp(0, s.run).Reporting(report{}),
		"spare":    service.NewOp(0, s.spare),
		"play":     service.NewOp(0, s.play).Reporting(report{}),
		"played":   service.NewOp(service.AnyBlobs, s.played),
		"waits":    service.NewOp(1, s.waits),
		"why":      service.NewOp(0, s.why),
		"moment":   service.NewOp(0, s.moment),
		"changes":  service.NewOp(3, s.changes),
		"csv":      service.Convert(newCSV),
		"rules":    service.NewOp(1, s.rules),
		"cluster":  service.NewOp(1, s.cluster),
		"instance": service.NewOp(service.AnyBlobs, s.instance),
		"solve":    service.NewOp(1, s.solve).Reporting(solving{}),
	})
}

// known returns what a log was read as, nil if not so.
func (s *simulator) known(l *log, opt trace.Options) *trace.Workload {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.opt != opt {
		return nil
	}
	return l.workload
}

// know keeps what a log was read as, in the place of what was kept of any.
func (s *simulator) know(l *log, opt trace.Options, w *trace.Workload) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.logs {
		other.workload = nil
	}
	l.opt, l.workload = opt, w
}

// readLog reads a log unless it was read so the last time.
func (s *simulator) readLog(name string, opt trace.Options) (*trace.Workload, error) {
	opt.Width = named(opt.Width)
	s.mu.Lock()
	l := s.logs[name]
	s.mu.Unlock()
	if l == nil {
		return nil, notLoaded(name)
	}
	if w := s.known(l, opt); w != nil {
		return w, nil
	}
	w, err := trace.ReadFrom(name, newSource(l.data), opt)
	if err == nil {
		s.know(l, opt, w)
	}
	return w, err
}

// named returns "" for the default width, which has two names.
func named(width string) string {
	if width == "allocated" {
		return ""
	}
	return width
}

func notLoaded(name string) error {
	return fmt.Errorf("no log %q is loaded: choose the file again", name)
}

// open returns a loaded log for experiment.Spec.Load.
func (s *simulator) open(name string) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.logs[name]
	if l == nil {
		return nil, notLoaded(name)
	}
	return newSource(l.data), nil
}

// A source is the bytes of a log: text, or a table in an Arrow file or stream.
type source struct{ *bytes.Reader }

func newSource(data []byte) source { return source{bytes.NewReader(data)} }

// Close does nothing.
func (s source) Close() error { return nil }

// Table implements trace.Tabular.
func (s source) Table() (table.Table, error) {
	head := make([]byte, 8)
	n, _ := s.ReadAt(head, 0)
	switch head = head[:n]; {
	case ipc.IsFile(head):
		return ipc.NewTable(s.Reader, s.Size())
	case ipc.IsStream(head):
		return ipc.NewStream(s.Reader)
	}
	return nil, nil
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

func newCSV(w io.Writer, s *result.Schema, _ result.Meta) (result.Sink, error) {
	return result.NewCSV(w, s), nil
}
