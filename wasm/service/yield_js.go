package service

import "syscall/js"

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
