package gatewright

import (
	"fmt"
	"time"
)

// APIError is an error response of the service, or a response that violates the contract (reason malformed_answer).
type APIError struct {
	// Status is the HTTP status.
	Status int
	// Type is the kind of the error, such as invalid_request_error.
	Type string
	// Reason is the exact reason, such as invalid_parameter.
	Reason string
	// Param is a JSON Pointer to the field that is wrong.
	Param   string
	Message string
	// Violations are all violations of the request body.
	Violations []ErrorViolation
	// RequestID is the value of X-Request-Id: name it when you ask for help.
	RequestID string
	// RetryAfter is how long the service asks to wait before the next attempt; nil when it does not.
	RetryAfter *time.Duration
	// Body is the response body.
	Body []byte
}

func (e *APIError) Error() string {
	return e.Message
}

// ConnectionError is a connection that failed, or broke before the response was complete.
type ConnectionError struct {
	Err error
}

func (e *ConnectionError) Error() string {
	return "the connection failed: " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error {
	return e.Err
}

// TaskFailedError is a task that failed and was refunded in full.
type TaskFailedError struct {
	Record *TaskRecord
	// Code says why, if the service does.
	Code    string
	Message string
}

func (e *TaskFailedError) Error() string {
	return e.Message
}

func newTaskFailedError(record *TaskRecord) *TaskFailedError {
	failed := &TaskFailedError{Record: record}
	if record.Error != nil {
		failed.Message = record.Error.Text
		if detail := record.Error.Value; detail != nil {
			failed.Message = detail.Message
			failed.Code = detail.Code
		}
	}
	if failed.Message == "" {
		failed.Message = fmt.Sprintf("the task %s failed", record.ID)
	}
	return failed
}

// TaskCancelledError is a task that the operator cancelled.
type TaskCancelledError struct {
	Record *TaskRecord
}

func (e *TaskCancelledError) Error() string {
	return fmt.Sprintf("the task %s was cancelled", e.Record.ID)
}

// TaskTimeoutError is a task that did not end in time. It goes on: Tasks.Resume waits again.
type TaskTimeoutError struct {
	ID string
	// Record is the task as it was last seen; nil when no poll was answered in time.
	Record *TaskRecord
	After  time.Duration
}

func (e *TaskTimeoutError) Error() string {
	return fmt.Sprintf("the task %s did not end within %s", e.ID, e.After)
}

// ResultExpiredError is a result whose links have expired.
type ResultExpiredError struct {
	Record *TaskRecord
}

func (e *ResultExpiredError) Error() string {
	return fmt.Sprintf("the files of the task %s have expired", e.Record.ID)
}

// CallbackVerificationError is a callback that must not be trusted: answer 400 or 401.
type CallbackVerificationError struct {
	Message string
}

func (e *CallbackVerificationError) Error() string {
	return e.Message
}
