package slim

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Sorts is the name, for -without, of sorting all types by one function: the standard library compiles one for each type of which a
// slice is sorted.
const Sorts = "sorts"

// The files of the standard library, below its src: the functions by comparison, those of values with an order, and those of
// interfaces. The same generator made all three: they compare and exchange the same elements in the same order.
const byComparison, ofOrdered, ofInterfaces = "slices/zsortanyfunc.go", "slices/zsortordered.go", "sort/zsortinterface.go"

// sums are the SHA-256 of these files as they were when this was written.
var sums = map[string]string{
	byComparison: "50398783e085ac9cc1d7c6249ebe75a5cc4425dcdc6a4cc448ea6e7179126492",
	ofOrdered:    "f6d8d5df558075ca8299a89f9b5beda3ca7d1ddc7858dc2e52eee44e4dfdd7a9",
	ofInterfaces: "8978a49cc4174b0c35a84a2ddf73175d41254eb340ebeda29f21d3e546088a3b",
}

// comparing stands in the place of the functions by comparison, with those of interfaces before it, and ordered in that of the
// functions of values with an order.
const comparing = `
// Interface is what is sorted.
type Interface interface {
	Less(i, j int) bool
	Swap(i, j int)
}

type compared[E any] struct {
	data []E
	cmp  func(a, b E) int
}

func (c *compared[E]) Less(i, j int) bool { return c.cmp(c.data[i], c.data[j]) < 0 }
func (c *compared[E]) Swap(i, j int)      { c.data[i], c.data[j] = c.data[j], c.data[i] }

func pdqsortCmpFunc[E any](data []E, a, b, limit int, cmp func(a, b E) int) {
	pdqsort(&compared[E]{data, cmp}, a, b, limit)
}

func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) { stable(&compared[E]{data, cmp}, n) }
`

const ordered = `package slices

import "cmp"

func pdqsortOrdered[E cmp.Ordered](data []E, a, b, limit int) { pdqsortCmpFunc(data, a, b, limit, cmp.Compare[E]) }
`

// GoRoot returns the folder of the Go release that the go command belongs to.
func GoRoot() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// Overlay writes to dir what the go command reads in place of files of the standard library, and returns the file for its flag
// -overlay. If the standard library is another than the one that this was written for, warn gets one line, and the file is "".
func Overlay(dir string, warn func(line string)) (string, error) {
	root, err := GoRoot()
	if err != nil {
		return "", err
	}
	src, code := filepath.Join(root, "src"), map[string]string{}
	for name, was := range sums {
		data, err := os.ReadFile(filepath.Join(src, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		if err := unchanged(name, data, was, "sorts.go", "sorts.go"); err != nil {
			warn(fmt.Sprintf("each type is sorted by a function of its own: Go's %v", err))
			return "", nil
		}
		code[name] = string(data)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	replaced := map[string]string{}
	for name, with := range map[string]string{
		byComparison: strings.Replace(code[ofInterfaces], "package sort\n", "package slices\n", 1) + comparing,
		ofOrdered:    ordered,
	} {
		file, err := filepath.Abs(filepath.Join(dir, filepath.Base(name)))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(file, []byte(with), 0o644); err != nil {
			return "", err
		}
		replaced[filepath.Join(src, filepath.FromSlash(name))] = file
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o644)
}
