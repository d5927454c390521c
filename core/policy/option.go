package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Option is one parameter of a policy: NAME:OPTION=VALUE,OPTION=VALUE.
type Option struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Doc     string   `json:"doc"`
	Default string   `json:"default"` // "" is no limit
	Unit    string   `json:"unit,omitempty"`
	Least   float64  `json:"least"` // of a number
	Most    float64  `json:"most"`
	Step    float64  `json:"step,omitempty"` // between distinct numbers
	Choices []Choice `json:"choices,omitempty"`
	Join    string   `json:"join,omitempty"` // parts several choices, given in their order
	Type    Type     `json:"-"`
}

// A Type is the type of an option's value.
type Type uint8

const (
	Text    Type = iota // what the row's setter reads
	Whole               // an integer from Least to Most, in digits
	Number              // a decimal number from Least to Most, without an exponent
	Percent             // a Number with two decimals at most
	OneOf               // the name of one of the Choices
)

// A Choice is a value with a name.
type Choice struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Doc    string `json:"doc"`
	Source string `json:"source,omitempty"`
}

// Choice returns the policy as a Choice.
func (info Info) Choice() Choice {
	return Choice{Name: info.Name, Title: info.Title, Doc: info.Doc, Source: info.Source}
}

// Read returns value as the option spells it, or an error that says which values it takes. Case
// does not matter.
func (o *Option) Read(value string) (string, error) {
	switch o.Type {
	case Text:
		return strings.ToLower(value), nil
	case OneOf:
		var names []string
		for _, c := range o.Choices {
			if strings.EqualFold(c.Name, value) {
				return c.Name, nil
			}
			names = append(names, c.Name)
		}
		return "", fmt.Errorf("%s is %.40q, expected one of %s", o.Name, value, strings.Join(names, ", "))
	}
	x, err := strconv.ParseFloat(value, 64)
	whole, decimals, _ := strings.Cut(value, ".")
	bad := err != nil || strings.Trim(value, "0123456789.") != "" || !(x >= o.Least && x <= o.Most) ||
		o.Type == Whole && strconv.FormatInt(int64(x), 10) != value ||
		o.Type == Percent && (whole == "" || len(decimals) > 2)
	if bad {
		return "", fmt.Errorf("%s is %.40q, expected %s", o.Name, value, o.Range())
	}
	return plain(x), nil
}

// Range returns the numbers of the option, such as "a whole number from 1 to 1000".
func (o *Option) Range() string {
	what := "a number"
	switch {
	case o.Type == Percent:
		what = "a percentage"
	case o.Type == Whole && o.Unit == "s":
		what = "a whole number of seconds"
	case o.Type == Whole:
		what = "a whole number"
	}
	return what + " from " + plain(o.Least) + " to " + plain(o.Most)
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// A Row is an option of policies made from a T, with its setter.
type Row[T any] struct {
	Option
	Set func(t *T, value string) error // gets what Read returns
}

// Field returns the row of an option that is a field of T: of type Whole, Number or OneOf if the
// field is an integer, a float64 or a string.
func Field[T any, V int | int64 | float64 | string](o Option, field func(*T) *V) *Row[T] {
	switch any(*new(V)).(type) {
	case string:
		o.Type = OneOf
	case float64:
		o.Type = Number
	default:
		o.Type = Whole
	}
	return &Row[T]{o, func(t *T, value string) (err error) {
		switch p := any(field(t)).(type) {
		case *string:
			*p = value
		case *float64:
			*p, err = strconv.ParseFloat(value, 64)
		case *int64:
			*p, err = strconv.ParseInt(value, 10, 64)
		case *int:
			*p, err = strconv.Atoi(value)
		}
		return err
	}}
}

// Options is the table of a policy's options.
type Options[T any] []*Row[T]

// Set reads a list KEY=VALUE,KEY=VALUE into t, each key at most once. It returns the list as the
// options spell it, and the same in the order of the table, without defaults (key).
func (rows Options[T]) Set(t *T, list string) (spelled, key string, err error) {
	var given []string
	values := make([]string, len(rows))
	for _, part := range strings.Split(list, ",") {
		name, value, ok := strings.Cut(part, "=")
		i := slices.IndexFunc(rows, func(r *Row[T]) bool { return strings.EqualFold(r.Name, name) })
		switch {
		case !ok || name == "" || value == "":
			return "", "", fmt.Errorf("the option %.40q is not KEY=VALUE", part)
		case i < 0:
			return "", "", fmt.Errorf("unknown option %.40s: expected %s", name, rows.names())
		case values[i] != "":
			return "", "", fmt.Errorf("the option %s is given twice", rows[i].Name)
		}
		if values[i], err = rows[i].Read(value); err == nil {
			err = rows[i].Set(t, values[i])
		}
		if err != nil {
			return "", "", err
		}
		if rows[i].Type == OneOf || rows[i].Type == Text {
			value = values[i]
		}
		given = append(given, rows[i].Name+"="+value)
	}
	var told []string
	for i, v := range values {
		if v != "" && v != rows[i].Default {
			told = append(told, rows[i].Name+"="+v)
		}
	}
	return strings.Join(given, ","), strings.Join(told, ","), nil
}

func (rows Options[T]) names() string {
	var names []string
	for _, r := range rows {
		names = append(names, r.Name)
	}
	if len(names) > 1 {
		return "one of " + strings.Join(names, ", ")
	}
	return strings.Join(names, "")
}

// All returns the options as data.
func (rows Options[T]) All() (all []Option) {
	for _, r := range rows {
		all = append(all, r.Option)
	}
	return all
}
