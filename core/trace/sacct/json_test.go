package sacct

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// TestJSONAgreesWithText reads the same jobs from the JSON of two versions of Slurm and
// from text. Numbers of lines differ, and the rows of steps.
func TestJSONAgreesWithText(t *testing.T) {
	const text = "JobID|JobIDRaw|JobName|User|Group|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|State|" +
		"AllocCPUS|ReqCPUS|AllocNodes|ReqNodes|NTasks|ReqMem|MaxRSS|Priority|Reservation|NodeList\n" +
		"700|700|relax é | \"x\"|ada|ada|phys|batch|normal|1000|1000|1010|1110|100|60|COMPLETED|8|8|2|2||1Gc||4294901000|maint|n[1-2]\n" +
		"700.batch|700.batch|batch||||||1010|1010|1010|1110|100||COMPLETED|8|8|2|2|1||4M|||n1\n" +
		"700.0|700.0|x||||||1010|1010|1010|1110|100||COMPLETED|8|8|2|2|8||2M|||n1\n" +
		"701_4|702|sweep|bob|bob|phys|batch|normal|1001|1002|1020|1020|0|5|FAILED|4|4|1|1||4Gn||4294901000||n3\n" +
		"701_[5-9%2]|701|sweep|bob|bob|phys|batch|normal|1001|1002|Unknown|Unknown|0|5|PENDING|0|4|0|1||4Gn||4294901000||None assigned\n" +
		"710+0|710|pair|ada|ada|phys|batch|normal|1003|1003|1030|Unknown|470|Partition_Limit|RUNNING|2|2|1|1||||4294901000||n4\n" +
		"710+1|711|pair|ada|ada|phys|batch|normal|1003|1003|1030|Unknown|470|Partition_Limit|RUNNING|6|6|1|1||||4294901000||n5\n" +
		"720|720|late|bob|bob|phys|long|normal|1004|1004|1040|4640|3600|60|TIMEOUT|16|16|4|4||||4294901000||n[1-4]\n" +
		"721|721|gone|bob|bob|phys|batch|normal|1005|1005|1500|1500|0|60|CANCELLED by 7|16|16|4|4||||4294901000||None assigned\n" +
		"722|722|gone|bob|bob|phys|batch|normal|1006|1006|1501|1501|0|60|CANCELLED by 7|16|16|4|4||||4294901000||None assigned\n" +
		"723|723|quick|bob|bob|phys|batch|normal|1007|1007|1502|1502|0|UNLIMITED|CANCELLED by 7|1|1|1|1||||4294901000||n1\n" +
		"723.batch|723.batch|batch||||||1502|1502|1502|1502|0||CANCELLED|1|1|1|1|1||0|||n1\n" +
		"724|724|twice|ada|ada|phys|batch|normal|1008|1008|1100|1200|100|60|REQUEUED|1|1|1|1||||4294901000||n1\n" +
		"724|724|twice|ada|ada|phys|batch|normal|1200|1200|1300|1350|50|60|NODE_FAIL|1|1|1|1||||4294901000||n1\n" +
		"725|725|odd|ada|ada|phys|batch|normal|1201|1201|1300|1350|50|60|HAPPY|1|1|1|1||||4294901000||n1\n"
	where := regexp.MustCompile(`(?m)^(line \d+|count bar .*\n)`)
	want := where.ReplaceAllString(transcript(NewReader(strings.NewReader(text))), "")
	for _, name := range []string{"json2108.sacct", "json2311.sacct"} {
		for what, src := range map[string]io.Reader{
			"plain":        bytes.NewReader(sample(t, name)),
			"byte by byte": iotest.OneByteReader(bytes.NewReader(sample(t, name))),
			"mark":         io.MultiReader(strings.NewReader("\ufeff \n"), bytes.NewReader(sample(t, name))),
			"CRLF":         bytes.NewReader(bytes.ReplaceAll(sample(t, name), []byte("\n"), []byte("\r\n"))),
		} {
			if d := cmp.Diff(want, where.ReplaceAllString(transcript(NewReader(src)), "")); d != "" {
				t.Errorf("%s, %s: %s", name, what, d)
			}
		}
	}
}

// aJob is a job in JSON with number n, and with field in place of its times.
func aJob(n int, field string) string {
	return fmt.Sprintf(`{"job_id":%d,"user":"ada",%s,"state":{"current":["COMPLETED"]},`+
		`"tres":{"allocated":[{"type":"cpu","count":4}]},"new field":[{"a":"]}"}]}`, n, field)
}

const times = `"time":{"submission":100,"start":110,"end":120}`

func TestBadJSONIsAnErrorOfOneLine(t *testing.T) {
	good := aJob(8, times)
	for _, c := range []struct {
		log       string
		err       error
		jobs, bad int // if there is no error
	}{
		{`{"jobs":[` + good + `]}`, nil, 1, 0},
		{`{"meta":{"jobs":[5]},"jobs":[` + good + "],\"errors\":[]}\n{\"jobs\":[" + aJob(9, times) + "]}", nil, 2, 0},
		{`{"jobs":[],"x":-1.5e3,"jobs":[ ` + good + `, {"job_id":1} ] }`, nil, 1, 1},
		{`{"jobs":[` + good + `,5,null,"x",[],` + aJob(0, times) + `]}`, nil, 1, 5},
		{`{"jobs":[` + good + `,` + aJob(7, `"time":{"submission":"soon"}`) + `]}`, nil, 1, 1},
		{`{"jobs":[` + good + `,` + aJob(7, `"time":{"submission":1.5}`) + `]}`, nil, 1, 1},
		{`{"jobs":[` + good + `,` + aJob(7, `"time":7`) + `]}`, nil, 1, 1},
		{`{"jobs":[` + good + `,{"job_id":7,}]}`, nil, 1, 1},
		{`{"jobs":[` + good + `,` + aJob(7, times+`,"priority":1e3,"name":5,"steps":null`) + `]}`, nil, 2, 0},
		{`{"jobs":[{"job_id":1}]}`, ErrTime, 0, 0},
		{`{"jobs":[{"job_id":"1"}]}`, ErrNumber, 0, 0},
		{`{"jobs":[{"steps":[{"tres":5}]}]}`, ErrValue, 0, 0},
		{`{"jobs":[{]}`, ErrJSON, 0, 0},
		{`{"jobs":[` + good, ErrJSONEnd, 0, 0},
		{`{"jobs":[` + good + `,`, ErrJSONEnd, 0, 0},
		{`{"jobs":[` + good + `,{"name":"\"`, ErrJSONEnd, 0, 0},
		{`{"jobs"`, ErrJSONEnd, 0, 0},
		{`{"jobs" 5}`, ErrJSON, 0, 0},
		{`{"jobs":}`, ErrJSON, 0, 0},
		{`{jobs:[]}`, ErrJSON, 0, 0},
		{`{"jobs":[` + good + `]} and more`, ErrJSON, 0, 0},
		{`{"workload":{"jobs":5},"policies":["easy"]}`, ErrNoJobs, 0, 0},
		{`{"jobs":5}`, ErrNoJobs, 0, 0},
		{`{}`, ErrNoJobs, 0, 0},
		{`{`, ErrJSONEnd, 0, 0},
		{`{"jobs":[` + strings.Repeat("[", 1<<20) + `]}`, ErrJSONEnd, 0, 0},
		{`{"jobs":[` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + `]}`, ErrJSON, 0, 0},
		{strings.Repeat(`{"jobs":[]}`, 1<<16), nil, 0, 0},
		{`{"jobs":[` + aJob(7, `"name":"`+strings.Repeat("x", maxJSON)+`"`) + `]}`, ErrJob, 0, 0},
	} {
		all, err := Read("log", strings.NewReader(c.log))
		if !errors.Is(err, c.err) || err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, want %v", c.log, err, c.err)
		}
		if c.err == nil && (len(all.Jobs) != c.jobs || count(all, "malformed") != c.bad) {
			t.Errorf("%.60q: %d jobs, %v", c.log, len(all.Jobs), all.Counts)
		}
	}
	_, err := Read("log", strings.NewReader("{\n\"jobs\": [\n\n"+aJob(7, `"time":{"submission":100,"end":"x"}`)+"]}"))
	if err == nil || err.Error() != "log:4: time.end: "+ErrNumber.Error() {
		t.Errorf("%v", err)
	}
	r := NewReader(strings.NewReader(`{"jobs":[]}`))
	r.Columns = "JobID,Submit"
	if _, err := r.All(); !errors.Is(err, ErrNeedless) {
		t.Errorf("columns for JSON: %v", err)
	}
}

// TestJSONStreams reads JSON many times larger than what may be held.
func TestJSONStreams(t *testing.T) {
	const jobs = 20_000
	one := sample(t, "json2311.sacct")
	element := []byte("," + aJob(8, times+`,"comment":"`+strings.Repeat("x", 1000)+`"`) + "\n")
	src := io.MultiReader(bytes.NewReader(one[:len(`{"jobs": [`)]), strings.NewReader(aJob(8, times)),
		&repeated{element, jobs, 0}, strings.NewReader("]}"))
	r, n, before, after := drain(src)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("reading holds %d bytes", grown)
	}
	if r.done != io.EOF || n != jobs+1 {
		t.Errorf("%d jobs, %v, %v", n, r.Counts(), r.done)
	}
}

func BenchmarkJSON(b *testing.B) {
	one := sample(b, "json2311.sacct")
	log := bytes.Repeat(one, 100) // concatenated
	b.SetBytes(int64(len(log)))
	for b.Loop() {
		if all, err := Read("", bytes.NewReader(log)); err != nil || len(all.Jobs) != 11 {
			b.Fatal(err, len(all.Jobs))
		}
	}
}
