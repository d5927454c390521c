package service

import (
	"bytes"
	"encoding/json"
)

// Whole returns a function for Handle that passes messages on to send with each blob of the answer in one piece: it
// keeps the parts until then. A page does so itself.
func Whole(send func(Message)) func(Message) {
	var parts [][]byte
	return func(m Message) {
		var got struct{ Part, Answer json.RawMessage }
		if err := json.Unmarshal(m.JSON, &got); err != nil { // ours: cannot happen
			panic(err)
		}
		switch i := 0; {
		case got.Part != nil:
			if err := json.Unmarshal(got.Part, &i); err != nil {
				panic(err)
			}
			for len(parts) <= i {
				parts = append(parts, nil)
			}
			parts[i] = append(parts[i], m.Blobs[0]...)
			return
		case got.Answer != nil:
			for i, p := range parts {
				m.Blobs[i] = bytes.Join([][]byte{p, m.Blobs[i]}, nil)
			}
		}
		send(m)
	}
}
