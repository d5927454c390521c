package slim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A program that sorts slices of many kinds, with equal elements that can be told apart, and prints what comes out.
const sorting = `package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
)

type pair struct{ key, place int }

func main() {
	r, h := rand.New(rand.NewPCG(1, 2)), fnv.New64a()
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	for n := range 700 {
		pairs, floats, texts := make([]pair, n), make([]float64, n), make([]string, n)
		for i := range n {
			k := r.IntN(1 + n/1+n%7*n)
			switch n % 5 {
			case 1:
				k = i // sorted
			case 2:
				k = -i
			case 3:
				k = i % 3
			}
			pairs[i], floats[i], texts[i] = pair{k, i}, float64(k), fmt.Sprint(k)
			if k%11 == 0 {
				floats[i] = math.NaN()
			}
		}
		unstable, stable := slices.Clone(pairs), slices.Clone(pairs)
		slices.SortFunc(unstable, byKey)
		slices.SortStableFunc(stable, byKey)
		slices.Sort(floats)
		slices.Sort(texts)
		fmt.Fprintln(h, unstable, stable, floats, texts)
	}
	fmt.Println(h.Sum64())
}
`

func TestSlicesAreSortedAsWithoutTheOverlay(t *testing.T) {
	dir := t.TempDir()
	overlay, err := Overlay(filepath.Join(dir, "overlay"), func(line string) { t.Skip(line) })
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "main.go")
	if err := os.WriteFile(program, []byte(sorting), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(flags ...string) string {
		out, err := exec.Command("go", append(append([]string{"run"}, flags...), program)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if with, without := run("-overlay", overlay), run(); with != without {
		t.Errorf("with the overlay slices are sorted otherwise: %s, not %s", with, without)
	}
}
