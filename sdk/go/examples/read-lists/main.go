package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"florin.invalid/florin"
)

func main() {
	client := florin.New(florin.Options{
		URL:    os.Getenv("FLORIN_URL"),
		APIKey: os.Getenv("FLORIN_API_KEY"),
	})

	pending := florin.ListPaymentsQuery{Status: florin.Some(florin.PaymentStatusPending)}
	for payment, err := range client.Payments.List(context.Background(), pending) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s is not paid yet: %s\n", payment.ID, payment.Reference.Or("no reference"))
	}
}
