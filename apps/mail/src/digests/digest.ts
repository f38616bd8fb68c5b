import { createHash } from 'node:crypto';
import type { DomainEvent, Uuid } from '@florin/contracts';
import type { Message } from '../domain/mail.ts';

/** Event types in the operator's digest, in this order. */
export const COUNTED = [
  'payment.succeeded',
  'payment.failed',
  'refund.succeeded',
  'refund.failed',
  'dispute.created',
  'payout.paid',
  'payout.failed',
  'subscription.created',
  'subscription.canceled',
  'invoice.payment_failed',
  'user.created',
] as const;

/** Counts the events of each type in the digest, sorted by name. */
export function countEvents(
  events: readonly Pick<DomainEvent, 'type'>[],
): readonly (readonly [type: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { type } of events)
    if (COUNTED.some((each) => each === type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The last complete day in UTC: `2026-01-31`. */
export function dayBefore(now: Date): string {
  return new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
}

/** The digest of a day. Its ID makes it idempotent: each receiver gets it once. */
export function digestOf(
  day: string,
  counts: ReadonlyMap<string, bigint>,
  receiver: string,
): Message {
  const lines = COUNTED.flatMap((type) => {
    const count = counts.get(type);
    return count === undefined ? [] : `${type} ${count}`;
  });
  return {
    causeId: idOf(day),
    accountId: null,
    kind: 'digest',
    receiver,
    delayMs: 0,
    values: {
      ...{
        paymentId: null,
        invoiceId: null,
        creditNoteId: null,
        isAutomatic: false,
        customer: null,
        plan: null,
        items: [],
        confirmationId: null,
      },
      ...{ amount: null, currency: null, reference: null, consolePath: null },
      at: `${day}T12:00:00.000Z`,
      name: lines.length > 0 ? lines.join(' · ') : '–',
    },
  };
}

/** The same ID for the same day (UUIDv8, RFC 9562 section 5.8). */
function idOf(day: string): Uuid {
  const hex = createHash('sha256').update(`digest ${day}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
