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
		URL:       os.Getenv("FLORIN_URL"),
		OnSession: func(florin.UserSession) { fmt.Println("keep this session") },
	})
	ctx := context.Background()

	email, password := os.Getenv("FLORIN_EMAIL"), os.Getenv("FLORIN_PASSWORD")
	if _, err := client.LogIn(ctx, email, password); err != nil {
		log.Fatal(err)
	}
	key, err := client.APIKeys.Create(ctx, florin.NewAPIKey{
		Name: "shop",
		Scopes: florin.Some([]florin.APIKeyScope{
			florin.APIKeyScopePaymentsWrite, florin.APIKeyScopePaymentsRead, florin.APIKeyScopeAccountRead,
		}),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("an API key that begins with", key.Prefix)
}
