package rules

import "bytes"

// MarshalJSON returns what Write writes, so that a Base can be part of an
// experiment. A Base that cannot be written is an error.
func (b *Base) MarshalJSON() ([]byte, error) {
	var t bytes.Buffer
	err := Write(&t, b)
	return t.Bytes(), err
}

// UnmarshalJSON reads what Read reads.
func (b *Base) UnmarshalJSON(data []byte) error {
	r, err := Read(bytes.NewReader(data))
	if err == nil {
		*b = *r
	}
	return err
}
