package gatewright

import "encoding/json"

// TextOr is a text, or something else in its place: set one of the two.
type TextOr[T any] struct {
	Text string
	// Value is nil for a text.
	Value *T
}

// MarshalJSON writes the one that is set.
func (t TextOr[T]) MarshalJSON() ([]byte, error) {
	if t.Value != nil {
		return json.Marshal(t.Value)
	}
	return json.Marshal(t.Text)
}

// UnmarshalJSON reads either.
func (t *TextOr[T]) UnmarshalJSON(data []byte) error {
	*t = TextOr[T]{}
	if json.Unmarshal(data, &t.Text) == nil {
		return nil
	}
	return json.Unmarshal(data, &t.Value)
}
