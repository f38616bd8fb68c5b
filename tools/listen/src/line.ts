import { formatAmount, parseCurrency } from '@florin/money';
import type { ShownEvent } from './florin.ts';

/** One event for people: when, what, of which object, how much or in which state, of which account. */
export function lineOf({ created_at, type, account_id, data: { object } }: ShownEvent): string {
  const { id, status } = object;
  const details = [amountOf(object), status].filter((part) => typeof part === 'string').join(' ');
  return [created_at, type, id ?? '-', details || '-', account_id ?? 'no account'].join('  ');
}

/** An invoice owes an amount, everything else that is about money has one. */
function amountOf({ amount, amount_due, currency }: ShownEvent['data']['object']) {
  const minorUnits = amount ?? amount_due;
  const known = parseCurrency(String(currency));
  if (typeof minorUnits !== 'number' || known === undefined) return undefined;
  // The code, not a sign that several currencies have.
  return `${formatAmount(BigInt(minorUnits), known, 'en').replace(/[^\d.,-]/g, '')} ${known}`;
}
