package gatewright

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
)

func malformed(message string, response *http.Response) *APIError {
	failed := &APIError{Type: "bad_gateway", Reason: "malformed_answer", Message: message}
	failed.Status = http.StatusOK
	if response != nil {
		failed.Status = response.StatusCode
		failed.RequestID = response.Header.Get("X-Request-Id")
	}
	return failed
}

// lacks is the error of an answer without what is needed, with its own words, if it has any.
func lacks(what string, body []byte) *APIError {
	message := valueOf[string](membersOf(body)["message"])
	if message == "" {
		return malformed(what+".", nil)
	}
	return malformed(what+": "+message, nil)
}

// toError reads an error response: the envelope, the form of the balance endpoints, or any text.
func toError(ctx context.Context, response *http.Response) error {
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return toConnectionError(ctx, err)
	}
	return errorOf(response, body)
}

// errorOf builds the error of a body; an event of a stream has one, too.
func errorOf(response *http.Response, body []byte) *APIError {
	envelope := membersOf(body)
	if inner := membersOf(envelope["error"]); inner != nil {
		envelope = inner
	}
	status := response.StatusCode
	if code := valueOf[int](envelope["code"]); status < 400 && code >= 400 && code < 600 {
		status = code // an error within a stream: the response has begun with 200
	}
	kind := "invalid_request_error"
	if status >= 500 {
		kind = "server_error"
	}
	failed := &APIError{
		Status:     status,
		Type:       cmp.Or(valueOf[string](envelope["type"]), kind),
		Reason:     valueOf[string](envelope["reason"]),
		Param:      valueOf[string](envelope["param"]),
		Message:    cmp.Or(valueOf[string](envelope["message"]), fmt.Sprintf("HTTP %d: %.200s", status, cmp.Or(string(body), "the service gave no reason"))),
		Violations: valueOf[[]ErrorViolation](envelope["violations"]),
		RequestID:  response.Header.Get("X-Request-Id"),
		Body:       body,
	}
	if wait, isAsked := retryAfter(response.Header); isAsked {
		failed.RetryAfter = &wait
	}
	return failed
}

func membersOf(body []byte) map[string]json.RawMessage {
	return valueOf[map[string]json.RawMessage](body)
}

// valueOf is the zero value for JSON of another type.
func valueOf[T any](data []byte) T {
	var value, none T
	if json.Unmarshal(data, &value) != nil {
		return none
	}
	return value
}

// pauseBeforeRetry returns the time until the next attempt, if there should be one. Attempts count from 0.
func pauseBeforeRetry(attempt int, response *http.Response) (time.Duration, bool) {
	if response != nil {
		wait, isAsked := retryAfter(response.Header)
		if !isWorthRetrying(response, isAsked) {
			return 0, false
		}
		if isAsked {
			return wait, wait <= seconds(longestRetryAfterSeconds)
		}
	}
	longest := math.Min(retryMillisecondsMax, retryMillisecondsMin*math.Pow(2, float64(attempt)))
	return seconds(longest / 1000 * (0.5 + rand.Float64()/2)), true
}

func isWorthRetrying(response *http.Response, isAsked bool) bool {
	status := response.StatusCode
	if response.Header.Get("X-Should-Retry") == "false" {
		return false
	}
	if status == http.StatusConflict {
		return isAsked // the first attempt is still in progress
	}
	isServerError := status >= 500 && status != http.StatusNotImplemented
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || isServerError
}

var digits = regexp.MustCompile(`^[0-9]+$`)

// retryAfter returns how long Retry-After-Ms or Retry-After ask to wait.
func retryAfter(headers http.Header) (time.Duration, bool) {
	if milliseconds, ok := toNumber(headers.Get("Retry-After-Ms")); ok {
		return seconds(milliseconds / 1000), true
	}
	text := headers.Get("Retry-After")
	if asked, ok := toNumber(text); ok {
		return seconds(asked), true
	}
	date, err := http.ParseTime(text)
	return max(0, time.Until(date)), err == nil
}

// toNumber reads digits alone: Go takes 1_0, 0x1p3 and nan for numbers, too.
func toNumber(text string) (float64, bool) {
	if !digits.MatchString(text) {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil
}

const (
	statusSuccess   = "success"
	statusFailed    = "failed"
	statusCancelled = "cancelled"
)

// readRecord returns the task record of a body, at its root or in data; nil without one. The status completed becomes success.
func readRecord(body []byte) (*TaskRecord, error) {
	if list := valueOf[[]json.RawMessage](body); len(list) > 0 {
		return readRecord(list[0])
	}
	members := membersOf(body)
	if members["id"] == nil || members["status"] == nil {
		if data := members["data"]; data != nil {
			return readRecord(data)
		}
		return nil, nil
	}
	if failure := membersOf(members["error"]); valueOf[json.Number](failure["code"]) != "" {
		// Some services give a number.
		failure["code"], _ = json.Marshal(valueOf[json.Number](failure["code"]).String())
		members["error"], _ = json.Marshal(failure)
		body, _ = json.Marshal(members)
	}
	record := new(TaskRecord)
	if err := json.Unmarshal(body, record); err != nil {
		return nil, err
	}
	if record.Status == "" {
		return nil, errors.New("its status is empty")
	}
	if slices.Contains(successValues, record.Status) {
		record.Status = statusSuccess
	}
	return record, nil
}

// readTaskID returns the id in the answer to a submission, whose data may be an object instead of a list; empty without one.
func readTaskID(body []byte) string {
	data := membersOf(body)["data"]
	if list := valueOf[[]json.RawMessage](data); len(list) > 0 {
		data = list[0]
	}
	return valueOf[string](membersOf(data)["task_id"])
}
