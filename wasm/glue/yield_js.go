package glue

import "syscall/js"

// Yielder returns a function that lets the event loop take what is in its
// queue, such as a message that cancels. It goes through a MessageChannel since
// browsers hold back a timer that is set again and again for 4 ms and more.
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
