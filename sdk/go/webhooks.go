package florin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// tolerance covers clock differences and the delivery time.
const tolerance = 300 * time.Second

// VerifyWebhook returns the event of a webhook after checking its signature and age
// (https://www.standardwebhooks.com). The body must be unparsed; secrets are the endpoint's
// whsec_…, two during rotation. A failed check is a *WebhookError.
func VerifyWebhook(header http.Header, body []byte, secrets ...string) (*Event, error) {
	var values [3]string
	for index, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		given := header.Values(name)
		if len(given) != 1 || given[0] == "" {
			why := fmt.Sprintf("the header %s is missing; this is not a webhook of Florin", name)
			return nil, &WebhookError{why}
		}
		values[index] = given[0]
	}
	id, timestamp, signatures := values[0], values[1], strings.Split(values[2], " ")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil || time.Since(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return nil, &WebhookError{"the webhook's timestamp is over 5 minutes off; check this machine's clock"}
	}
	content := append([]byte(id+"."+timestamp+"."), body...)
	for _, secret := range secrets {
		isSigned, err := isSignedBy(content, signatures, secret)
		if err != nil {
			return nil, err
		}
		if isSigned {
			event := new(Event)
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, &WebhookError{"the webhook is not signed with this secret"}
}

func isSignedBy(content []byte, signatures []string, secret string) (bool, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return false, errors.New("a webhook secret must be whsec_ followed by base64")
	}
	hash := hmac.New(sha256.New, key)
	hash.Write(content)
	expected := hash.Sum(nil)
	for _, signature := range signatures {
		version, text, _ := strings.Cut(signature, ",")
		mac, err := base64.StdEncoding.DecodeString(text)
		// Compares in constant time.
		if err == nil && version == "v1" && hmac.Equal(mac, expected) {
			return true, nil
		}
	}
	return false, nil
}
