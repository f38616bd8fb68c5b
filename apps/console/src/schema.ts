import type { ErasureTables, InboxTables, LeaseTables } from '@florin/database';
import type { Kysely } from 'kysely';
import type { FoundKind } from './search/model.ts';

export interface ConsoleTables extends InboxTables, LeaseTables, ErasureTables {
  /** What can be found: each object as its newest event has told of it. */
  objects: {
    id: string;
    kind: FoundKind;
    /** Null outside any account. */
    account_id: string | null;
    /** Number of that event among those of the object: an older one changes nothing. */
    sequence: bigint;
    title: string;
    detail: string | null;
    /** Minor units of the currency; both or neither. */
    amount: bigint | null;
    currency: string | null;
    status: string | null;
    /** What it is found by, as `words` has them. */
    terms: string[];
    /** It was deleted: nothing of it is kept but that. */
    is_gone: boolean;
    /** Null where it belongs to none, and until the next event of an object of earlier versions. */
    customer_id: string | null;
    created_at: Date;
  };
  /** What has moved on each day (UTC), in minor units of the currency. */
  money_days: {
    account_id: string;
    day: string;
    currency: string;
    money_in: bigint;
    money_out: bigint;
    transactions_in: bigint;
    transactions_out: bigint;
    failed_payments: bigint;
  };
  /** What each subscription brings a month, in minor units, as its newest event tells. */
  recurring: {
    subscription_id: string;
    account_id: string;
    sequence: bigint;
    currency: string;
    amount: bigint;
  };
  /** By how much that changed on each day. */
  recurring_days: {
    account_id: string;
    day: string;
    currency: string;
    amount_change: bigint;
    count_change: bigint;
  };
  /** Where each term stands. A row may outlive its reason: what is found is compared with its object. */
  words: { account_id: string | null; term: string; object_id: string };
}

export type Db = Kysely<ConsoleTables>;
