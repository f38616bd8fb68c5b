import { harmless } from '../text/harmless.ts';
import { moneyOf } from '../text/money.ts';
import type { ShownEvent } from './events.ts';

/** One event for people: when, what, of which object, how much or in which state, of which account. */
export function lineOf({ created_at, type, account_id, data: { object } }: ShownEvent): string {
  const { id, status } = object;
  const details = [amountOf(object), status].filter((part) => typeof part === 'string').join(' ');
  const parts = [created_at, type, id ?? '-', details || '-', account_id ?? 'no account'];
  return parts.map((part) => harmless(String(part))).join('  ');
}

/** An invoice owes an amount, everything else that is about money has one. */
function amountOf({ amount, amount_due, currency }: ShownEvent['data']['object']) {
  return moneyOf('amount', amount ?? amount_due, currency);
}
