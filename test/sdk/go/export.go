package gatewright

import "io"

// ReadData gives the data of each event: a test copies this file into the package.
func ReadData(source io.Reader) []string {
	found := []string{}
	for reader := newEventReader(source); ; {
		data, err := reader.next()
		if err != nil || data == done {
			return found
		}
		found = append(found, data)
	}
}
