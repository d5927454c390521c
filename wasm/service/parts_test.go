package service_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/backfill-lab/backfill/wasm/service"
)

// A blob is the same whether it comes in parts or with the answer.
func TestPartsAreABlob(t *testing.T) {
	op := func(c *service.Call, _ *service.Envelope) (int, error) {
		for i := range 5 {
			c.Part(i%2+1, []byte{'a' + byte(i)})
		}
		c.Out = [][]byte{[]byte("whole"), []byte("end")}
		return 7, nil
	}
	s := service.NewService(map[string]service.Op{"op": service.NewOp(0, op)})
	in := service.Message{JSON: fmt.Appendf(nil, `{"version": %d, "id": 3, "op": "op"}`, service.Version)}
	var sent []string
	s.Handle(in, func(m service.Message) { sent = append(sent, string(m.JSON)) })
	if len(sent) != 6 || sent[4] != `{"id":3,"part":1}` || sent[5] != `{"answer":7,"id":3}` {
		t.Errorf("sent %q", sent)
	}
	s.Handle(in, service.Whole(func(m service.Message) {
		if want := [][]byte{[]byte("whole"), []byte("aceend"), []byte("bd")}; !equal(m.Blobs, want) {
			t.Errorf("blobs %q, want %q", m.Blobs, want)
		}
	}))
}

func equal(a, b [][]byte) bool {
	return bytes.Equal(bytes.Join(a, []byte{0}), bytes.Join(b, []byte{0}))
}
