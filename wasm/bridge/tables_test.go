package bridge

import (
	"bytes"
	"testing"

	"github.com/backfill-lab/backfill/wasm/service"
)

// What is written leaves in its order, as one blob, in parts that are not too large.
func TestPartsAreBounded(t *testing.T) {
	next := 5
	var sent, written []byte
	c := &service.Call{Part: func(i int, b []byte) {
		if i != 5 || len(b) == 0 || len(b) > partBytes {
			t.Errorf("a part of %d bytes of blob %d, want 1 to %d of blob 5", len(b), i, partBytes)
		}
		sent = append(sent, b...)
	}}
	p := &parts{c, &next, -1}
	for k, n := range []int{1, 0, partBytes, 3*partBytes + 7} {
		b := bytes.Repeat([]byte{byte('a' + k)}, n)
		written = append(written, b...)
		if got, err := p.Write(b); got != n || err != nil {
			t.Errorf("Write of %d bytes returns %d, %v", n, got, err)
		}
	}
	if !bytes.Equal(sent, written) || next != 6 {
		t.Errorf("sent %d bytes of the %d written; the next blob is %d, want 6", len(sent), len(written), next)
	}
}
