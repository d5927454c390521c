// Package bounds checks that the numbers in files that people write are in range. A field's tag has its range, and
// readers, JSON Schemas and documentation use that tag:
//
//	Cores    int     `json:"cores" range:"1..1e6"`
//	Speed    float64 `json:"speed,omitempty" range:"1e-6..1e6,0"`      // or 0, which is the default
//	MaxTimeS int64   `json:"max_time_s,omitempty" range:"0..1e11,none"` // left out, there is no limit
//
// A tag of a list or a map is of the numbers in it.
package bounds

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/internal/jsonerror"
	"github.com/backfill-lab/backfill/internal/printable"
)

// A Range is the numbers that a field may have.
type Range struct {
	Least, Most string // in digits
	Zero        bool   // 0, too
	None        bool   // a field that is left out has no limit
	Whole       bool   // no fractions

	least, most       float64
	leastInt, mostInt int64
	mostUint          uint64
}

// Parse reads a tag of a field of that kind.
func Parse(tag string, kind reflect.Kind) (*Range, error) {
	bounds, flags, _ := strings.Cut(tag, ",")
	least, most, ok := strings.Cut(bounds, "..")
	r := &Range{Whole: kind >= reflect.Int && kind <= reflect.Uint64, Zero: flags == "0", None: flags == "none"}
	if !ok || flags != "" && !r.Zero && !r.None {
		return nil, fmt.Errorf("%q is not LEAST..MOST, with ,0 or ,none after it", tag)
	}
	for i, text := range []string{least, most} {
		x, _, err := big.ParseFloat(text, 10, 80, big.ToNearestEven)
		if err != nil || r.Whole && !x.IsInt() {
			return nil, fmt.Errorf("%q: %q is no such number", tag, text)
		}
		digits := text
		if x.IsInt() {
			digits = x.Text('f', 0)
		}
		near, _ := x.Float64()
		whole, _ := x.Int64()
		if i == 0 {
			r.Least, r.least, r.leastInt = digits, near, whole
		} else {
			r.Most, r.most, r.mostInt = digits, near, whole
			r.mostUint, _ = x.Uint64()
		}
	}
	if r.least > r.most {
		return nil, fmt.Errorf("%q is empty", tag)
	}
	return r, nil
}

// String says what to write: "a whole number from 1 to 10".
func (r *Range) String() string {
	s := "a number from "
	if r.Whole {
		s = "a whole number from "
	}
	if r.Zero {
		s = "0 or " + s
	}
	if s += r.Least + " to " + r.Most; r.None {
		s += ", or leave it out for no limit"
	}
	return s
}

func (r *Range) has(v reflect.Value) bool {
	switch {
	case r.Zero && v.IsZero():
		return true
	case v.CanInt():
		return v.Int() >= r.leastInt && v.Int() <= r.mostInt
	case v.CanUint():
		return v.Uint() <= r.mostUint && (r.leastInt <= 0 || v.Uint() >= uint64(r.leastInt))
	}
	return v.Float() >= r.least && v.Float() <= r.most // no NaN is
}

// An Error is a number outside its range, or a value that is none.
type Error struct {
	Path  string // in the file, such as nodes[0].cores
	Value string
	Range *Range
}

func (e *Error) Error() string { return e.Path + " is " + e.Value + ": give " + e.Range.String() }

// Check returns an *Error for the first number outside its range of the fields of a struct that JSON has, and of what they hold. Fields
// with a reader of their own for JSON check themselves. It panics if a number has no range.
func Check(v any) error {
	if e := check(reflect.ValueOf(v), nil, ""); e != nil {
		return e
	}
	return nil
}

func check(v reflect.Value, r *Range, path string) *Error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return check(v.Elem(), r, path)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if e := check(v.Index(i), r, path+"["+strconv.Itoa(i)+"]"); e != nil {
				return e
			}
		}
	case reflect.Map:
		for _, key := range slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int {
			return strings.Compare(a.String(), b.String())
		}) {
			if e := check(v.MapIndex(key), r, path+"["+strconv.Quote(key.String())+"]"); e != nil {
				return e
			}
		}
	case reflect.Struct:
		for _, f := range Fields(v.Type()) {
			if f.holdsNumbers {
				if e := check(v.Field(f.index), f.Range, Join(path, f.Name)); e != nil {
					return e
				}
			}
		}
	default:
		if r != nil && !r.has(v) {
			return &Error{path, fmt.Sprint(v.Interface()), r}
		}
	}
	return nil
}

// Join appends a name to a path.
func Join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}

// A Field is one of a struct, as JSON has it.
type Field struct {
	Name   string // "" of an embedded struct, whose fields are those of the struct around it
	Go     reflect.StructField
	Omit   bool // it is left out when it is empty
	*Range      // of the number or the numbers that it is, or nil

	index        int
	holdsNumbers bool
}

var known sync.Map // of types, their []Field

// Fields returns the fields of a struct that JSON has, in their order. It panics if a number among them has no range.
func Fields(t reflect.Type) []Field {
	if all, ok := known.Load(t); ok {
		return all.([]Field)
	}
	var all []Field
	for i := range t.NumField() {
		f := Field{Go: t.Field(i), index: i}
		name, options, _ := strings.Cut(f.Go.Tag.Get("json"), ",")
		if name == "-" || !f.Go.IsExported() {
			continue
		}
		if f.Name = name; name == "" && !f.Go.Anonymous {
			f.Name = f.Go.Name
		}
		f.Omit = strings.HasPrefix(options, "omit")
		of := Inner(f.Go.Type)
		tag, tagged := f.Go.Tag.Lookup("range")
		number := IsNumber(of.Kind())
		if number != tagged {
			panic(fmt.Sprintf("%v.%s: a number needs a range, and nothing else has one", t, f.Go.Name))
		}
		if f.holdsNumbers = number || of.Kind() == reflect.Struct && !ReadsItself(of); number {
			var err error
			if f.Range, err = Parse(tag, of.Kind()); err != nil {
				panic(fmt.Sprintf("%v.%s: %v", t, f.Go.Name, err))
			}
		}
		all = append(all, f)
	}
	known.Store(t, all)
	return all
}

// Inner returns what pointers, lists and maps of a type hold.
func Inner(t reflect.Type) reflect.Type {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}, t.Kind()) && !ReadsItself(t) {
		t = t.Elem()
	}
	return t
}

// IsNumber tells whether values of a kind are numbers in JSON.
func IsNumber(kind reflect.Kind) bool { return kind >= reflect.Int && kind <= reflect.Float64 }

// ReadsItself tells whether values of a type have their own way to be read from JSON.
func ReadsItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
}

// Worded says in words what encoding/json found wrong with a struct of type t. Of a value that a field cannot hold it says
// what can stand there; see jsonerror.Words for the rest.
func Worded(err error, t reflect.Type) error {
	wrong, is := errors.AsType[*json.UnmarshalTypeError](err)
	if !is {
		return jsonerror.Words(err)
	}
	path, r := find(t, strings.Split(wrong.Field, "."))
	wanted := jsonerror.Wanted(wrong.Type)
	if r != nil && IsNumber(wrong.Type.Kind()) {
		wanted = r.String()
	}
	return fmt.Errorf("%s is %s: give %s", cmp.Or(printable.Name(path), "it"), jsonerror.Given(wrong), wanted)
}

// find returns the path of a field of t in JSON, and its range, by the names in it and those of embedded structs.
func find(t reflect.Type, names []string) (path string, r *Range) {
	for _, name := range names {
		if t = Inner(t); t.Kind() != reflect.Struct {
			return Join(path, name), r
		}
		for _, f := range Fields(t) {
			if f.Name == name || f.Name == "" && f.Go.Name == name {
				path, t, r = Join(path, f.Name), f.Go.Type, f.Range
				break
			}
		}
	}
	return path, r
}

// Near returns the numbers at the bounds of the range, and those just outside, as JSON has them.
func (r *Range) Near() (inside, outside []string) {
	inside = []string{r.Least, r.Most}
	if r.Whole {
		for i, text := range inside {
			x, _ := new(big.Int).SetString(text, 10)
			outside = append(outside, x.Add(x, big.NewInt(int64(2*i-1))).String())
		}
	} else {
		for _, x := range []float64{math.Nextafter(r.least, math.Inf(-1)), math.Nextafter(r.most, math.Inf(1))} {
			outside = append(outside, strconv.FormatFloat(x, 'g', -1, 64))
		}
	}
	if r.Zero {
		inside = append(inside, "0")
	}
	return inside, outside
}
