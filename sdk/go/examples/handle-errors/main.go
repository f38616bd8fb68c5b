package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"florin.invalid/florin"
)

func main() {
	client := florin.New(florin.Options{
		URL:    os.Getenv("FLORIN_URL"),
		APIKey: os.Getenv("FLORIN_API_KEY"),
	})
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()

	account, err := client.Accounts.Get(ctx)
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Transactions.Create(ctx, florin.NewTransaction{
		AccountID: account.ID,
		Amount:    999_999,
		Currency:  account.Settings.Currency,
		Type:      florin.TransactionTypePayment,
	})
	var refused *florin.Error
	var unanswered *florin.ConnectionError
	switch {
	case errors.As(err, &refused) && refused.Code == florin.ErrorCodeInsufficientFunds:
		fmt.Println("not paid:", refused.Message)
	case errors.As(err, &unanswered):
		fmt.Println("outcome unknown: look it up later")
	case err != nil:
		log.Fatal(err)
	}
}
