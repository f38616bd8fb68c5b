package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"florin.invalid/florin"
)

const bodyBytesMax = 1 << 20

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, bodyBytesMax))
	if err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	secret := os.Getenv("FLORIN_WEBHOOK_SECRET")
	event, err := florin.VerifyWebhook(request.Header, body, secret)
	if err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Printf("%s of %s\n", event.Type, event.AccountID.Or("no account"))
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "4242"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive)))
}
