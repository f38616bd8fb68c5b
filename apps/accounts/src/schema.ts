import type { LeaseTables, OutboxTables, SagaTables } from '@florin/database';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Account } from './domain/account.ts';

export interface AccountsTables extends OutboxTables, SagaTables, LeaseTables {
  accounts: AccountRow;
}

export interface AccountRow {
  id: string;
  version: Generated<bigint>;
  email: string;
  /** Set on a closed account whose email another account uses now. */
  former_email: Generated<string | null>;
  name: string;
  type: Account['type'];
  status: Account['status'];
  status_reason: Generated<string | null>;
  currency: string;
  timezone: string;
  language: string;
  is_language_chosen: Generated<boolean>;
  return_urls: Generated<string[]>;
  is_platform: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  closed_at: Date | null;
  /** The saga run that is changing data of the account in other services. */
  run: Generated<string | null>;
}

export type Db = Kysely<AccountsTables>;
export type Tx = Transaction<AccountsTables>;
