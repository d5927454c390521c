package policy

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// easy is a program that knows nothing but the lines.
type easy struct {
	procs, free int
	queue       []line
	running     []line
}

// A line is a job as the program knows it.
type line struct{ job, estimate, procs, end int64 }

// serve answers until in ends.
func (p *easy) serve(in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var a, b, c, submit int64
		text := lines.Text()
		switch word, _, _ := strings.Cut(text, " "); word {
		case "backfill-policy":
			fmt.Fprintln(out, "policy 1 own-easy 1")
		case "machine":
			*p = easy{}
			fmt.Sscanf(text, "machine %d", &p.procs)
		case "job":
			fmt.Sscanf(text, "job %d %d %d %d", &a, &submit, &b, &c)
			p.queue = append(p.queue, line{job: a, estimate: b, procs: c})
		case "end":
			fmt.Sscanf(text, "end %d %d", &a, &b)
			p.running = slices.DeleteFunc(p.running, func(r line) bool { return r.job == b })
		case "extend":
			fmt.Sscanf(text, "extend %d %d %d", &a, &b, &c)
			i := slices.IndexFunc(p.running, func(r line) bool { return r.job == b })
			p.running[i].end = c
		case "pass":
			fmt.Sscanf(text, "pass %d %d", &a, &b)
			p.free = int(b)
			fmt.Fprintln(out, strings.Trim(fmt.Sprint(p.pass(a)), "[]"))
		}
	}
}

// pass is EASY by its definition.
func (p *easy) pass(now int64) (started []int64) {
	start := func(i int) {
		j := p.queue[i]
		j.end = now + j.estimate
		p.free -= int(j.procs)
		p.running = append(p.running, j)
		p.queue = slices.Delete(p.queue, i, i+1)
		started = append(started, j.job)
	}
	for len(p.queue) > 0 && int(p.queue[0].procs) <= p.free {
		start(0)
	}
	if len(p.queue) == 0 {
		return started
	}
	var ends []int64
	for _, r := range p.running {
		ends = append(ends, r.end)
	}
	slices.Sort(ends)
	freeAt := func(t int64) (n int) {
		n = p.free
		for _, r := range p.running {
			if r.end <= t {
				n += int(r.procs)
			}
		}
		return n
	}
	shadow := ends[slices.IndexFunc(ends, func(t int64) bool { return freeAt(t) >= int(p.queue[0].procs) })]
	extra := freeAt(shadow) - int(p.queue[0].procs)
	for i := 1; i < len(p.queue); {
		j := p.queue[i]
		switch {
		case int(j.procs) > p.free:
			i++
		case now+j.estimate <= shadow:
			start(i)
		case int(j.procs) <= extra:
			extra -= int(j.procs)
			start(i)
		default:
			i++
		}
	}
	return started
}

// connect returns the policy of a program that runs beside the test.
func connect(t testing.TB, serve func(in io.Reader, out io.Writer)) (*External, error) {
	fromUs, toThem := io.Pipe()
	fromThem, toUs := io.Pipe()
	done := make(chan struct{})
	go func() {
		serve(fromUs, toUs)
		fromUs.Close()
		toUs.Close()
		close(done)
	}()
	t.Cleanup(func() {
		toThem.Close()
		fromThem.Close()
		<-done
	})
	return NewExternal(fromThem, toThem, func() { toThem.CloseWithError(context.Canceled); fromThem.CloseWithError(context.Canceled) })
}

func fresh(t testing.TB) sim.Policy {
	p, err := connect(t, new(easy).serve)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestARemotePolicyKeepsTheLawsOfEveryPolicy(t *testing.T) {
	policytest.Laws(t, func() sim.Policy { return fresh(t) }, policytest.Static)
}

// The program is asked less often than a policy of this program, and must decide the same.
func TestRemoteEASYIsEASY(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	remote := fresh(t)
	for n := range 300 {
		c := policytest.Random(r, 60)
		got, err := policytest.Simulate(c, remote)
		if err != nil {
			t.Fatal(err)
		}
		want, err := policytest.Simulate(c, NewEASY(Orders[0]))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("case %d: %+v\nremote %+v\nEASY   %+v", n, c, got, want)
		}
	}
}

// says returns a program that greets, and answers the passes with these lines.
func says(answers ...string) func(io.Reader, io.Writer) {
	return func(in io.Reader, out io.Writer) {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			switch {
			case strings.HasPrefix(lines.Text(), "backfill-policy"):
				io.WriteString(out, "policy 1 odd 1\n")
			case strings.HasPrefix(lines.Text(), "pass"):
				if len(answers) == 0 {
					return
				}
				if _, err := io.WriteString(out, answers[0]); err != nil {
					return
				}
				answers = answers[1:]
			}
		}
	}
}

var two = policytest.Case{Procs: 4, Jobs: []job.Job{policytest.Job(11, 0, 10, 10, 3), policytest.Job(12, 0, 10, 10, 2)}}

func TestWrongAnswersAreErrorsThatSayWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		answers []string
		want    string
	}{
		{[]string{"0 1\n"}, "at second 0, question 1: the program starts job 12 (job 1 of the protocol) on 2 processors, and 1 are free"},
		{[]string{"0\n", "0\n"}, "the program starts job 0 of the protocol, which does not wait"},
		{[]string{"7\n"}, "the program starts job 7 of the protocol, which does not wait"},
		{[]string{"99999999999999999999\n"}, "not the numbers of jobs to start"},
		{[]string{"hello\n"}, `answers "hello"`},
		{[]string{"0 -1\n"}, `answers "0 -1"`},
		{[]string{"@0\n"}, "not in the future"},
		{[]string{"@x\n"}, "not in the future"},
		{[]string{"error out of ideas\n"}, "the program gives up: out of ideas"},
		{[]string{"\n"}, "the policy leaves 2 jobs waiting for ever"},
		{nil, "the program ended before it answered"},
		{[]string{strings.Repeat("1", 2*longestAnswer) + "\n"}, "a line of more than"},
	} {
		p, err := connect(t, says(c.answers...))
		if err == nil {
			_, err = policytest.Simulate(two, p)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: the error is %v, not %q", c.answers, err, c.want)
		}
	}
}

func TestAPolicyMayAskToBeAskedAgain(t *testing.T) {
	p, err := connect(t, says("@5\n", "0 @7\n", "\n", "1\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := two
	c.Procs = 5
	placed, err := policytest.Simulate(c, p)
	if err != nil {
		t.Fatal(err)
	}
	if placed[0].Start != 5 || placed[1].Start != 15 {
		t.Errorf("the jobs start at %d and %d, not at 5 and 15", placed[0].Start, placed[1].Start)
	}
}

func TestAGreetingOfAnotherKindIsRefused(t *testing.T) {
	for _, greeting := range []string{"", "hello\n", "policy 2 odd 1\n", "policy 1 odd\n", "policy 1  1\n", "policy 1 a b c\n"} {
		_, err := connect(t, func(in io.Reader, out io.Writer) {
			bufio.NewReader(in).ReadString('\n')
			io.WriteString(out, greeting)
		})
		if err == nil {
			t.Errorf("%q is taken for a greeting", greeting)
		}
	}
}

// A program that is no policy may have written and ended before it is greeted.
func TestWhatAProgramWroteIsTheErrorAlsoIfItHasEnded(t *testing.T) {
	ended := errors.New("it has ended")
	closed, w := io.Pipe()
	closed.CloseWithError(ended)
	unread := "does not read: it has ended"
	for wrote, want := range map[string]string{"hello\n": `first line is "hello"`, "": unread, "policy 1 easy 1\n": unread} {
		if _, err := NewExternal(strings.NewReader(wrote), w, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after %q the error is %v, not of %s", wrote, err, want)
		}
	}
}

// A program that hangs is left when the run is cancelled: nobody has to look at a clock.
func TestACancelledRunDoesNotWaitForTheProgram(t *testing.T) {
	asked := make(chan struct{})
	p, err := connect(t, func(in io.Reader, out io.Writer) {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "backfill-policy") {
				io.WriteString(out, "policy 1 hang 1\n")
			}
			if strings.HasPrefix(lines.Text(), "pass") {
				close(asked)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	e, err := sim.New(sim.Config{Procs: two.Procs, Jobs: two.Jobs}, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, not that of the context", err)
	}
}

// Whatever a program writes, the run ends, and a schedule that it leaves is legal.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte("\x05\x05\x05\x02\x01\x05\x05\x03"), "0\n1\n")
	f.Add([]byte("\x05\x05\x05\x02\x01\x05\x05\x83"), "@9\n0 1\n")
	f.Fuzz(func(t *testing.T, script []byte, answers string) {
		in := io.MultiReader(strings.NewReader("policy 1 fuzz 1\n"), strings.NewReader(answers))
		p, err := NewExternal(in, io.Discard, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := policytest.Parse(script)
		placed, err := policytest.Simulate(c, p)
		if err != nil {
			return
		}
		if found := verify.Check(c.Problem(), placed); len(found) > 0 {
			t.Error(verify.Err(found))
		}
	})
}

// A question to a program that is there already, without what a process costs.
func BenchmarkPass(b *testing.B) {
	jobs := make([]job.Job, 20_000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range jobs {
		jobs[i] = policytest.Job(int64(i), int64(40*i), 1+r.Int64N(1000), 1000, 1+r.IntN(16))
	}
	asked := 0
	for b.Loop() {
		p := fresh(b).(*External)
		if _, err := policytest.Simulate(policytest.Case{Procs: 128, Jobs: jobs}, p); err != nil {
			b.Fatal(err)
		}
		asked += p.asked
	}
	b.ReportAllocs()
	b.ReportMetric(float64(asked)/b.Elapsed().Seconds(), "passes/s")
}
