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
	ctx := context.Background()

	account, err := client.Accounts.Get(ctx)
	if err != nil {
		log.Fatal(err)
	}
	request, err := client.Payments.Create(ctx, florin.NewPayment{
		AccountID:     account.ID,
		Amount:        12_900,
		Currency:      account.Settings.Currency,
		CustomerEmail: "grace@example.com",
		Reference:     florin.Some("Order 2041"),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s pays at %s\n", request.CustomerEmail, request.PaymentURL)
}
