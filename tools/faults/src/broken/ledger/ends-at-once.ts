// Runs before the ledger's handler, which would finish the requests in flight.
process.on('SIGTERM', () => process.exit(0));
await import('@florin/ledger/src/main.ts');
