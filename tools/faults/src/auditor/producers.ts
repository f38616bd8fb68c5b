/** Services with an outbox. */
export const PRODUCERS = ['identity', 'accounts', 'ledger', 'billing'] as const;
