import type { InboxTables, LeaseTables } from '@florin/database';

export interface WebhooksTables extends InboxTables, LeaseTables {
  account_sequences: { account_id: string; last_sequence: bigint };
  log_head: { last_position: bigint };
  events: {
    id: string;
    account_id: string | null;
    sequence: bigint | null;
    /** In the one order over all accounts. */
    position: bigint;
    /** What it is about; null in what was logged before this was kept. */
    aggregate_id: string | null;
    type: string;
    created_at: Date;
    /** JSON text going in. */
    data: string;
    request: string;
  };
}
