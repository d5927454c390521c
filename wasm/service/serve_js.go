package service

import "syscall/js"

// Serve connects s to the JavaScript of its worker, and never returns.
//
// The worker sets globalThis.backfillProgram, the program's version, and backfillReady before it runs the program, which calls
// backfillReady once with
//
//	handle(json: string, blobs: Uint8Array[], send: (json: string, blobs: Uint8Array[]) => void)
//
// The bytes of a part of a blob are only good until send returns.
func Serve(s *Service) {
	blobs := blobs{}
	handle := js.FuncOf(func(_ js.Value, args []js.Value) any {
		in := Message{JSON: []byte(args[0].String()), Blobs: fromJS(args[1])}
		send := args[2]
		// In a goroutine, because the event loop waits for this function.
		go s.Handle(in, func(m Message) { send.Invoke(string(m.JSON), blobs.toJS(m)) })
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

// blobs makes JavaScript's arrays of bytes. Parts are all in the same one: browsers collect garbage late in a worker,
// and parts are many.
type blobs struct {
	part js.Value // or undefined
	size int      // of part, in bytes
}

func (bs *blobs) toJS(m Message) js.Value {
	out := js.Global().Get("Array").New(len(m.Blobs))
	for i, b := range m.Blobs {
		a := bs.array(len(b), m.Part)
		js.CopyBytesToJS(a, b)
		out.SetIndex(i, a)
	}
	return out
}

func (bs *blobs) array(n int, part bool) js.Value {
	if !part {
		return js.Global().Get("Uint8Array").New(n)
	}
	if n > bs.size {
		bs.part, bs.size = js.Global().Get("Uint8Array").New(n), n
	}
	return bs.part.Call("subarray", 0, n)
}

// Yielder returns a function that lets the event loop handle its queue, such as a
// message that cancels. It uses a MessageChannel: browsers delay repeated timers by
// 4 ms and more.
func Yielder() func() {
	channel := js.Global().Get("MessageChannel").New()
	woken := make(chan struct{}, 1)
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		woken <- struct{}{}
		return nil
	}))
	port := channel.Get("port2")
	return func() {
		port.Call("postMessage", nil)
		<-woken
	}
}
