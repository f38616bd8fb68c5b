import type { ErasureTables, InboxTables, LeaseTables } from '@florin/database';
import type { Kysely } from 'kysely';
import type { FoundKind } from './domain/search.ts';

export interface ConsoleTables extends InboxTables, LeaseTables, ErasureTables {
  /** Searchable objects, as of their newest event. */
  objects: {
    id: string;
    kind: FoundKind;
    /** Null outside any account. */
    account_id: string | null;
    /** Number of that event within the object: older events are ignored. */
    sequence: bigint;
    title: string;
    detail: string | null;
    /** Minor units of the currency; both or neither. */
    amount: bigint | null;
    currency: string | null;
    status: string | null;
    /** Search terms, as in `words`. */
    terms: string[];
    /** Deleted: only this marker is left. */
    is_gone: boolean;
    /**
     * Null if it belongs to no customer, and for objects indexed by earlier versions until their
     * next event.
     */
    customer_id: string | null;
    created_at: Date;
  };
  /** Money moved on each day (UTC), in minor units of the currency. */
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
  /** Monthly recurring revenue of each subscription in minor units, as of its newest event. */
  recurring: {
    subscription_id: string;
    account_id: string;
    sequence: bigint;
    currency: string;
    amount: bigint;
  };
  /** Its change on each day. */
  recurring_days: {
    account_id: string;
    day: string;
    currency: string;
    amount_change: bigint;
    count_change: bigint;
  };
  /** Inverted index. A row may be outdated, so results are checked against their object. */
  words: { account_id: string | null; term: string; object_id: string };
}

export type Db = Kysely<ConsoleTables>;
