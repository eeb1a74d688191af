// What every SDK does with a mock, in Go; prints one JSON line a step.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"example.com/gatewright"
)

type object = map[string]any

type vector struct {
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Secrets []string          `json:"secrets"`
	Now     int64             `json:"now"`
	Text    string            `json:"text"`
	Splits  []int             `json:"splits"`
}

type brokenStream struct {
	BaseURL string `json:"base_url"`
	Kind    string `json:"kind"`
}

var (
	ctx   = context.Background()
	input struct {
		Picture    string               `json:"picture"`
		Spellings  [][2]json.RawMessage `json:"spellings"`
		Signatures []vector             `json:"signatures"`
		Streams    []vector             `json:"streams"`
		Estimates  []struct {
			Request    json.RawMessage `json:"request"`
			GroupRatio *string         `json:"group_ratio"`
			Reference  *[2]int         `json:"first_reference"`
		} `json:"estimates"`
		Broken  []brokenStream `json:"broken"`
		Answers []struct {
			BaseURL string `json:"base_url"`
			Act     string `json:"act"`
		} `json:"answers"`
	}
	often    = gatewright.WithPollEvery(20 * time.Millisecond)
	question = gatewright.ChatCompletionRequest{
		Model: "qx3.8-max",
		Messages: []gatewright.ChatMessage{
			{Role: "user", Content: &gatewright.ChatMessageContent{Text: "What is a lighthouse for?"}},
		},
	}
	boat = gatewright.ResponseCreateRequest{
		Model: "qx3.8-max",
		Input: gatewright.ResponseCreateRequestInput{Text: "What is a boat?"},
	}
)

func main() {
	if err := json.Unmarshal([]byte(os.Getenv("INPUT")), &input); err != nil {
		panic(err)
	}
	for _, step := range steps {
		line := object{"step": step.name}
		if value, err := step.play(); err != nil {
			line["fault"] = err.Error()
		} else {
			line["value"] = value
		}
		encoded, err := json.Marshal(line)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(encoded))
	}
}

func client(session string, options ...gatewright.Option) *gatewright.Client {
	return gatewright.NewClient(os.Getenv("PLAIN")+"-"+session, "sk-mock", options...)
}

func plain(key string) *gatewright.Client {
	return gatewright.NewClient(os.Getenv("PLAIN"), key)
}

func image(gateway *gatewright.Client) (*gatewright.Task, error) {
	return gateway.Images.Generate(ctx, gatewright.QxImage30{Prompt: "A lighthouse at dawn", Size: "16:9"})
}

// wait submits an image and waits for it.
func wait(ctx context.Context, gateway *gatewright.Client, options ...gatewright.WaitOption) (*gatewright.TaskRecord, error) {
	task, err := image(gateway)
	if err != nil {
		return nil, err
	}
	return task.Wait(ctx, append(options, often)...)
}

func statusOf(record *gatewright.TaskRecord, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return record.Status, nil
}

func refused(err error) (any, error) {
	var refusal *gatewright.APIError
	if !errors.As(err, &refusal) {
		return nil, fmt.Errorf("not refused: %v", err)
	}
	var param any
	if refusal.Param != "" {
		param = refusal.Param
	}
	return object{
		"status": refusal.Status, "type": refusal.Type, "reason": refusal.Reason, "param": param,
		"violations": len(refusal.Violations), "has id": refusal.RequestID != "",
	}, nil
}

var steps = []struct {
	name string
	play func() (any, error)
}{
	{"models", func() (any, error) {
		list, err := plain("sk-mock").Models.List(ctx, gatewright.ListOptions{})
		if err != nil {
			return nil, err
		}
		var ids []string
		for _, model := range list.Data {
			ids = append(ids, model.ID)
		}
		slices.Sort(ids)
		return ids, nil
	}},
	{"image and progress", func() (any, error) {
		var last int
		record, err := wait(ctx, client("image"), gatewright.WithProgress(func(seen gatewright.TaskRecord) { last = seen.Progress }))
		if err != nil {
			return nil, err
		}
		var sizes [][]string
		for _, one := range record.Result.Images {
			sizes = append(sizes, one.Sizes)
		}
		return object{"last": last, "status": record.Status, "cost": record.Cost, "sizes": sizes}, nil
	}},
	{"watching", func() (any, error) {
		task, err := image(client("watching"))
		if err != nil {
			return nil, err
		}
		var status string
		for record, err := range task.Records(ctx) {
			if err != nil {
				return nil, err
			}
			status = record.Status
		}
		return status, nil
	}},
	{"download", func() (any, error) {
		task, err := image(client("download"))
		if err != nil {
			return nil, err
		}
		files, err := client("download").Tasks.Resume(task.ID).Download(ctx, often)
		found := [][]string{}
		for _, file := range files {
			found = append(found, []string{file.Name, file.MediaType, string(file.Content[1:4])})
		}
		return found, err
	}},
	{"video", func() (any, error) {
		task, err := client("video").Videos.Generate(ctx, gatewright.Vxq3{
			Prompt: "Along the shore", ImageURLs: []string{input.Picture},
		})
		if err != nil {
			return nil, err
		}
		return statusOf(task.Wait(ctx, often))
	}},
	{"spellings", func() (any, error) {
		gateway := client("spellings")
		for _, spelling := range input.Spellings {
			var path string
			if err := json.Unmarshal(spelling[0], &path); err != nil {
				return nil, err
			}
			if _, err := gateway.Tasks.Submit(ctx, path, spelling[1]); err != nil {
				return nil, err
			}
		}
		return len(input.Spellings), nil
	}},
	{"failed", func() (any, error) {
		_, err := wait(ctx, client("failed"))
		var failed *gatewright.TaskFailedError
		if !errors.As(err, &failed) {
			return nil, err
		}
		return object{"code": failed.Code, "message": failed.Message, "status": failed.Record.Status}, nil
	}},
	{"cancelled", func() (any, error) {
		_, err := wait(ctx, client("cancelled"))
		var cancelled *gatewright.TaskCancelledError
		if !errors.As(err, &cancelled) {
			return nil, err
		}
		return cancelled.Record.Status, nil
	}},
	{"timeout", func() (any, error) {
		_, err := wait(ctx, client("slow"), gatewright.WithTimeout(3*time.Second))
		var late *gatewright.TaskTimeoutError
		if !errors.As(err, &late) {
			return nil, err
		}
		return slices.Contains([]string{"pending", "processing", "submitted"}, late.Record.Status), nil
	}},
	{"silence", func() (any, error) {
		_, err := wait(ctx, client("silent"), gatewright.WithTimeout(200*time.Millisecond))
		var late *gatewright.TaskTimeoutError
		if !errors.As(err, &late) {
			return nil, err
		}
		return late.Record == nil, nil
	}},
	{"leaving", func() (any, error) {
		task, err := image(client("slow"))
		if err != nil {
			return nil, err
		}
		short, cancel := context.WithCancel(ctx)
		defer cancel()
		_, err = task.Wait(short, often, gatewright.WithProgress(func(gatewright.TaskRecord) { cancel() }))
		if !errors.Is(err, context.Canceled) {
			return "ended", err
		}
		return "left", nil
	}},
	{"unauthorized", func() (any, error) {
		_, err := plain("sk-wrong").Models.List(ctx, gatewright.ListOptions{})
		return refused(err)
	}},
	{"unpaid", func() (any, error) {
		_, err := image(plain("sk-mock-empty"))
		return refused(err)
	}},
	{"limited", func() (any, error) {
		_, err := image(client("limited", gatewright.WithMaxRetries(0)))
		return refused(err)
	}},
	{"invalid", func() (any, error) {
		_, err := plain("sk-mock").Images.Generate(ctx, gatewright.Sx50Pro{Prompt: "A boat", N: gatewright.Ptr(2)})
		return refused(err)
	}},
	{"retried", func() (any, error) { return statusOf(wait(ctx, client("retried"))) }},
	{"dropped", func() (any, error) { return statusOf(wait(ctx, client("dropped"))) }},
	{"chat", func() (any, error) {
		answer, err := plain("sk-mock").Chat.Create(ctx, question)
		if err != nil {
			return nil, err
		}
		return object{"text": answer.Choices[0].Message.Content, "tokens": answer.Usage.TotalTokens > 0}, nil
	}},
	{"chat stream", func() (any, error) {
		stream, err := plain("sk-mock").Chat.Stream(ctx, question)
		if err != nil {
			return nil, err
		}
		defer stream.Close()
		text := ""
		for chunk, err := range stream.Events() {
			if err != nil {
				return nil, err
			}
			for _, choice := range chunk.Choices {
				text += choice.Delta.Content
			}
		}
		final, err := stream.Final()
		if err != nil {
			return nil, err
		}
		whole := final.Choices[0].Message.Content
		return object{"text": text, "whole": whole == text, "tokens": final.Usage.TotalTokens > 0}, nil
	}},
	{"chat left", func() (any, error) {
		stream, err := client("left").Chat.Stream(ctx, question)
		if err != nil {
			return nil, err
		}
		count := 0
		for _, err := range stream.Events() {
			if err != nil {
				return nil, err
			}
			count++
			break
		}
		return count, stream.Close()
	}},
	{"chat fails", func() (any, error) {
		stream, err := client("chat-fails").Chat.Stream(ctx, question)
		if err == nil {
			_, err = stream.Final()
		}
		return refused(err)
	}},
	{"broken streams", func() (any, error) {
		var found []string
		for _, broken := range input.Broken {
			err := readBroken(broken)
			var refusal *gatewright.APIError
			switch {
			case err == nil:
				found = append(found, "whole")
			case errors.As(err, &refusal):
				found = append(found, "refused")
			default:
				found = append(found, err.Error())
			}
		}
		return found, nil
	}},
	{"response", func() (any, error) {
		answer, err := plain("sk-mock").Responses.Create(ctx, boat)
		if err != nil {
			return nil, err
		}
		return answer.Status, nil
	}},
	{"response stream", func() (any, error) {
		stream, err := plain("sk-mock").Responses.Stream(ctx, boat)
		if err != nil {
			return nil, err
		}
		var kinds []string
		for event, err := range stream.Events() {
			if err != nil {
				return nil, err
			}
			kinds = append(kinds, event.Type)
		}
		final, err := stream.Final()
		if err != nil {
			return nil, err
		}
		return object{"first": kinds[0], "last": kinds[len(kinds)-1], "status": final.Status}, nil
	}},
	{"added members", func() (any, error) {
		gateway := gatewright.NewClient(os.Getenv("GROWN")+"-grown", "sk-mock")
		record, err := wait(ctx, gateway)
		if err != nil {
			return nil, err
		}
		answer, err := gateway.Chat.Create(ctx, question)
		if err != nil {
			return nil, err
		}
		_, isThere := record.Get("added_later")
		return object{"record": isThere, "answer": answer.Choices[0].Message.Content != ""}, nil
	}},
	{"account", account},
	{"estimates", estimates},
	{"held", held},
	{"unestimated", func() (any, error) {
		_, err := gatewright.Estimate(object{"model": "unestimated-1.0", "prompt": "Two boats"})
		return err.Error(), nil
	}},
	{"signatures", func() (any, error) {
		found := []bool{}
		for _, one := range input.Signatures {
			headers := http.Header{}
			for name, value := range one.Headers {
				headers.Set(name, value)
			}
			verifier := gatewright.CallbackVerifier{Secrets: one.Secrets, Now: func() time.Time { return time.Unix(one.Now, 0) }}
			_, err := verifier.Verify(headers, []byte(one.Body))
			var untrusted *gatewright.CallbackVerificationError
			if err != nil && !errors.As(err, &untrusted) {
				return nil, err
			}
			// Without a task record, the signature was right.
			found = append(found, err == nil || untrusted.Message == "The body is not a task record.")
		}
		return found, nil
	}},
	{"repeated callbacks", func() (any, error) {
		seen := gatewright.NewSeenIDs(2)
		found := []bool{}
		for _, id := range []string{"a", "a", "b", "c", "a"} {
			found = append(found, seen.Add(id))
		}
		return found, nil
	}},
	{"event streams", func() (any, error) {
		found := [][]string{}
		for _, one := range input.Streams {
			found = append(found, gatewright.ReadData(inParts(one)))
		}
		return found, nil
	}},
	{"odd estimates", oddEstimates},
	{"broken answers", func() (any, error) {
		var found [][2]string
		for _, broken := range input.Answers {
			found = append(found, outcomeOf(act(broken.Act, broken.BaseURL)))
		}
		return found, nil
	}},
	{"left early", leftEarly},
	{"nil", nothing},
	{"misused", misused},
	{"odd", odd},
	{"asynchronous", asynchronous},
}

func estimates() (any, error) {
	found := []any{}
	for _, one := range input.Estimates {
		options := []gatewright.EstimateOption{}
		if one.GroupRatio != nil {
			options = append(options, gatewright.WithGroupRatio(*one.GroupRatio))
		}
		if one.Reference != nil {
			options = append(options, gatewright.WithFirstReference(one.Reference[0], one.Reference[1]))
		}
		estimate, err := gatewright.Estimate(one.Request, options...)
		var refusal *gatewright.EstimateError
		if errors.As(err, &refusal) {
			found = append(found, object{"refused": refusal.Message})
			continue
		}
		if err != nil {
			return nil, err
		}
		var seconds *int
		if estimate.Seconds > 0 {
			seconds = &estimate.Seconds
		}
		found = append(found, object{
			"model": estimate.Model, "size": fmt.Sprintf("%dx%d", estimate.Width, estimate.Height),
			"count": estimate.Count, "seconds": seconds, "hold": estimate.HoldUSD, "price": estimate.PriceUSD,
		})
	}
	return found, nil
}

func act(name, baseURL string) error {
	var err error
	gateway := gatewright.NewClient(baseURL, "sk-mock", gatewright.WithMaxRetries(0))
	task := gateway.Tasks.Resume("task_1")
	switch name {
	case "list":
		_, err = gateway.Models.List(ctx, gatewright.ListOptions{})
	case "chat":
		_, err = gateway.Chat.Create(ctx, question)
	case "stream":
		err = readBroken(brokenStream{BaseURL: baseURL, Kind: "chat"})
	case "wait":
		_, err = task.Wait(ctx)
	case "download":
		_, err = task.Download(ctx)
	default:
		err = fmt.Errorf("there is no %q", name)
	}
	return err
}

func outcomeOf(err error) [2]string {
	var refusal *gatewright.APIError
	var broken *gatewright.ConnectionError
	switch {
	case err == nil:
		return [2]string{"taken", ""}
	case errors.As(err, &broken):
		return [2]string{"connection", err.Error()}
	case errors.As(err, &refusal) && refusal.Reason == "malformed_answer":
		return [2]string{"malformed", err.Error()}
	case errors.As(err, &refusal):
		return [2]string{"refused", err.Error()}
	}
	return [2]string{"raw", err.Error()}
}

func leftEarly() (any, error) {
	stream, err := client("left-early").Chat.Stream(ctx, question)
	if err != nil {
		return nil, err
	}
	for _, err := range stream.Events() {
		if err != nil {
			return nil, err
		}
		break
	}
	if err := stream.Close(); err != nil {
		return nil, err
	}
	_, err = stream.Final()
	return fmt.Sprint(err), nil
}

// nothing gives nil where a value is expected.
func nothing() (any, error) {
	var none *gatewright.Vxq3
	gateway := client("nil", nil)
	_, err1 := gateway.Images.Generate(ctx, nil)
	_, err2 := gateway.Videos.Generate(ctx, none)
	task, err := gateway.Images.Generate(ctx, gatewright.QxImage30{Prompt: "A boat"}, nil)
	if err != nil {
		return nil, err
	}
	record, err := task.Wait(ctx, often, nil, gatewright.WithProgress(nil))
	if err != nil {
		return nil, err
	}
	answer, err3 := plain("sk-wrong").Chat.Create(ctx, question)
	_, err4 := gatewright.NewClient("::bad", "sk-mock").Models.List(ctx, gatewright.ListOptions{})
	return []any{fmt.Sprint(err1), fmt.Sprint(err2), record.Status, answer == nil && err3 != nil, fmt.Sprint(err4)}, nil
}

func oddEstimates() (any, error) {
	var none *gatewright.Sx50Pro
	boat := gatewright.Sx50Pro{Prompt: "A boat"}
	nothing := gatewright.WithFirstReference(0, 0)
	long := gatewright.WithGroupRatio("9999999999999999999")
	found := []string{}
	for _, one := range []struct {
		request any
		option  gatewright.EstimateOption
	}{{none, nil}, {nil, nil}, {boat, nothing}, {boat, long}, {boat, nil}} {
		_, err := gatewright.Estimate(one.request, one.option)
		var refusal *gatewright.EstimateError
		switch {
		case err == nil:
			found = append(found, "estimated")
		case errors.As(err, &refusal):
			found = append(found, "refused")
		default:
			return nil, err
		}
	}
	return found, nil
}

func held() (any, error) {
	gateway := client("held")
	request := gatewright.Sx50Pro{LayerDecomposition: gatewright.Ptr(true), ImageURLs: []string{input.Picture}}
	before, err1 := gateway.Balance.Account(ctx)
	_, err2 := gateway.Images.Generate(ctx, request)
	after, err3 := gateway.Balance.Account(ctx)
	estimate, err4 := gatewright.Estimate(&request)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	usd, err := strconv.ParseFloat(estimate.HoldUSD, 64)
	taken := before.RemainBalance - after.RemainBalance
	return object{"taken": math.Round(taken * 1000), "estimated": math.Round(usd * 1000)}, err
}

func readBroken(broken brokenStream) error {
	gateway := gatewright.NewClient(broken.BaseURL, "sk-mock", gatewright.WithMaxRetries(0))
	if broken.Kind == "chat" {
		stream, err := gateway.Chat.Stream(ctx, question)
		if err == nil {
			_, err = stream.Final()
		}
		return err
	}
	stream, err := gateway.Responses.Stream(ctx, boat)
	if err == nil {
		_, err = stream.Final()
	}
	return err
}

func account() (any, error) {
	gateway := client("account")
	balance, err1 := gateway.Balance.Account(ctx)
	key, err2 := gateway.Balance.Key(ctx)
	usage, err3 := gateway.Balance.Usage(ctx, "2026-01-01", "2026-01-02")
	limits, err4 := gateway.Balance.Limits(ctx)
	schema, err5 := gateway.Models.Schema(ctx, "sx-5-0-pro")
	prices, err6 := gateway.Models.Prices(ctx, "sx-5-0-pro")
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		return nil, err
	}
	return object{
		"balance": balance.RemainBalance > 0, "key": key.Success, "usage": usage.Object,
		"limits": limits.Object, "schema": schema.Success, "prices": prices.Success,
	}, nil
}

// inParts reads the text of a vector in the parts that it names.
func inParts(one vector) io.Reader {
	reader, writer := io.Pipe()
	go func() {
		begin := 0
		for _, end := range append(one.Splits, len(one.Text)) {
			writer.Write([]byte(one.Text[begin:end]))
			begin = end
		}
		writer.Close()
	}()
	return reader
}

// asynchronous shares a client between goroutines.
func asynchronous() (any, error) {
	gateway := client("async")
	var group sync.WaitGroup
	var files []gatewright.File
	var status string
	var chunks int
	var whole *gatewright.ChatCompletion
	var taskErr, chatErr error
	group.Add(2)
	go func() {
		defer group.Done()
		var task *gatewright.Task
		if task, taskErr = image(gateway); taskErr != nil {
			return
		}
		for record, err := range task.Records(ctx, often) {
			if err != nil {
				taskErr = err
				return
			}
			status = record.Status
		}
		files, taskErr = task.Download(ctx)
	}()
	go func() {
		defer group.Done()
		var stream *gatewright.Stream[gatewright.ChatCompletionChunk, gatewright.ChatCompletion]
		if stream, chatErr = gateway.Chat.Stream(ctx, question); chatErr != nil {
			return
		}
		for range stream.Events() {
			chunks++
		}
		whole, chatErr = stream.Final()
	}()
	group.Wait()
	if err := errors.Join(taskErr, chatErr); err != nil {
		return nil, err
	}
	text := whole.Choices[0].Message.Content
	return object{"status": status, "files": len(files), "chunks": chunks > 1, "text": text != ""}, nil
}
