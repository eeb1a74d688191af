package gatewright

import (
	"bufio"
	"io"
	"strings"
)

const byteOrderMark = "\ufeff"

// eventReader reads server-sent events; comments and fields other than data are skipped.
type eventReader struct {
	source    *bufio.Reader
	isStarted bool
	// endedByCR is set when the last line ended with CR: a LF after it belongs to that end.
	endedByCR bool
}

func newEventReader(source io.Reader) *eventReader {
	return &eventReader{source: bufio.NewReader(source)}
}

// next returns the data of the next event; an event without its blank line does not count.
func (r *eventReader) next() (string, error) {
	var data []string
	for {
		line, err := r.line()
		if err != nil {
			return "", err
		}
		if line == "" {
			if data != nil {
				return strings.Join(data, "\n"), nil
			}
			continue
		}
		if name, value, _ := strings.Cut(line, ":"); name == "data" {
			data = append(data, strings.TrimPrefix(value, " "))
		}
	}
}

// line does not wait for the byte after a CR, which may come much later.
func (r *eventReader) line() (string, error) {
	var line []byte
	for {
		next, err := r.source.ReadByte()
		if err != nil {
			return "", err
		}
		if next == '\n' && r.endedByCR {
			r.endedByCR = false
			continue
		}
		r.endedByCR = next == '\r'
		if next != '\n' && next != '\r' {
			line = append(line, next)
			continue
		}
		text := strings.ToValidUTF8(string(line), "\ufffd")
		if !r.isStarted {
			text = strings.TrimPrefix(text, byteOrderMark)
			r.isStarted = true
		}
		return text, nil
	}
}
