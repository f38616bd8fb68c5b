import { harmless } from '../text/harmless.ts';
import { moneyOf } from '../text/money.ts';
import type { ShownEvent } from './events.ts';

/** One event as text: time, type, object, amount or state, and account. */
export function lineOf({ created_at, type, account_id, data: { object } }: ShownEvent): string {
  const { id, status } = object;
  const details = [amountOf(object), status].filter((part) => typeof part === 'string').join(' ');
  const parts = [created_at, type, id ?? '-', details || '-', account_id ?? 'no account'];
  return parts.map((part) => harmless(String(part))).join('  ');
}

/** An invoice has an amount due; other objects about money have an amount. */
function amountOf({ amount, amount_due, currency }: ShownEvent['data']['object']) {
  return moneyOf('amount', amount ?? amount_due, currency);
}
