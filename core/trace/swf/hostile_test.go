package swf

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// endless repeats text up to size bytes without holding them.
type endless struct {
	text string
	at   int
	size int64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.size == 0 {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), e.size)]
	for i := 0; i < len(p); {
		n := copy(p[i:], e.text[e.at:])
		i += n
		e.at = (e.at + n) % len(e.text)
	}
	e.size -= int64(len(p))
	return len(p), nil
}

func TestHostileInputStaysWithinBounds(t *testing.T) {
	slow.AsWebAssembly(t)
	const big = 24 << 20
	bomb := func(text string) io.Reader {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		io.Copy(z, &endless{text: text, size: big})
		z.Close()
		return &b
	}
	for _, c := range []struct {
		name string
		in   io.Reader
		rows int
		want error
	}{
		{"empty", strings.NewReader(""), 0, nil},
		{"spaces", &endless{text: " \n", size: big}, 0, nil},
		{"zeros", &endless{text: "\x00", size: big}, 0, ErrLine},
		{"one line", &endless{text: "7", size: big}, 0, ErrLine},
		{"one line, then a row", io.MultiReader(&endless{text: "1 ", size: big}, strings.NewReader("\n"+row+"\n")), 1, ErrLine},
		{"one comment", &endless{text: ";", size: big}, 0, ErrLine},
		{"comments", &endless{text: ";\n", size: big}, 0, ErrComments},
		{"long comments", &endless{text: strings.Repeat(";", 60000) + "\n", size: big}, 0, ErrComments},
		{"a million columns", &endless{text: "1 ", size: 2e6}, 0, ErrLine},
		{"many columns", strings.NewReader(strings.Repeat("1 ", 30000) + "\n"), 1, nil},
		{"a long number", strings.NewReader(strings.Repeat("9", 60000) + strings.Repeat(" 1", 17)), 0, ErrRange},
		{"a bomb of spaces", bomb(" \n"), 0, ErrExpansion},
		{"a bomb of rows", bomb(row + "\n"), -1, ErrExpansion},
		{"a bomb of one line", bomb("1"), 0, ErrLine},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := NewReader(c.in)
			var met error
			rows := 0
			var rec Record
			for {
				err := r.ReadTo(&rec)
				if err == nil {
					rows++
					continue
				}
				if err == io.EOF {
					break
				}
				if met == nil {
					met = err
				}
				if r.done != nil {
					break
				}
			}
			runtime.ReadMemStats(&after)
			if !errors.Is(met, c.want) || rows != c.rows && c.rows >= 0 {
				t.Errorf("%d rows, %v; want %d, %v", rows, met, c.rows, c.want)
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 6*maxComments {
				t.Errorf("%d MiB allocated", grown>>20)
			}
			if met != nil && len(met.Error()) > 300 {
				t.Errorf("the message has %d bytes", len(met.Error()))
			}
		})
	}
}

func TestRegularLogsAreNoBombs(t *testing.T) {
	text := strings.Repeat("    1        0      1      1    1      1    -1    1      1    -1  1   1   1   1  1 -1 -1 -1\n", 20000)
	rows, err := NewReader(bytes.NewReader(zip(text))).ReadAll()
	if err != nil || len(rows) != 20000 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
