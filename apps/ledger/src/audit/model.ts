import { type IdKind, toPublicId, type Uuid } from '@florin/contracts';

/**
 * Invariants of the books, with their meaning. The order decides which violation of an account is
 * reported first: causes in the journal precede their consequences.
 */
export const invariants = {
  account_has_balance: 'what belongs to an account needs its balance',
  entry_sequence_has_no_gap: 'the entries of an account count 1, 2, 3 without a gap',
  balance_counts_entries: 'a balance knows the number of its last entry',
  entry_ids_ascend: 'ids of entries, and their times, never go back',
  entry_sums_to_zero: 'the parts of an entry add up to zero',
  entry_continues_the_last: 'an entry leaves what the entry before left, and what it moves',
  balance_is_sum_of_entries: 'each part of a balance is the sum of its entries',
  nothing_is_negative: 'available, held, settled and fees are never negative',
  entry_has_transaction: 'an entry belongs to an earlier transaction of its account',
  transaction_state_is_legal: 'the fields of a transaction agree with its status',
  transaction_agrees_with_entries: 'entries are a legal path to the status of their transaction',
  id_is_not_from_the_future: 'no id is newer than the last id of its account',
  times_are_in_order: 'times begin at that of the id and end before that of the account',
  currency_is_that_of_account: 'an account has one currency',
  held_is_what_is_pending: 'held is what pending payments hold',
  closed_account_holds_nothing: 'a closed account holds nothing but what is on its way out',
  settled_is_captured_less_refunded:
    'settled is what was captured less what was refunded or has left the account',
  fees_are_charges: 'fees are what was charged',
  charge_has_one_transaction: 'a charge has exactly one transaction, and the other way round',
  movement_has_one_transaction:
    'a movement from or to the outside has exactly one transaction, which says the same of it',
  refund_has_payment: 'a refund that is tied to a payment finds it captured',
  refunds_are_within_captured:
    'a payment is refunded as its refunds say, at most what was captured',
  payment_has_one_credit: 'a payment request that was paid has one credit of its own',
  attempts_agree_with_payment: 'the attempts of a payment request agree with its status',
  attempt_has_payment: 'an attempt belongs to a payment request of its account',
  version_has_one_event: 'each version has one event, as long as events are kept',
  history_is_legal: 'events are a legal path to the status of their object',
  events_are_in_order: 'the events of an account are in the order of time',
  event_has_object: 'an event is of something that exists',
  key_has_one_reply: 'an Idempotency-Key has one reply',
} as const;
export type Invariant = keyof typeof invariants;

/** A violated invariant. */
export interface Violation {
  readonly invariant: Invariant;
  /** Null if the account is unknown. */
  readonly accountId: Uuid | null;
  readonly kind: IdKind;
  readonly id: Uuid;
  /** Contains ids as `{kind:uuid}`. */
  readonly expected: string;
  readonly found: string;
}

/** A violation as operators see it. */
export function toResource({ invariant, accountId, kind, id, expected, found }: Violation) {
  return {
    invariant,
    rule: invariants[invariant],
    account_id: accountId === null ? null : toPublicId('account', accountId),
    id: toPublicId(kind, id),
    expected: withNames(expected),
    found: withNames(found),
  };
}

export function describe(violation: Violation): string {
  const { invariant, rule, account_id, id, expected, found } = toResource(violation);
  const where = account_id === null || account_id === id ? id : `${id} of ${account_id}`;
  return `${invariant}: ${where}: expected ${expected}, found ${found} (${rule})`;
}

function withNames(text: string): string {
  return text.replaceAll(/\{(\w+):([0-9a-f-]{36})\}/g, (_, kind: IdKind, id: Uuid) =>
    toPublicId(kind, id),
  );
}
