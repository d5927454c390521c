package rules

import "bytes"

// MarshalJSON returns the text of Write, so that a Base can be part of an experiment.
func (b *Base) MarshalJSON() ([]byte, error) {
	var t bytes.Buffer
	err := Write(&t, b)
	return t.Bytes(), err
}

// UnmarshalJSON reads a text like Read.
func (b *Base) UnmarshalJSON(data []byte) error {
	r, err := Read(bytes.NewReader(data))
	if err == nil {
		*b = *r
	}
	return err
}
