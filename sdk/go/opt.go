package florin

import (
	"bytes"
	"encoding/json"
)

// Opt is what may be left out, or be null. Its zero value is left out.
type Opt[T any] struct {
	value T
	state optState
}

type optState uint8

const (
	absent optState = iota
	null
	present
)

// Some is a value.
func Some[T any](value T) Opt[T] { return Opt[T]{value, present} }

// Null is null, which takes away what was there.
func Null[T any]() Opt[T] { return Opt[T]{state: null} }

// Get is the value, if there is one.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == present }

// Or is the value, or another one where there is none.
func (o Opt[T]) Or(otherwise T) T {
	if o.state == present {
		return o.value
	}
	return otherwise
}

// IsZero says whether it is left out.
func (o Opt[T]) IsZero() bool { return o.state == absent }

// IsNull says whether it is null.
func (o Opt[T]) IsNull() bool { return o.state == null }

// MarshalJSON writes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != present {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads a value, or null.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*o = Null[T]()
		return nil
	}
	o.state = present
	return json.Unmarshal(data, &o.value)
}
