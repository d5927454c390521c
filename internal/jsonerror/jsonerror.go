// Package jsonerror says in plain words what is wrong with JSON that a person wrote: encoding/json speaks of Go.
package jsonerror

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/printable"
)

// Words returns err in plain words, or err itself if it is none of encoding/json. Fields are named by their path.
func Words(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	var number *strconv.NumError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		return fmt.Errorf("%s is %s: give %s", cmp.Or(printable.Name(kind.Field), "it"), Given(kind), Wanted(kind.Type))
	case errors.As(err, &syntax):
		return errors.New("not JSON: " + syntaxWords(syntax.Error()))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errEnd
	case errors.As(err, &number):
		return fmt.Errorf("%q is not a number in range", printable.Name(number.Num))
	}
	text, ours := strings.CutPrefix(err.Error(), "json: ")
	if !ours {
		return err
	}
	const unknown = "unknown field "
	if name, is := strings.CutPrefix(text, unknown); is {
		if plain, bad := strconv.Unquote(name); bad == nil {
			return fmt.Errorf(unknown+`"%s"`, printable.Name(plain))
		}
	}
	return errors.New(printable.Cut(text, 100))
}

var errEnd = errors.New("the JSON ends too early: the file is cut off or empty")

// Offset returns the byte at which err, of encoding/json, found something wrong; otherwise where the decoder stood.
func Offset(err error, decoder int64) int64 {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		return kind.Offset
	case errors.As(err, &syntax):
		return syntax.Offset
	}
	return decoder
}

// Given names the kind of value that cannot stand where it does.
func Given(err *json.UnmarshalTypeError) string {
	kind, number, _ := strings.Cut(err.Value, " ")
	if number != "" {
		return printable.Name(number)
	}
	words := map[string]string{"string": "a text", "bool": "true or false", "array": "a list", "object": "an object", "number": "a number"}
	return cmp.Or(words[kind], "the "+printable.Name(err.Value))
}

// Wanted names the kind of value that a field of a type holds.
func Wanted(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Pointer:
		return Wanted(t.Elem())
	case k == reflect.String:
		return "a text"
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	case k == reflect.Float64 || k == reflect.Float32:
		return "a number"
	case k >= reflect.Int && k <= reflect.Uint64:
		return "a whole number in digits, within its range"
	}
	return "an object"
}

// contexts are what encoding/json was reading, and where that is.
var contexts = []struct{ context, words string }{
	{" exceeded max depth", "is nested too deeply"},
	{" looking for beginning of value", "stands where a value should begin"},
	{" looking for beginning of object key string", "stands where the name of a field should begin, in double quotes"},
	{" after object key:value pair", "stands where a comma or } should be"},
	{" after object key", "stands where a colon should be"},
	{" after array element", "stands where a comma or ] should be"},
	{" after top-level value", "follows the end"},
	{" in string literal", "stands within a text: write it as an escape"},
	{" in string escape code", "stands within a text, after a \\"},
	{" in \\u hexadecimal character escape", "stands within a text, after \\u"},
	{" numeric literal", "stands within a number"},
	{" in literal", "stands in a word that is not true, false or null"},
}

func syntaxWords(text string) string {
	if text == "unexpected end of JSON input" {
		return errEnd.Error()
	}
	char, is := strings.CutPrefix(text, "invalid character ")
	if !is {
		return text
	}
	for _, c := range contexts {
		if at := strings.Index(char, c.context); at >= 0 {
			end := strings.LastIndexByte(char[:at], '\'') + 1
			return strings.TrimSpace(char[:max(end, 0)]) + " " + c.words
		}
	}
	return "an unexpected " + char
}
