package gatewright

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"time"
)

// File is one file of a result.
type File struct {
	URL string
	// Name is the last part of the address, such as 0.png.
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
	for _, link := range linksOf(record) {
		file, err := t.fetch(ctx, link, record)
		if err != nil {
			return nil, err
		}
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
	file := &File{URL: from.url, Name: "file", MediaType: response.Header.Get("Content-Type"), Content: content}
	if address, err := url.Parse(from.url); err == nil && path.Base(address.Path) != "/" {
		file.Name = path.Base(address.Path)
	}
	return file, nil
}
