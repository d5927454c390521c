package swf

import (
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// Errors of a log, wrapped by a ParseError, which may also wrap an error of the io.Reader below.
var (
	ErrNumber     = errors.New("not a number")
	ErrWhole      = errors.New("not a whole number")
	ErrRange      = errors.New("beyond what 64 bits hold")
	ErrFields     = fmt.Errorf("fields where a row has %d", Fields)
	ErrLine       = fmt.Errorf("the line is longer than %d KiB: this is not a log in the Standard Workload Format", maxLine>>10)
	ErrComments   = fmt.Errorf("the comments take more than %d MiB: this is not a log in the Standard Workload Format", maxComments>>20)
	ErrTruncated  = text.ErrTruncated
	ErrCorrupt    = text.ErrCorrupt
	ErrExpansion  = text.ErrExpansion
	ErrCompressed = text.ErrCompressed
	ErrEncoding   = text.ErrEncoding
)

const (
	maxLine     = 64 << 10 // bytes; a row of 18 whole numbers takes less than 400
	maxComments = 16 << 20 // bytes of comments kept
)

// A ParseError says what is wrong with a log, and where.
type ParseError = text.ParseError

// Numbered returns what messages call field i, such as field 4 (run time), and "" for 0, the whole line.
func Numbered(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("field %d (%s)", i, FieldName(i))
}
