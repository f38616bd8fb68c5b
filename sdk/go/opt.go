package florin

import (
	"bytes"
	"encoding/json"
)

// Opt is a value that may be absent or null. Its zero value is absent.
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

// Some returns a present value.
func Some[T any](value T) Opt[T] { return Opt[T]{value, present} }

// Null returns a JSON null, which removes the stored value.
func Null[T any]() Opt[T] { return Opt[T]{state: null} }

// Get returns the value and whether it is present.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == present }

// Or returns the value, or a default if there is none.
func (o Opt[T]) Or(otherwise T) T {
	if o.state == present {
		return o.value
	}
	return otherwise
}

// IsZero reports whether it is absent.
func (o Opt[T]) IsZero() bool { return o.state == absent }

// IsNull reports whether it is null.
func (o Opt[T]) IsNull() bool { return o.state == null }

// MarshalJSON encodes the value or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != present {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON decodes a value or null.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*o = Null[T]()
		return nil
	}
	o.state = present
	return json.Unmarshal(data, &o.value)
}
