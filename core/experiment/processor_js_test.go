package experiment

import "syscall/js"

// processor returns the processor time of this process in ns.
func processor() float64 {
	used := js.Global().Get("process").Call("cpuUsage")
	return 1000 * (used.Get("user").Float() + used.Get("system").Float())
}
