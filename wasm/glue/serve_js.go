// Package glue connects a service.Service to the JavaScript of a worker. It exists
// only for js/wasm; package service has all that can be tested without a browser.
//
// The worker sets globalThis.backfillProgram, the program's version, and
// backfillReady before it runs the program, which calls backfillReady once with
//
//	handle(json: string, blobs: Uint8Array[], send: (json: string, blobs: Uint8Array[]) => void)
package glue

import (
	"syscall/js"

	"github.com/backfill-lab/backfill/wasm/service"
)

// Serve hands s to the worker and never returns.
func Serve(s *service.Service) {
	handle := js.FuncOf(func(_ js.Value, args []js.Value) any {
		in := service.Message{JSON: []byte(args[0].String()), Blobs: fromJS(args[1])}
		send := args[2]
		// In a goroutine, because the event loop waits for this function.
		go s.Handle(in, func(m service.Message) { send.Invoke(string(m.JSON), toJS(m.Blobs)) })
		return nil
	})
	js.Global().Call("backfillReady", handle)
	select {}
}

// Program returns the program's version. It is not linked in: a commit that changes no
// code does not change the binary, which caches keep.
func Program() string { return js.Global().Get("backfillProgram").String() }

func fromJS(blobs js.Value) [][]byte {
	out := make([][]byte, blobs.Length())
	for i := range out {
		b := blobs.Index(i)
		out[i] = make([]byte, b.Length())
		js.CopyBytesToGo(out[i], b)
	}
	return out
}

func toJS(blobs [][]byte) js.Value {
	out := js.Global().Get("Array").New(len(blobs))
	for i, b := range blobs {
		a := js.Global().Get("Uint8Array").New(len(b))
		js.CopyBytesToJS(a, b)
		out.SetIndex(i, a)
	}
	return out
}
