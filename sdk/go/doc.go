// Package florin calls Florin, a billing and payments back end: every operation with its types,
// retries that are safe, pages as one sequence, webhooks that are certain.
package florin
