//go:build !unix && !js

package experiment

func processor() float64 { return 0 }
