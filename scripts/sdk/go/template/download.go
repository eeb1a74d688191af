package gatewright

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// File is one file of a result.
type File struct {
	URL string
	// Name is the last part of the address, such as 0.png; a second file of that name is 0-2.png.
	Name      string
	MediaType string
	Content   []byte
}

// Save writes the file to a path, or into a folder under its own name, and returns where.
func (f File) Save(target string) (string, error) {
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		target = filepath.Join(target, f.Name)
	}
	return target, os.WriteFile(target, f.Content, 0o644)
}

// Download waits like Wait and fetches every file, in the order of the result. When the links have expired, its error is a
// *ResultExpiredError.
func (t *Task) Download(ctx context.Context, options ...WaitOption) ([]File, error) {
	record, err := t.Wait(ctx, options...)
	if err != nil {
		return nil, err
	}
	var files []File
	names := map[string]bool{}
	for _, link := range linksOf(record) {
		file, err := t.fetch(ctx, link, record)
		if err != nil {
			return nil, err
		}
		file.Name = newName(file.Name, names)
		files = append(files, *file)
	}
	return files, nil
}

type link struct {
	url     string
	expires *int
}

func linksOf(record *TaskRecord) []link {
	var links []link
	if record.Result == nil {
		return nil
	}
	add := func(urls []string, expires *int) {
		if expires == nil {
			expires = record.Result.ExpiresAt
		}
		for _, url := range urls {
			links = append(links, link{url, expires})
		}
	}
	for _, image := range record.Result.Images {
		add(image.URL, image.ExpiresAt)
	}
	for _, video := range record.Result.Videos {
		add(video.URL, video.ExpiresAt)
	}
	for _, audio := range record.Result.Audios {
		add(audio.URL, audio.ExpiresAt)
	}
	return links
}

func (t *Task) fetch(ctx context.Context, from link, record *TaskRecord) (*File, error) {
	response, err := t.transport.fetchFile(ctx, from.url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if !isSuccess(response) {
		// Whether a link has expired is decided by the host of the file: its clock may differ from ours.
		isPast := from.expires != nil && *from.expires <= int(time.Now().Unix())
		if response.StatusCode == http.StatusGone || isPast {
			return nil, &ResultExpiredError{Record: record}
		}
		return nil, toError(ctx, response)
	}
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, toConnectionError(ctx, err)
	}
	return &File{URL: from.url, Name: nameOf(from.url), MediaType: response.Header.Get("Content-Type"), Content: content}, nil
}

func nameOf(link string) string {
	address, err := url.Parse(link)
	if err != nil || strings.HasSuffix(address.Path, "/") {
		return "file"
	}
	switch name := filepath.Base(address.Path); name {
	case ".", "..":
		return "file"
	default:
		return name
	}
}

// newName keeps files apart that are saved into one folder.
func newName(wanted string, taken map[string]bool) string {
	ending := filepath.Ext(wanted)
	name := wanted
	for count := 2; taken[name]; count++ {
		name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(wanted, ending), count, ending)
	}
	taken[name] = true
	return name
}
