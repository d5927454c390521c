package swf

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const row = "1 2 3 4 5 6.25 7 8 9 10 11 12 13 14 15 16 17 18"

var rowRecord = Record{
	Job: 1, Submit: 2, Wait: 3, Run: 4, Procs: 5, CPU: 6.25, MemoryKiB: 7, ReqProcs: 8, ReqTime: 9,
	ReqMemoryKiB: 10, Status: 11, User: 12, Group: 13, App: 14, Queue: 15, Partition: 16, Preceding: 17, ThinkTime: 18,
}

// with returns row with field i replaced.
func with(i int, text string) string {
	fields := strings.Fields(row)
	fields[i-1] = text
	return strings.Join(fields, " ")
}

// edit returns rowRecord changed by f.
func edit(f func(*Record)) Record {
	rec := rowRecord
	f(&rec)
	return rec
}

func TestEveryFieldGoesToItsPlace(t *testing.T) {
	for _, in := range []string{
		row, row + "\n", row + "\r\n", "\xef\xbb\xbf" + row, "\n\n  \t\r\n" + row + "\n \n",
		"  " + strings.ReplaceAll(row, " ", "\t \v\f\r") + "  \r\n",
		strings.ReplaceAll(row, "6.25", "+0.0625e2"), strings.ReplaceAll(row, "6.25", "6.250000000000000000000"),
		strings.Replace(row, "1 2", "+1 2.000", 1), strings.Replace(row, "1 2", "01 0.2e1", 1),
	} {
		got, err := NewReader(strings.NewReader(in)).ReadAll()
		if err != nil || !cmp.Equal(got, []Record{rowRecord}) {
			t.Errorf("%q: %v, %v", in, got, err)
		}
	}
}

func TestNumbersOfEveryForm(t *testing.T) {
	set := func(f func(*Record)) []Record { return []Record{edit(f)} }
	for _, c := range []struct {
		field int
		text  string
		want  []Record
		err   error
	}{
		{2, "9223372036854775807", set(func(r *Record) { r.Submit = math.MaxInt64 }), nil},
		{2, "-9223372036854775808", set(func(r *Record) { r.Submit = math.MinInt64 }), nil},
		{2, "9007199254740993", set(func(r *Record) { r.Submit = 1<<53 + 1 }), nil},
		{2, "999999999999999999", set(func(r *Record) { r.Submit = 999999999999999999 }), nil},
		{2, "1000000000000000001", set(func(r *Record) { r.Submit = 1000000000000000001 }), nil},
		{2, "1e18", set(func(r *Record) { r.Submit = 1e18 }), nil},
		{2, "000000000000000000000000012", set(func(r *Record) { r.Submit = 12 }), nil},
		{2, "-0", set(func(r *Record) { r.Submit = 0 }), nil},
		{2, "9223372036854775808", nil, ErrRange},
		{2, "1e19", nil, ErrRange},
		{2, "-1e19", nil, ErrRange},
		{2, "1e999", nil, ErrRange},
		{2, "12.5", set(func(r *Record) { r.Submit, r.Decimals = 13, &Decimals{1: 12.5} }), nil},
		{3, "-12.5", set(func(r *Record) { r.Wait, r.Decimals = -13, &Decimals{2: -12.5} }), nil},
		{4, "0.499", set(func(r *Record) { r.Run, r.Decimals = 0, &Decimals{3: 0.499} }), nil},
		{4, ".75", set(func(r *Record) { r.Run, r.Decimals = 1, &Decimals{3: 0.75} }), nil},
		{4, "75.", set(func(r *Record) { r.Run = 75 }), nil},
		{9, "3600.000001", set(func(r *Record) { r.ReqTime, r.Decimals = 3600, &Decimals{8: 3600.000001} }), nil},
		{10, "1e-3", set(func(r *Record) { r.ReqMemoryKiB, r.Decimals = 0, &Decimals{9: 0.001} }), nil},
		{6, "-0.0", set(func(r *Record) { r.CPU = 0 }), nil},
		{6, "0.1", set(func(r *Record) { r.CPU = 0.1 }), nil},
		{6, "1e300", set(func(r *Record) { r.CPU = 1e300 }), nil},
		{6, "0.30000000000000004", set(func(r *Record) { r.CPU = 0.30000000000000004 }), nil},
		{6, "1e999", nil, ErrRange},
		{6, "NaN", nil, ErrNumber},
		{6, "Inf", nil, ErrNumber},
		{6, "0x1p4", nil, ErrNumber},
		{6, "1_000", nil, ErrNumber},
		{5, "4.5", nil, ErrWhole},
		{5, "4.0", set(func(r *Record) { r.Procs = 4 }), nil},
		{1, "x", nil, ErrNumber},
		{1, "-", nil, ErrNumber},
		{1, "--1", nil, ErrNumber},
		{1, "1;", nil, ErrNumber},
		{1, "1.2.3", nil, ErrNumber},
		{1, ".", nil, ErrNumber},
		{1, "\x00", nil, ErrNumber},
		{18, "1e", nil, ErrNumber},
		{18, "٣", nil, ErrNumber},
	} {
		got, err := NewReader(strings.NewReader(with(c.field, c.text) + "\n")).ReadAll()
		if !errors.Is(err, c.err) || !cmp.Equal(got, c.want) {
			t.Errorf("field %d = %q: %+v, %v; want %+v, %v", c.field, c.text, got, err, c.want, c.err)
		}
		var p *ParseError
		if c.err != nil && (!errors.As(err, &p) || p.Field != Numbered(c.field) || p.Line != 1) {
			t.Errorf("field %d = %q: the error %v is not about line 1, field %d", c.field, c.text, err, c.field)
		}
	}
}

func TestLenientFillsAndIgnoresFields(t *testing.T) {
	five := Unknown
	five.Job, five.Submit, five.Wait, five.Run, five.Procs = 1, 2, 3, 4, 5
	six := five
	six.CPU = 6.25
	for _, c := range []struct {
		in            string
		fields        int
		want          Record
		lenient, hard error
	}{
		{"1 2 3 4", 4, Record{}, ErrFields, ErrFields},
		{"1 2 3 4 5", 5, five, nil, ErrFields},
		{"1 2 3 4 5 6.25\r", 6, six, nil, ErrFields},
		{row, 18, rowRecord, nil, nil},
		{row + " 19 twenty", 20, rowRecord, nil, ErrFields},
	} {
		for _, strict := range []bool{false, true} {
			r := NewReader(strings.NewReader(c.in + "\n"))
			r.Strict = strict
			got, err := r.Read()
			wantErr := c.lenient
			if strict {
				wantErr = c.hard
			}
			if !errors.Is(err, wantErr) || err == nil && got != c.want || r.NumFields() != c.fields {
				t.Errorf("%q, strict %t: %+v, %v, %d fields", c.in, strict, got, err, r.NumFields())
			}
		}
	}
}

func TestCommentsAreKeptWithTheirPlace(t *testing.T) {
	in := "; Version: 2.2\n \t;  indented  \r\n;\n\n" + row + "\n;a\n" + row + "\nbad\n;b\r\r\n; c\x00\n" + row + "\n;end"
	r := NewReader(strings.NewReader(in))
	top := []string{"; Version: 2.2", " \t;  indented  ", ";"}
	for range 2 { // asking again changes nothing
		if h, err := r.Header(); err != nil || !cmp.Equal(h, Header{Lines: top}) {
			t.Fatalf("Header before Read = %v, %v", h, err)
		}
	}
	rows, bad := 0, 0
	for {
		_, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			bad++
			if want := "8: field 1 (job number): \"bad\": not a number"; err.Error() != want {
				t.Errorf("error %q, want %q", err, want)
			}
			continue
		}
		rows++
	}
	h, err := r.Header()
	want := Header{Lines: top, Later: []Comment{{1, ";a"}, {2, ";b"}, {2, "; c\x00"}, {3, ";end"}}}
	if rows != 3 || bad != 1 || err != nil || !cmp.Equal(h, want) {
		t.Errorf("%d rows, %d bad, header %v, %v; want 3, 1, %v", rows, bad, h, err, want)
	}
	if _, err := r.Read(); err != io.EOF {
		t.Errorf("Read after the end: %v", err)
	}
}

func TestHeaderDoesNotLoseTheFirstRow(t *testing.T) {
	for _, in := range []string{"", "; x\n", row, "; x\n" + row, "; x\nbad\n" + row} {
		plain := NewReader(strings.NewReader(in))
		asked := NewReader(strings.NewReader(in))
		if _, err := asked.Header(); err != nil {
			t.Errorf("%q: Header: %v", in, err)
		}
		for {
			a, errA := plain.Read()
			b, errB := asked.Read()
			if a != b || (errA == nil) != (errB == nil) || errA != nil && errA.Error() != errB.Error() {
				t.Fatalf("%q: %v, %v after Header; %v, %v without", in, b, errB, a, errA)
			}
			if errA == io.EOF {
				break
			}
		}
	}
}

// zip compresses text.
func zip(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

func TestGzipIsSeenByContent(t *testing.T) {
	text := "; MaxProcs: 4\n" + strings.Repeat(row+"\n", 1000)
	want, _ := NewReader(strings.NewReader(text)).ReadAll()
	for name, data := range map[string][]byte{
		"one member":  zip(text),
		"two members": append(zip(text[:5000]), zip(text[5000:])...),
		"BOM inside":  zip("\xef\xbb\xbf" + text),
	} {
		for _, r := range []io.Reader{
			bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data)),
		} {
			got, err := NewReader(r).ReadAll()
			if err != nil || !cmp.Equal(got, want) {
				t.Errorf("%s: %d rows, %v", name, len(got), err)
			}
		}
	}
}

func TestDamagedFilesSayWhatToDo(t *testing.T) {
	data := zip(strings.Repeat(row+"\n", 5000))
	flipped := bytes.Clone(data)
	flipped[len(flipped)/2] ^= 0x55
	sum := bytes.Clone(data)
	sum[len(sum)-6] ^= 1
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"cut in the header", data[:5], ErrTruncated},
		{"cut in the data", data[:len(data)/2], ErrTruncated},
		{"cut in the sum", data[:len(data)-3], ErrTruncated},
		{"only the magic", data[:2], ErrTruncated},
		{"flipped", flipped, ErrCorrupt},
		{"checksum", sum, ErrCorrupt},
		{"gzip twice", zip(string(data)), ErrCompressed},
		{"bzip2", []byte("BZh91AY&SY"), ErrCompressed},
		{"xz", []byte("\xfd7zXZ\x00\x00\x04"), ErrCompressed},
		{"zstd", []byte("\x28\xb5\x2f\xfd\x04\x58\x00\x00"), ErrCompressed},
		{"zip", []byte("PK\x03\x04 and more"), ErrCompressed},
		{"UTF-16, cut", []byte("\xff\xfe;\x00 "), ErrEncoding},
	} {
		r := NewReader(bytes.NewReader(c.data))
		r.File = "a.swf"
		rows, err := r.ReadAll()
		if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), "a.swf:") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		for _, rec := range rows {
			if rec != rowRecord {
				t.Fatalf("%s: part of a row was taken for one: %+v", c.name, rec)
			}
		}
		if _, again := r.Read(); again != err {
			t.Errorf("%s: Read after the error: %v", c.name, again)
		}
	}
}

func TestReaderErrorsPassThrough(t *testing.T) {
	down := errors.New("the line is down")
	r := NewReader(io.MultiReader(strings.NewReader(row+"\n"+row), iotest.ErrReader(down)))
	rows, err := r.ReadAll()
	if len(rows) != 1 || !errors.Is(err, down) {
		t.Errorf("%d rows, %v; want the one whole row and %v", len(rows), err, down)
	}
	if _, err := NewReader(iotest.ErrReader(down)).Header(); !errors.Is(err, down) {
		t.Errorf("Header: %v", err)
	}
	if _, err := NewReader(silent{}).Read(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader without progress: %v", err)
	}
}

// silent never delivers anything.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestChunksDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 3000 {
		switch rng.IntN(8) {
		case 0:
			b.WriteString(";" + strings.Repeat("c", rng.IntN(2*maxLine/40)))
		case 1:
			b.WriteString(strings.Repeat(" ", rng.IntN(300)))
		case 2:
			b.WriteString("bad")
		default:
			b.WriteString(row)
		}
		b.WriteByte('\n')
	}
	in := b.String()
	want := transcript(strings.NewReader(in))
	for name, r := range map[string]io.Reader{
		"one byte": iotest.OneByteReader(strings.NewReader(in)),
		"half":     iotest.HalfReader(strings.NewReader(in)),
		"data err": iotest.DataErrReader(strings.NewReader(in)),
	} {
		if got := transcript(r); !cmp.Equal(got, want) {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
	}
}

// transcript is all that a lenient Reader says about a log.
func transcript(in io.Reader) (log struct {
	Rows   []Record
	Errors []string
	Header Header
}) {
	r := NewReader(in)
	for {
		rec, err := r.Read()
		if err == nil {
			log.Rows = append(log.Rows, rec)
			continue
		}
		if err != io.EOF {
			log.Errors = append(log.Errors, err.Error())
		}
		if r.done != nil {
			log.Header, _ = r.Header()
			return log
		}
	}
}
