package module

import (
	"bytes"
	"math"
	"testing"
)

// The segments of any memory make that memory.
func checkSegments(t *testing.T, data []byte) {
	t.Helper()
	body := segments(data)
	got, err := image(body)
	if err != nil {
		t.Fatalf("%v of %x", err, body)
	}
	if want := bytes.TrimRight(data, "\x00"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes became %d", len(want), len(got))
	}
}

func TestSegmentsMakeTheMemory(t *testing.T) {
	full := func(n int) []byte { return bytes.Repeat([]byte{7}, n) }
	zero := func(n int) []byte { return make([]byte, n) }
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for _, c := range []struct {
		data     []byte
		segments byte
	}{
		{nil, 0}, {zero(9), 0}, {full(1), 1}, {full(5000), 1}, {join(zero(100), full(3)), 1}, {join(full(3), zero(100)), 1},
		{join(full(64), zero(gap-1), full(1)), 1}, {join(full(64), zero(gap), full(1)), 2},
		{join(zero(gap*3), full(200), zero(gap*70), full(1), zero(gap*9), full(8192), zero(gap)), 3},
	} {
		checkSegments(t, c.data)
		if got := segments(c.data)[0]; got != c.segments {
			t.Errorf("%d bytes are %d segments, want %d", len(c.data), got, c.segments)
		}
	}
}

// Segments may come in any order and overlap; the last one holds.
func TestLaterSegmentsOverwrite(t *testing.T) {
	body := []byte{3, 0, opI32Const, 4, opEnd, 2, 'a', 'b', 0, opI32Const, 0, opEnd, 1, 'c', 0, opI32Const, 3, opEnd, 2, 'd', 'e'}
	if got, err := image(body); err != nil || string(got) != "c\x00\x00deb" {
		t.Errorf("image = %q, %v", got, err)
	}
}

func TestWhatIsNoModuleIsRefused(t *testing.T) {
	section := func(id byte, body ...byte) []byte {
		return append(append(bytes.Clone(header), id, byte(len(body))), body...)
	}
	for _, c := range []struct {
		wasm []byte
		want string
	}{
		{nil, "no WebAssembly of version 1"},
		{[]byte("\x7fELF"), "no WebAssembly of version 1"},
		{append(bytes.Clone(header), 1, 9), "the WebAssembly is cut off"},
		{section(dataCount, 1), "the WebAssembly counts its data segments, which Go's linker does not"},
		{section(Data, 1, 0, opI32Const, 1, opEnd, 9), "the data section does not end where it should"},
		{section(Data, 0, 0), "the data section does not end where it should"},
		{section(Data, 1, 1, opI32Const, 1, opEnd, 0), "a data segment has no plain address in memory 0"},
		{section(Data, 1, 0, opI32Const, 0x7f, opEnd, 0), "a data segment at address -1 is beyond 268435456 bytes"},
		{section(Data, 1, 0, opI32Const, 0xff, 0xff, 0xff, 0xff, 7, opEnd, 1, 7),
			"a data segment at address 2147483647 is beyond 268435456 bytes"},
	} {
		if _, err := Parse(c.wasm); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.wasm, err, c.want)
		}
	}
}

// A number that is written is read as it was.
func TestNumbersComeBack(t *testing.T) {
	for shift := range 64 {
		for _, v := range []int64{1<<shift - 1, 1 << shift, -1 << shift, -1<<shift - 1, math.MinInt64 + 1<<shift} {
			r := Reader{Rest: AppendInt(nil, v)}
			if got := r.Int(); got != v || r.Failed || len(r.Rest) > 0 {
				t.Errorf("%d is read as %d, failed %t, with %d bytes left", v, got, r.Failed, len(r.Rest))
			}
		}
	}
	for _, long := range [][]byte{bytes.Repeat([]byte{0x80}, 11), {0x80}, {}} {
		r := Reader{Rest: long}
		if r.Int(); !r.Failed {
			t.Errorf("%x is read as a number", long)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(header, []byte{})
	f.Add(append(bytes.Clone(header), Data, 8, 1, 0, opI32Const, 2, opEnd, 1, 7), append(bytes.Clone(TableBegin), make([]byte, 200)...))
	f.Fuzz(func(t *testing.T, wasm, data []byte) {
		if m, err := Parse(wasm); err == nil {
			again, err := Parse(m.Bytes())
			if err != nil || len(again.Sections) != len(m.Sections) {
				t.Errorf("written, it has %d sections, before %d: %v", len(again.Sections), len(m.Sections), err)
			}
		}
		checkSegments(t, data)
		if table, err := FindTable(data); err == nil {
			_, _ = table.All()
		}
	})
}
