package gatewright

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	secretPrefix     = "whsec_"
	signatureVersion = "v1,"
)

var timestampPattern = regexp.MustCompile(`^[0-9]{1,15}$`)

// VerifyCallback verifies a callback and returns its task record. The body is exactly what arrived. Several secrets are accepted
// while they are rotated. A callback that must not be trusted is a *CallbackVerificationError.
func VerifyCallback(headers http.Header, body []byte, secrets ...string) (*TaskRecord, error) {
	return CallbackVerifier{Secrets: secrets}.Verify(headers, body)
}

// CallbackVerifier verifies callbacks with settings of your own.
type CallbackVerifier struct {
	Secrets []string
	// Tolerance is the allowed difference between a timestamp and now; zero is the one of the contract.
	Tolerance time.Duration
	// Now is time.Now when it is nil.
	Now func() time.Time
}

// Verify is VerifyCallback with these settings.
func (v CallbackVerifier) Verify(headers http.Header, body []byte) (*TaskRecord, error) {
	keys, err := readSecrets(v.Secrets)
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		values[name] = header(headers, name)
		if values[name] == "" {
			return nil, untrusted("The header %s is missing.", name)
		}
	}
	timestamp := values["webhook-timestamp"]
	if err := v.expectRecent(timestamp); err != nil {
		return nil, err
	}
	isGenuine := false
	for _, key := range keys {
		expected := sign(key, values["webhook-id"], timestamp, body)
		for _, given := range readSignatures(values["webhook-signature"]) {
			isGenuine = hmac.Equal(expected, given) || isGenuine
		}
	}
	if !isGenuine {
		return nil, untrusted("The signature is wrong.")
	}
	record, err := readRecord(body)
	if err != nil || record == nil {
		return nil, untrusted("The body is not a task record.")
	}
	return record, nil
}

func (v CallbackVerifier) expectRecent(timestamp string) error {
	tolerance, now := v.Tolerance, v.Now
	if tolerance == 0 {
		tolerance = seconds(signatureToleranceSeconds)
	}
	if now == nil {
		now = time.Now
	}
	if !timestampPattern.MatchString(timestamp) {
		return untrusted("The header webhook-timestamp is not a Unix time.")
	}
	sent, _ := toNumber(timestamp)
	off := math.Abs(float64(now().Unix()) - sent)
	if off > tolerance.Seconds() {
		return untrusted("The timestamp is %.0f seconds from now; at most %g are allowed.", off, tolerance.Seconds())
	}
	return nil
}

func untrusted(message string, values ...any) error {
	return &CallbackVerificationError{fmt.Sprintf(message, values...)}
}

func sign(key []byte, id, timestamp string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return mac.Sum(nil)
}

// header finds a header however its name is written.
func header(headers http.Header, wanted string) string {
	for name, values := range headers {
		if strings.EqualFold(name, wanted) && len(values) > 0 {
			return values[0]
		}
	}
	return ""
}

func readSecrets(secrets []string) ([][]byte, error) {
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		encoded, isPrefixed := strings.CutPrefix(secret, secretPrefix)
		key, err := decode(encoded)
		if !isPrefixed || err != nil || len(key) < secretBytesMin || len(key) > secretBytesMax {
			return nil, fmt.Errorf("a webhook secret is %q and %d to %d bytes in base64; this one is not",
				secretPrefix, secretBytesMin, secretBytesMax)
		}
		keys[i] = key
	}
	return keys, nil
}

func readSignatures(header string) [][]byte {
	var signatures [][]byte
	count := 0
	for _, part := range strings.Split(header, " ") {
		encoded, isKnown := strings.CutPrefix(part, signatureVersion)
		if !isKnown {
			continue
		}
		if count++; count > maxSignatures {
			break
		}
		if signature, err := decode(encoded); err == nil {
			signatures = append(signatures, signature)
		}
	}
	return signatures
}

func decode(text string) ([]byte, error) {
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
}

// SeenIDs remembers ids of callbacks in memory, because deliveries can repeat. The oldest are forgotten. For several processes,
// keep the ids in a database.
type SeenIDs struct {
	lock  sync.Mutex
	most  int
	ids   map[string]bool
	order []string
}

// NewSeenIDs remembers a number of ids; zero is the default number, as it is for the zero value of SeenIDs.
func NewSeenIDs(most int) *SeenIDs {
	return &SeenIDs{most: most}
}

// Add adds an id; it returns false when it was there already.
func (s *SeenIDs) Add(id string) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.ids[id] {
		return false
	}
	if s.ids == nil {
		s.ids = map[string]bool{}
	}
	s.ids[id] = true
	s.order = append(s.order, id)
	if len(s.order) > cmp.Or(s.most, keptCallbackIds) {
		delete(s.ids, s.order[0])
		s.order = s.order[1:]
	}
	return true
}

// Discard forgets an id whose handling failed, so that the next delivery is handled.
func (s *SeenIDs) Discard(id string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	delete(s.ids, id)
	for i, one := range s.order {
		if one == id {
			s.order = append(s.order[:i], s.order[i+1:]...)
			return
		}
	}
}
