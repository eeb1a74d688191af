package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"time"

	"example.com/gatewright"
)

// misused tells the errors of calls that cannot be made.
func misused() (any, error) {
	gateway := client("misused")
	list := func(gateway *gatewright.Client) error {
		_, err := gateway.Models.List(ctx, gatewright.ListOptions{})
		return err
	}
	var none gatewright.Client
	_, err1 := gateway.Models.List(nil, gatewright.ListOptions{}) //nolint:staticcheck
	_, err2 := gateway.Tasks.Resume("task_1").Wait(nil)           //nolint:staticcheck
	_, err3 := gateway.Images.Generate(ctx, gatewright.QxImage30{Prompt: "A boat"}, gatewright.WithIdempotencyKey("a\nb"))
	_, err4 := none.Images.Generate(ctx, gatewright.QxImage30{Prompt: "A boat"})
	_, err5 := (&gatewright.Task{ID: "task_1"}).Poll(ctx)
	_, err6 := new(gatewright.Task).Download(ctx)
	found := []string{}
	for _, err := range []error{
		err1, err2, err3, err4, err5, err6,
		gateway.Request(ctx, "GE T", "/v1/models", nil, nil, nil),
		gateway.Request(ctx, "GET", "/v1/%zz", nil, nil, nil),
		list(&none), none.Request(ctx, "GET", "/v1/models", nil, nil, nil),
		list(plain("sk-\nmock")), list(plain("sk-möck")), list(gatewright.NewClient("ftp://a", "sk-mock")),
	} {
		var refusal *gatewright.ArgumentError
		if !errors.As(err, &refusal) {
			return nil, fmt.Errorf("no *ArgumentError: %v", err)
		}
		found = append(found, err.Error())
	}
	var seen gatewright.SeenIDs
	return object{
		"errors": found,
		"zero":   []bool{seen.Add("a"), seen.Add("a")},
		"nil":    list(client("misused", gatewright.WithHTTPClient(nil))) == nil,
	}, nil
}

// silence is far longer than the service of odd needs on a busy machine.
const silence = 2 * time.Second

// odd tells what is made of a service with odd answers, one of which is slow.
func odd() (any, error) {
	keys := []string{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/images/generations", func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		w.Header().Set("Retry-After-Ms", "0")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	mux.HandleFunc("DELETE /v1/thing", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", r.URL.Query().Get("category"))
		w.WriteHeader(http.StatusTooManyRequests)
	})
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		chunk := `data: {"id":"1","choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}` + "\n\n"
		fmt.Fprint(w, chunk, chunk)
		w.(http.Flusher).Flush()
		time.Sleep(150 * time.Millisecond)
		fmt.Fprint(w, chunk, "data: [DONE]\n\n")
	})
	mux.HandleFunc("GET /v1/tasks/{id}", func(w http.ResponseWriter, r *http.Request) {
		json.NewEncoder(w).Encode(record(r))
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) })
	server := httptest.NewServer(mux)
	defer server.Close()
	gateway := gatewright.NewClient(server.URL, "sk-mock", gatewright.WithMaxRetries(1), gatewright.WithSilence(silence))
	_, err := gateway.Images.Generate(ctx, gatewright.QxImage30{Prompt: "A boat"}, gatewright.WithIdempotencyKey(""))
	files, fileErr := files(gateway)
	_, failure := gateway.Tasks.Resume("failed").Wait(ctx)
	var failed *gatewright.TaskFailedError
	if !errors.As(failure, &failed) {
		return nil, failure
	}
	slow, slowErr := readSlowly(gateway)
	var answer any
	removal := gateway.Request(ctx, "DELETE", "/v1/thing", nil, nil, nil)
	return object{
		"keys":    len(keys) == 2 && len(keys[0]) >= 16 && keys[0] == keys[1] && err != nil,
		"files":   files,
		"failure": []string{failed.Code, failed.Message},
		"slow":    slow,
		"waits":   waits(server.URL),
		"any":     answer,
	}, errors.Join(fileErr, slowErr, removal, gateway.Request(ctx, "DELETE", "/v1/thing", nil, nil, &answer))
}

func record(r *http.Request) object {
	if r.PathValue("id") == "failed" {
		return object{"id": "failed", "status": "failed", "progress": 0, "cost": 0, "error": object{"code": 500, "message": "broke"}}
	}
	host := "http://" + r.Host
	urls := []string{host + "/a/image.png", host + "/b/image.png", host + "/c/", host + "/..", host}
	return object{
		"id": "task_1", "status": "success", "progress": 100, "cost": 0,
		"result": object{"images": []object{{"url": urls}}},
	}
}

// files saves the files of a task in one folder, and tells what they hold by their names.
func files(gateway *gatewright.Client) (map[string]string, error) {
	folder, err := os.MkdirTemp("", "gatewright-files-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	files, err := gateway.Tasks.Resume("task_1").Download(ctx)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, file := range files {
		place, err := file.Save(folder)
		if err != nil {
			return nil, err
		}
		content, err := os.ReadFile(place)
		if err != nil {
			return nil, err
		}
		found[filepath.Base(place)] = string(content)
	}
	return found, nil
}

// readSlowly takes longer between two events than the service may be silent.
func readSlowly(gateway *gatewright.Client) (int, error) {
	stream, err := gateway.Chat.Stream(ctx, question)
	if err != nil {
		return 0, err
	}
	defer stream.Close()
	count := 0
	for _, err := range stream.Events() {
		if err != nil {
			return count, err
		}
		count++
		time.Sleep(silence + 500*time.Millisecond)
	}
	return count, nil
}

// waits tells the seconds that the service asks to wait for each way to write them.
func waits(baseURL string) []any {
	gateway := gatewright.NewClient(baseURL, "sk-mock", gatewright.WithMaxRetries(0))
	found := []any{}
	for _, text := range []string{"10", "1_0", "0x1p3", "nan", "Wed, 21 Oct 2015 07:28:00 GMT"} {
		_, err := gateway.Models.List(ctx, gatewright.ListOptions{Category: text})
		var refusal *gatewright.APIError
		if errors.As(err, &refusal) && refusal.RetryAfter != nil {
			found = append(found, refusal.RetryAfter.Seconds())
		} else {
			found = append(found, nil)
		}
	}
	return found
}
