// Package amount reads times, memory and trackable resources as Slurm's files and commands
// write them.
package amount

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// Errors of a value.
var (
	ErrTime   = errors.New("not a time: write minutes, MM:SS, HH:MM:SS, D-HH, D-HH:MM, D-HH:MM:SS or UNLIMITED")
	ErrMemory = errors.New("not an amount of memory: write a whole number with K, M, G or T behind it; M if there is none")
	ErrWhole  = errors.New("not a whole number from 0 to 999,999,999,999,999")
	ErrNumber = errors.New("not a number from 0 to 1e15")
	ErrTRES   = errors.New("not a list of resources: write cpu=10,mem=500G,gres/gpu=2")
)

// Unlimited is the time UNLIMITED, INFINITE or -1.
const Unlimited = -1

// maxDigits of a whole number keep products of it with 86,400 or 1,048,576 within int64 if
// they are checked; of a part of a time, without a check.
const maxDigits, maxTimeDigits = 15, 9

// Seconds returns a time in seconds, or Unlimited. A number alone is minutes.
func Seconds(s string) (int64, error) {
	switch strings.ToUpper(s) {
	case "UNLIMITED", "INFINITE", "-1":
		return Unlimited, nil
	}
	days, clock, hasDays := strings.Cut(s, "-")
	if !hasDays {
		clock = s
	}
	parts := strings.Split(clock, ":")
	if len(parts) > 3 {
		return 0, ErrTime
	}
	var n [3]int64
	for i, p := range parts {
		v, ok := whole(p, maxTimeDigits)
		if !ok {
			return 0, ErrTime
		}
		n[i] = v
	}
	if hasDays { // hours first
		d, ok := whole(days, maxTimeDigits)
		if !ok {
			return 0, ErrTime
		}
		return d*86400 + n[0]*3600 + n[1]*60 + n[2], nil
	}
	switch len(parts) {
	case 1:
		return n[0] * 60, nil
	case 2:
		return n[0]*60 + n[1], nil
	}
	return n[0]*3600 + n[1]*60 + n[2], nil
}

// Limit is Seconds, rounded up to whole minutes as Slurm keeps limits.
func Limit(s string) (int64, error) {
	t, err := Seconds(s)
	if t > 0 {
		t = (t + 59) / 60 * 60
	}
	return t, err
}

// Lone is Seconds, but a number alone is seconds.
func Lone(s string) (int64, error) {
	if n, ok := whole(s, maxDigits); ok {
		return n, nil
	}
	return Seconds(s)
}

// MiB returns an amount of memory in MiB, rounded up.
func MiB(s string) (int64, error) {
	digits := strings.TrimRight(s, "bBkKmMgGtT")
	n, ok := whole(digits, maxDigits)
	if !ok {
		return 0, ErrMemory
	}
	shift := 0
	switch strings.ToUpper(s[len(digits):]) {
	case "K", "KB":
		return (n + 1023) / 1024, nil
	case "", "M", "MB":
	case "G", "GB":
		shift = 10
	case "T", "TB":
		shift = 20
	default:
		return 0, ErrMemory
	}
	if n > math.MaxInt64>>(shift+10) {
		return 0, ErrMemory
	}
	return n << shift, nil
}

// Whole returns a whole number that is not negative.
func Whole(s string) (int64, error) {
	if n, ok := whole(s, maxDigits); ok {
		return n, nil
	}
	return 0, ErrWhole
}

// Suffixed reads a whole number that may end in K, M, G, T or P, for powers of 1024.
func Suffixed(s string) (int64, bool) {
	digits := strings.TrimRight(s, "kKmMgGtTpP")
	n, err := Whole(digits)
	if err != nil || len(s)-len(digits) > 1 {
		return 0, false
	}
	if len(digits) < len(s) {
		power := 1 + strings.IndexByte("kmgtp", s[len(digits)]|0x20)
		if n >= math.MaxInt64>>(10*power) {
			return 0, false
		}
		n <<= 10 * power
	}
	return n, true
}

// Number returns a number that is neither negative nor huge.
func Number(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v >= 0 && v <= 1e15) || strings.ContainsAny(s, "xXpP_") {
		return 0, ErrNumber
	}
	return v, nil
}

// TRES returns a list of resources, memory in MiB. The value -1 takes a limit away and is
// returned as -1. Slurm's names are in lower case, types of GPUs and licences as they are.
func TRES(s string) (map[string]float64, error) {
	return tres(s, func(name, value string) (float64, error) {
		if value == "-1" {
			return -1, nil
		}
		if name == "mem" {
			mib, err := MiB(value)
			return float64(mib), err
		}
		return Number(value)
	})
}

// Weights returns what each unit of a resource weighs, memory by the MiB. A suffix on a
// weight is the unit it is for: Mem=0.25G is a quarter for each GiB.
func Weights(s string) (map[string]float64, error) { return tres(s, weight) }

// SignedWeights is Weights, some of which may be negative, as those of PriorityWeightTRES.
func SignedWeights(s string) (map[string]float64, error) {
	return tres(s, func(name, value string) (float64, error) {
		value, negative := strings.CutPrefix(value, "-")
		w, err := weight(name, value)
		if negative {
			w = -w
		}
		return w, err
	})
}

func weight(name, value string) (float64, error) {
	digits := strings.TrimRight(value, "kKmMgGtTpP")
	suffix := strings.ToUpper(value[len(digits):])
	at := strings.Index("KMGTP", suffix)
	if len(suffix) > 1 {
		return 0, ErrNumber
	}
	v, err := Number(digits)
	if suffix == "" || err != nil {
		return v, err
	}
	if name == "mem" {
		at-- // the base is a MiB
	} else {
		at++
	}
	return math.Ldexp(v, -10*at), nil
}

// tres reads a list of name=value.
func tres(s string, read func(name, value string) (float64, error)) (map[string]float64, error) {
	out := map[string]float64{}
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, value, ok := strings.Cut(item, "=")
		if name = Resource(name); !ok || name == "" {
			return nil, fmt.Errorf("%q: %w", text.Shorten([]byte(item)), ErrTRES)
		}
		v, err := read(name, value)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text.Shorten([]byte(item)), err)
		}
		out[name] = v
	}
	return out, nil
}

// Resource returns the usual name of a resource: cpu, mem, node, billing, gres/gpu,
// gres/gpu:TYPE, license/NAME. Slurm's database may write the numbers of the first four.
func Resource(name string) string {
	switch name {
	case "1":
		return "cpu"
	case "2":
		return "mem"
	case "4":
		return "node"
	case "5":
		return "billing"
	}
	kind, rest := name, ""
	if i := strings.IndexAny(name, ":"); i >= 0 {
		kind, rest = name[:i], name[i:]
	}
	if k := strings.ToLower(kind); strings.HasPrefix(k, "license/") {
		return "license/" + name[len("license/"):]
	}
	if i := strings.IndexFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f }); i >= 0 {
		return ""
	}
	switch k := strings.ToLower(kind); k {
	case "nodes", "cpus":
		return k[:len(k)-1]
	default:
		return k + rest
	}
}

func whole(s string, most int) (int64, bool) {
	if s == "" || len(s) > most {
		return 0, false
	}
	var n int64
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, true
}
