package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// numbers are those of a range, {"from": 0.5, "to": 1, "step": 0.05}. They are computed as
// decimals, so that the third is 0.65 and not 0.6500000000000001.
type numbers struct {
	from, step *big.Int // in units of 10^-places
	places     int
	count      int
}

// parseNumbers reads a range.
func parseNumbers(raw []byte, path string) (*numbers, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	d.UseNumber()
	var given struct{ From, To, Step json.Number }
	if err := d.Decode(&given); err != nil || given.From == "" || given.To == "" {
		return nil, fmt.Errorf(`%s: a range is written {"from": 1, "to": 16} or {"from": 0.5, "to": 1, "step": 0.05}`, path)
	}
	if given.Step == "" {
		given.Step = "1"
	}
	n := &numbers{}
	texts := []string{given.From.String(), given.To.String(), given.Step.String()}
	for _, text := range texts {
		_, fraction, _ := strings.Cut(text, ".")
		n.places = max(n.places, len(fraction))
		if len(text) > 30 || strings.ContainsAny(text, "eE") {
			return nil, fmt.Errorf("%s: %s: write the numbers of a range without an exponent and with 30 digits at most", path, text)
		}
	}
	var scaled [3]*big.Int
	for i, text := range texts {
		var err error
		if scaled[i], err = n.scale(text); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	n.from, n.step = scaled[0], scaled[2]
	if n.step.Sign() <= 0 || scaled[1].Cmp(n.from) < 0 {
		return nil, fmt.Errorf("%s: a range goes up, by a step above 0", path)
	}
	count := new(big.Int).Div(scaled[1].Sub(scaled[1], n.from), n.step)
	if !count.IsInt64() || count.Int64() >= MaxRuns {
		return nil, fmt.Errorf("%s: more than %d values: split the study", path, MaxRuns)
	}
	n.count = int(count.Int64()) + 1
	return n, nil
}

// scale returns a decimal in units of 10^-places.
func (n *numbers) scale(text string) (*big.Int, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	x, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", n.places-len(fraction)), 10)
	if !ok {
		return nil, errors.New(text + " is no number")
	}
	return x, nil
}

// write appends the i-th number.
func (n *numbers) write(to []byte, i int) []byte {
	x := new(big.Int).Mul(n.step, big.NewInt(int64(i)))
	digits := x.Add(x, n.from).String()
	if n.places == 0 {
		return append(to, digits...)
	}
	if digits[0] == '-' {
		to, digits = append(to, '-'), digits[1:]
	}
	if short := n.places + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	point := len(digits) - n.places
	if fraction := strings.TrimRight(digits[point:], "0"); fraction != "" {
		return append(append(append(to, digits[:point]...), '.'), fraction...)
	}
	return append(to, digits[:point]...)
}
