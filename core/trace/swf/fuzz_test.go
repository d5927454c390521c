package swf

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{
		"", "\n", ";", ";\r\n", row, row + "\r\n" + row, "\xef\xbb\xbf; x\n" + row, "; a\n\n" + row + "\n; b\n" + row + "\n;c",
		with(2, "1.5"), with(4, "-0.4"), with(6, "1e300"), with(6, "-0.0"), with(9, "1e18"), with(1, "9223372036854775807"),
		"1 2 3 4 5", row + " 19", "1 2 3", "\x00\x01\x02", strings.Repeat("1 ", 40), "\t1\v2\f3 4 5 6 7\r8", "; MaxProcs: 1e9\n" + with(5, "-1"),
		with(10, "0.00000000000000000000000000000001"), with(18, "-9223372036854775808"),
	} {
		f.Add([]byte(seed))
		f.Add(zip(seed))
	}
	f.Add(zip(row)[:15])
	f.Fuzz(func(t *testing.T, in []byte) { checkRoundTrip(t, in) })
}

// FuzzStrictIsPartOfLenient checks that what the strict reader takes, the
// lenient one takes too, and as the same record.
func FuzzStrictIsPartOfLenient(f *testing.F) {
	f.Add([]byte(row + "\n" + row + " 1\n1 2 3 4 5\nx\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		strict, lenient := NewReader(bytes.NewReader(in)), NewReader(bytes.NewReader(in))
		strict.Strict = true
		for lenient.done == nil {
			a, errA := strict.Read()
			b, errB := lenient.Read()
			if strict.Line() != lenient.Line() {
				t.Fatalf("at line %d and %d", strict.Line(), lenient.Line())
			}
			if errA == nil && (errB != nil || !cmp.Equal(a, b) || lenient.NumFields() != Fields) {
				t.Fatalf("line %d: strict %v; lenient %v, %v", strict.Line(), a, b, errB)
			}
			if errA != nil && errB == nil && lenient.NumFields() == Fields {
				t.Fatalf("line %d: 18 good fields, but the strict reader says %v", strict.Line(), errA)
			}
		}
	})
}
