import { type IdKind, toPublicId, type Uuid } from '@florin/contracts';

/**
 * Invariants of the books, with their meaning. The order decides which violation of an account is
 * reported first: causes in the journal precede their consequences.
 */
export const invariants = {
  account_has_balance: 'every account with data has a balance',
  entry_sequence_has_no_gap: 'entries of an account are numbered 1, 2, 3 without gaps',
  balance_counts_entries: 'a balance stores the number of its last entry',
  entry_ids_ascend: 'entry ids and times of an account are increasing',
  entry_sums_to_zero: 'the parts of an entry sum to zero',
  entry_continues_the_last: 'the balance after an entry is the balance before it plus its amounts',
  balance_is_sum_of_entries: 'each part of a balance is the sum of its entries',
  nothing_is_negative: 'available, held, settled and fees are never negative',
  entry_has_transaction: 'an entry belongs to an earlier transaction of its account',
  transaction_state_is_legal: 'the fields of a transaction match its status',
  transaction_agrees_with_entries: 'the entries of a transaction form a valid path to its status',
  id_is_not_from_the_future: 'no id is newer than the last id of its account',
  times_are_in_order:
    'the creation time is that of the id; later times are between it and the last change of the account',
  currency_is_that_of_account: 'an account has one currency',
  held_is_what_is_pending: 'the held balance equals the holds of pending payments',
  closed_account_holds_nothing: 'a closed account holds only money that is being paid out',
  settled_is_captured_less_refunded:
    'settled equals captured payments minus refunds and withdrawals',
  fees_are_charges: 'fees equal the charges',
  charge_has_one_transaction: 'each charge has exactly one transaction and the other way round',
  movement_has_one_transaction:
    'each movement from or to the outside has exactly one transaction with the same data',
  refund_has_payment: 'a refund of a payment refers to a captured payment',
  refunds_are_within_captured:
    'the refunded amount of a payment equals its refunds and is at most the captured amount',
  payment_has_one_credit: 'each paid payment request has exactly one credit',
  attempts_agree_with_payment: 'the attempts of a payment request match its status',
  attempt_has_payment: 'an attempt belongs to a payment request of its account',
  version_has_one_event: 'each version has exactly one event, while events are retained',
  history_is_legal: 'events form a valid path to the status of their object',
  events_are_in_order: 'events of an account are in time order',
  event_has_object: 'each event refers to an existing object',
  key_has_one_reply: 'each Idempotency-Key has one reply',
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
