import { newId } from '@florin/contracts';

const mine = 'account_id = (select min(account_id::text)::uuid from balances)';
const entry = (sequence: number) => `sequence = ${sequence} and ${mine}`;
export const HELD = `capture is not null and status = 'pending'`;
const CAPTURED = `captured_amount is not null and ${mine}`;
const PAID = `transaction_id is not null`;

/** Invariants that break together with others, and so are never reported first. */
export const consequences = [
  'nothing_is_negative',
  'held_is_what_is_pending',
  'settled_is_captured_less_refunded',
  'charge_has_one_transaction',
];

/** Damage to the books, the first reported violation, and the number of all violations. */
export const damages: readonly (readonly [damage: string, first: string, count?: number])[] = [
  [
    `delete from balances where ${mine}`,
    'account_has_balance: acc_1: expected a balance, found none',
  ],
  [
    `delete from entries where ${entry(3)}`,
    'entry_sequence_has_no_gap: ent_4 of acc_1: expected 3, found 4',
  ],
  [`delete from entries where ${entry(6)}`, 'balance_counts_entries: acc_1: expected 5, found 6'],
  [
    `update balances set entry_sequence = 9 where ${mine}`,
    'balance_counts_entries: acc_1: expected 6, found 9',
    1,
  ],
  [
    `update entries set sequence = 7 - sequence where sequence in (3, 4) and ${mine}`,
    'entry_ids_ascend: ent_3 of acc_1: expected later than ent_4, found earlier',
  ],
  [
    `update entries set held = held + 1 where ${entry(2)}`,
    'entry_sums_to_zero: ent_2 of acc_1: expected 0, found 1',
  ],
  [
    `update entries set available = available - 7, held = held + 7 where ${entry(2)}`,
    'entry_continues_the_last: ent_2 of acc_1: expected 693/307/0/0/-1000, found 700/300/0/0/-1000',
  ],
  [
    `update entries set held_after = 7 where ${entry(2)}`,
    'entry_continues_the_last: ent_2 of acc_1: expected 700/300/0/0/-1000, found 700/7/0/0/-1000',
    2,
  ],
  [
    `update balances set available = available + 1 where ${mine}`,
    'balance_is_sum_of_entries: acc_1: expected available 1750, found available 1751',
    1,
  ],
  [
    `update balances set available = available + case when ${mine} then -100 else 100 end`,
    'balance_is_sum_of_entries: acc_1: expected available 1750, found available 1650',
    2,
  ],
  [
    `update balances set fees = -1 where ${mine}`,
    'balance_is_sum_of_entries: acc_1: expected fees 0, found fees -1',
    3,
  ],
  [
    `update entries set transaction_id = id where ${entry(2)}`,
    'entry_has_transaction: ent_2 of acc_1: expected an earlier transaction of its account, found ',
  ],
  [
    `update transactions set status = 'failed' where ${HELD}`,
    'transaction_state_is_legal: txn_4 of acc_1: expected a state that a payment can be in, found failed, ',
    4,
  ],
  [
    `update transactions set status = 'succeeded', captured_amount = 50, due_at = null where ${HELD}`,
    'transaction_agrees_with_entries: txn_4 of acc_1: expected hold -50/50/0/0/0, capture 0/-50/50/0/0, found hold -50/50/0/0/0',
  ],
  [
    `update transactions set captured_amount = 299 where ${CAPTURED}`,
    'transaction_agrees_with_entries: txn_2 of acc_1: expected hold -300/300/0/0/0, capture 1/-300/299/0/0, found hold -300/300/0/0/0, capture 0/-300/300/0/0',
    2,
  ],
  [
    `update balances set last_id = null where ${mine}`,
    'id_is_not_from_the_future: txn_1 of acc_1: expected no id yet, found ',
  ],
  [
    `update transactions set created_at = created_at - interval '1 hour' where ${HELD}`,
    'times_are_in_order: txn_4 of acc_1: expected created ',
  ],
  [
    `update transactions set updated_at = now() + interval '1 hour' where ${HELD}`,
    'times_are_in_order: txn_4 of acc_1: expected created ',
    1,
  ],
  [
    `update transactions set currency = 'EUR' where ${HELD}`,
    'currency_is_that_of_account: txn_4 of acc_1: expected USD, found EUR',
    1,
  ],
  [
    `update balances set status = 'closed' where ${mine}`,
    'closed_account_holds_nothing: acc_1: expected 0, found 50',
    1,
  ],
  [
    `update transactions set refund_of = id where refund_of is not null`,
    'refund_has_payment: txn_5 of acc_1: expected a captured payment of its account, found txn_5',
  ],
  [
    `update transactions set refunded_amount = 101 where ${CAPTURED}`,
    'refunds_are_within_captured: txn_2 of acc_1: expected 100, at most 300, found 101',
    1,
  ],
  [
    `insert into charges select account_id, 'x', 1, account_id from balances where ${mine}`,
    'fees_are_charges: acc_1: expected 1, found 0',
    2,
  ],
  [
    `insert into fund_movements
     select account_id, 'x', 'payout', 5, 0, 5, true, 'succeeded', account_id
       from balances where ${mine}`,
    'movement_has_one_transaction: acc_1: expected one succeeded payment of 5 for x, found none',
    1,
  ],
  [
    `update payment_requests set transaction_id = '${newId()}' where ${PAID}`,
    'payment_has_one_credit: pay_1 of acc_1: expected a succeeded credit of 1000 alone, found none',
    1,
  ],
  [
    `insert into payment_requests
     select transaction_id, account_id, 1, 'succeeded', amount, currency, customer_email, null,
            metadata, 'copy', null, expires_at, 0, transaction_id, updated_at, updated_at
       from payment_requests`,
    'payment_has_one_credit: pay_1 of acc_1: expected a succeeded credit of 1000 alone, found 2 of txn_6, a succeeded credit of 1000',
  ],
  [
    `update payment_attempts set status = 'processing'`,
    'attempts_agree_with_payment: pay_1 of acc_1: expected 0 declined, 1 succeeded, at most 0 open, found 0 declined, 0 succeeded, 1 open',
    1,
  ],
  [
    `update payment_attempts set payment_id = account_id`,
    'attempts_agree_with_payment: pay_1 of acc_1: expected 0 declined, 1 succeeded, at most 0 open, found 0 declined, 0 succeeded, 0 open',
  ],
  [
    `update outgoing_events set aggregate_sequence = 3 where aggregate_sequence = 2
        and type = 'payment.succeeded'`,
    'version_has_one_event: pay_1 of acc_1: expected one of each version up to 2, found of versions 1, 3',
    1,
  ],
  [
    `insert into outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
     select gen_random_uuid(), aggregate_id, aggregate_sequence, type, body from outgoing_events
      where type = 'transaction.succeeded'`,
    'version_has_one_event: txn_2 of acc_1: expected one of each version up to 3, found of versions 1, 2, 2, 3',
  ],
  [
    `delete from outgoing_events where type = 'transaction.succeeded'`,
    'version_has_one_event: txn_2 of acc_1: expected one of each version up to 3, found of versions 1, 3',
  ],
  [
    `delete from outgoing_events where type = 'payment.created'`,
    'version_has_one_event: pay_1 of acc_1: expected one of each version up to 2, found of versions 2',
    1,
  ],
  [
    `update outgoing_events set type = 'transaction.failed' where type = 'transaction.succeeded'`,
    'history_is_legal: txn_2 of acc_1: expected a legal path to succeeded, found transaction.created, transaction.failed, transaction.updated',
    3,
  ],
  [
    `update outgoing_events set body = replace(body, '"created_at":"2', '"created_at":"1')
      where type = 'payment.succeeded'`,
    'events_are_in_order: evt_paid of acc_1: expected at or after 2',
    1,
  ],
  [
    `insert into replies
     select day + 1, account_id, route, key, request_hash, status, body from replies
      where key = 'key'`,
    'key_has_one_reply: acc_1: expected one reply, found 2 of key key for ',
    1,
  ],
];

/** The same for the second account, with fund movements. */
export const movedDamages: typeof damages = [
  [
    `update fund_movements set status = 'succeeded' where key = 'away'`,
    'movement_has_one_transaction: acc_2: expected one succeeded payment of 40 for away, found 1 of txn_away, a pending payment of 40',
    1,
  ],
  [
    `update fund_movements set status = 'pending' where key = 'paid'`,
    'movement_has_one_transaction: acc_2: expected one pending payment of 40 for paid, found 1 of txn_paid, a succeeded payment of 40',
    1,
  ],
  [
    `update fund_movements set purpose = 'deposit' where key = 'fee'`,
    'movement_has_one_transaction: acc_2: expected one succeeded credit of 30 for fee, found 1 of txn_fee, a succeeded payment of 30',
    1,
  ],
  [
    `update fund_movements set amount = 39, from_settled = 39 where key = 'paid'`,
    'transaction_agrees_with_entries: txn_paid of acc_2: expected set_aside 0/40/-39/0/0, pay_out 0/-40/0/0/40, found set_aside 0/40/-40/0/0, pay_out 0/-40/0/0/40',
    3,
  ],
  [
    `update fund_movements set from_settled = from_settled - 1, from_available = 1
      where key = 'back'`,
    'transaction_agrees_with_entries: txn_back of acc_2: expected set_aside -1/40/-39/0/0, return 1/-40/39/0/0, found set_aside 0/40/-40/0/0, return 0/-40/40/0/0',
    1,
  ],
  [
    `update fund_movements set at_once = true where key = 'paid'`,
    'transaction_agrees_with_entries: txn_paid of acc_2: expected withdraw 0/0/-40/0/40, found set_aside 0/40/-40/0/0, pay_out 0/-40/0/0/40',
    2,
  ],
  [
    `update fund_movements set transaction_id = '${newId()}' where key = 'paid'`,
    'transaction_agrees_with_entries: txn_paid of acc_2: expected charge -40/0/0/40/0, found set_aside 0/40/-40/0/0, pay_out 0/-40/0/0/40',
    4,
  ],
  [
    `insert into fund_movements
     select account_id, 'twice', purpose, amount, from_settled, from_available, at_once, status,
            transaction_id from fund_movements where key = 'fee'`,
    'settled_is_captured_less_refunded: acc_2: expected -20, found 10',
    3,
  ],
  [
    `delete from fund_movements where key = 'away'`,
    'transaction_state_is_legal: txn_away of acc_2: expected a state that a payment can be in, found pending, capture none, ',
    4,
  ],
  [
    `delete from fund_movements where key = 'deposit'`,
    'transaction_agrees_with_entries: txn_deposit of acc_2: expected credit 20/0/0/0/-20, found deposit 20/0/0/0/-20',
    1,
  ],
  [
    `update transactions set status = 'canceled', canceled_at = updated_at
      where id = (select transaction_id from fund_movements where key = 'away')`,
    'transaction_agrees_with_entries: txn_away of acc_2: expected set_aside -20/40/-20/0/0, return 20/-40/20/0/0, found set_aside -20/40/-20/0/0',
    4,
  ],
  [
    `update fund_movements set account_id = '${newId()}' where key = 'paid'`,
    'account_has_balance: ',
    4,
  ],
];

/** Damage without an account. */
export const strays: readonly (readonly [damage: string, named: string])[] = [
  [
    `insert into outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
       values (gen_random_uuid(), gen_random_uuid(), 1, 'transaction.created', '{}')`,
    'event_has_object: ',
  ],
  [`update payment_attempts set account_id = gen_random_uuid()`, 'attempt_has_payment: pay_1 of '],
];
