package hostlist

import (
	"cmp"
	"slices"
	"strings"
)

// Compress returns the list of names, which Expand returns again as a set: each name once,
// those that differ only in the number at their end together, in the order in which the
// texts before the numbers first appear, and numbers in a row as a range. Empty names are
// left out. It costs O(n log n).
func Compress(names []string) string {
	numbers := map[string][]string{} // by the text before
	var order []string
	for _, name := range names {
		if name == "" {
			continue
		}
		prefix, digits := split(name)
		if _, ok := numbers[prefix]; !ok {
			order = append(order, prefix)
		}
		numbers[prefix] = append(numbers[prefix], digits)
	}
	var b strings.Builder
	for _, prefix := range order {
		digits := numbers[prefix]
		slices.SortFunc(digits, func(x, y string) int {
			return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
		})
		digits = slices.Compact(digits)
		if digits[0] == "" { // the name without a number
			separate(&b)
			b.WriteString(prefix)
			digits = digits[1:]
		}
		if len(digits) == 0 {
			continue
		}
		separate(&b)
		b.WriteString(prefix)
		if len(digits) == 1 {
			b.WriteString(digits[0])
			continue
		}
		b.WriteByte('[')
		writeRanges(&b, digits)
		b.WriteByte(']')
	}
	return b.String()
}

// writeRanges writes numbers that are sorted by length and value.
func writeRanges(b *strings.Builder, digits []string) {
	for i := 0; i < len(digits); {
		if i > 0 {
			b.WriteByte(',')
		}
		first, _ := parseSpan(digits[i])
		j := i + 1
		for j < len(digits) && digits[j] == number(first.first+int64(j-i), first.width) {
			j++
		}
		b.WriteString(digits[i])
		if j-i > 1 {
			b.WriteByte('-')
			b.WriteString(digits[j-1])
		}
		i = j
	}
}

// split cuts off the digits at the end of a name, or none if they are more than a number has.
func split(name string) (prefix, digits string) {
	i := len(name)
	for i > 0 && name[i-1] >= '0' && name[i-1] <= '9' {
		i--
	}
	if len(name)-i > maxDigits {
		return name, ""
	}
	return name[:i], name[i:]
}

func separate(b *strings.Builder) {
	if b.Len() > 0 {
		b.WriteByte(',')
	}
}
