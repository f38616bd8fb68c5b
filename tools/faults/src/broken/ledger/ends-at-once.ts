// Before the handler of the ledger, which would finish what is in flight.
process.on('SIGTERM', () => process.exit(0));
await import('@florin/ledger/src/main.ts');
