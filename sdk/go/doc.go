// Package florin is the client of Florin, a billing and payments back end: typed operations, safe
// retries, iterators over lists, and verified webhooks.
package florin
