import type { InboxTables, LeaseTables } from '@florin/database';

export interface WebhooksTables extends InboxTables, LeaseTables {
  account_sequences: { account_id: string; last_sequence: bigint };
  events: {
    id: string;
    account_id: string | null;
    sequence: bigint | null;
    type: string;
    created_at: Date;
    /** JSON text going in. */
    data: string;
    request: string;
  };
}
