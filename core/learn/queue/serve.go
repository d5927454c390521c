package queue

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Protocol is the version of what Serve reads and writes.
const Protocol = 1

// A Hello is the first line that Serve writes, as JSON: all that the other side must know.
type Hello struct {
	Protocol int       `json:"backfill_play"`
	Envs     int       `json:"envs"`
	Jobs     int       `json:"jobs"` // of the workload
	Length   int       `json:"episode_jobs"`
	Window   int       `json:"window"`
	Procs    int       `json:"procs"`
	Machine  []Feature `json:"machine_features"`
	Job      []Feature `json:"job_features"`
	Rewards  []string  `json:"rewards"`
}

// summaries are the numbers of a Summary.
const summaries = 3

// Serve plays n environments for an agent behind a reader and a writer, until the reader ends. All numbers are little-endian.
//
// A request is n+1 int32. If the first is 0, the others are actions, one for each environment: 0 to Window as in Step, and -1-k
// to begin the episode whose first job is the k-th. An action for an episode that is over does nothing. The answer is a frame: the
// rewards, n float64; the summaries, n times 3 float64, those of a Summary, NaN for episodes that are not over; the
// observations, n times Size(Window) float32; the masks, n times Window+1 bytes; and n bytes that are 1 if the episode is over. If
// the first number is k > 0, the answer is what has started in the k-th environment, counted from 1: the number of jobs, and, in
// the order of their starts, the place of each in the episode and how long it waited in seconds, all int64.
func Serve(c *Config, n int, in io.Reader, out io.Writer) error {
	hello, err := json.Marshal(Hello{Protocol, n, len(c.Jobs), c.Length, c.Window, c.Procs, MachineFeatures, JobFeatures, Rewards})
	if err != nil {
		return err
	}
	s := &server{envs: make([]*Env, n), in: bufio.NewReaderSize(in, 64<<10), out: out}
	for i := range s.envs {
		s.envs[i] = New(c)
	}
	request := make([]byte, 4*(n+1))
	if _, err := out.Write(append(hello, '\n')); err != nil {
		return err
	}
	for {
		if _, err := io.ReadFull(s.in, request); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("the agent's request is cut off: %w", err)
		}
		if err := s.answer(request); err != nil {
			return err
		}
	}
}

type server struct {
	envs  []*Env
	in    *bufio.Reader
	out   io.Writer
	frame []byte
	obs   []float32
}

func (s *server) answer(request []byte) error {
	what := int32(binary.LittleEndian.Uint32(request))
	if what < 0 || int(what) > len(s.envs) {
		return fmt.Errorf("the agent asks for environment %d: they are 1 to %d", what, len(s.envs))
	}
	s.frame = s.frame[:0]
	if what > 0 {
		order, waits := s.envs[what-1].Started()
		s.frame = binary.LittleEndian.AppendUint64(s.frame, uint64(len(order)))
		for k := range order {
			s.frame = binary.LittleEndian.AppendUint64(s.frame, uint64(order[k]))
			s.frame = binary.LittleEndian.AppendUint64(s.frame, uint64(waits[k]))
		}
	} else if err := s.step(request[4:]); err != nil {
		return err
	}
	_, err := s.out.Write(s.frame)
	return err
}

// step takes the actions and makes the frame.
func (s *server) step(actions []byte) error {
	for i, e := range s.envs {
		action := int(int32(binary.LittleEndian.Uint32(actions[4*i:])))
		var err error
		reward := 0.0
		switch {
		case action < 0:
			err = e.Reset(-1 - action)
		case !e.Over():
			reward, err = e.Step(action)
		}
		if err != nil {
			return err
		}
		s.frame = binary.LittleEndian.AppendUint64(s.frame, math.Float64bits(reward))
	}
	for _, e := range s.envs {
		v := Summary{math.NaN(), math.NaN(), math.NaN()}
		if e.engine != nil && e.Over() {
			v = e.Summary()
		}
		for _, x := range [summaries]float64{v.Wait, v.Slowdown, v.Utilisation} {
			s.frame = binary.LittleEndian.AppendUint64(s.frame, math.Float64bits(x))
		}
	}
	window := s.envs[0].Window
	if s.obs == nil {
		s.obs = make([]float32, Size(window))
	}
	for _, e := range s.envs {
		e.Observe(s.obs)
		for _, x := range s.obs {
			s.frame = binary.LittleEndian.AppendUint32(s.frame, math.Float32bits(x))
		}
	}
	for _, e := range s.envs {
		at := len(s.frame)
		for range window + 1 {
			s.frame = append(s.frame, 0)
		}
		e.Mask(s.frame[at:])
	}
	for _, e := range s.envs {
		over := byte(0)
		if e.Over() {
			over = 1
		}
		s.frame = append(s.frame, over)
	}
	return nil
}
