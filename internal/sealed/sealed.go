// Package sealed puts a checksum behind the JSON value in a file and looks at it when the file is read, so that
// damage does not pass for content. A file of before, without a checksum, counts if it is one JSON value.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
)

// ErrDamaged is the error of a file whose content is not what was written.
var ErrDamaged = errors.New("its content is not what its checksum says")

const head, tail = `{"sha256":"`, "\"}\n"

// Seal returns content, a JSON value, with a last line that has its SHA-256.
func Seal(content []byte) []byte {
	data := bytes.Clone(content)
	if n := len(data); n > 0 && data[n-1] != '\n' {
		data = append(data, '\n')
	}
	sum := sha256.Sum256(data)
	return append(hex.AppendEncode(append(data, head...), sum[:]), tail...)
}

// Open returns the content of a file, and whether it has a checksum.
func Open(data []byte) (content []byte, sealed bool, err error) {
	n := len(data) - len(head) - 2*sha256.Size - len(tail)
	if n < 0 || n > 0 && data[n-1] != '\n' || !bytes.HasPrefix(data[n:], []byte(head)) || !bytes.HasSuffix(data, []byte(tail)) {
		if !json.Valid(data) {
			err = ErrDamaged
		}
		return data, false, err
	}
	sum := sha256.Sum256(data[:n])
	if hex.EncodeToString(sum[:]) != string(data[n+len(head):len(data)-len(tail)]) {
		return nil, true, ErrDamaged
	}
	return data[:n], true, nil
}

// SetAside gives a damaged file another name, which nothing reads, and returns that: name.damaged. If that cannot be
// done, as in a folder that cannot be written to, the file stays, and its own name is returned.
func SetAside(name string) string {
	if err := os.Rename(name, name+Ending); err != nil {
		return name
	}
	return name + Ending
}

// Ending is what the names of damaged files end with.
const Ending = ".damaged"
