import { type EventType, eventCatalogue, eventSchema, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, captured, NOW, payment } from '../../../test/builders.ts';
import { toEvent } from './events.ts';
import type { Transaction } from './model.ts';

const EVENT_ID = '01900000-0000-7000-8000-0000000000ee';
const PENDING = payment({ version: 2n });
const cause = { requestId: 'req-1', idempotencyKey: 'key-1' };

describe('toEvent', () => {
  it('publishes a new transaction in full', () => {
    const after = payment({ reference: 'order 1', metadata: { a: 1 } });
    expect(toEvent(undefined, after, cause, () => EVENT_ID)).toEqual({
      id: EVENT_ID,
      type: 'transaction.created',
      created_at: new Date(after.updatedAt).toISOString(),
      account_id: ACCOUNT,
      aggregate_id: after.id,
      aggregate_sequence: 1,
      data: {
        object: {
          id: toPublicId('transaction', after.id),
          object: 'transaction',
          livemode: false,
          account_id: toPublicId('account', ACCOUNT),
          amount: 100,
          currency: 'USD',
          type: 'payment',
          status: 'pending',
          reference: 'order 1',
          metadata: { a: 1 },
          capture: 'automatic',
          refunded_amount: 0,
          created_at: new Date(after.createdAt).toISOString(),
          updated_at: new Date(after.updatedAt).toISOString(),
        },
      },
      request: { id: 'req-1', idempotency_key: 'key-1' },
    });
  });

  it.each<[string, Partial<Transaction>, EventType, Record<string, unknown>]>([
    [
      'a capture',
      { status: 'succeeded', capturedAmount: 30n },
      'transaction.succeeded',
      { status: 'pending', captured_amount: null },
    ],
    [
      'an expiry',
      { status: 'failed', failureReason: 'capture_expired' },
      'transaction.failed',
      { status: 'pending', failure_reason: null },
    ],
    [
      'a cancellation',
      { status: 'canceled', canceledAt: NOW },
      'transaction.canceled',
      { status: 'pending', canceled_at: null },
    ],
    ['a new reference', { reference: 'x' }, 'transaction.updated', { reference: null }],
    ['new metadata', { metadata: { a: 1 } }, 'transaction.updated', { metadata: {} }],
  ])('publishes %s with the previous values', (_title, change, type, previous) => {
    const event = toEvent(PENDING, next(PENDING, change), cause, () => EVENT_ID);
    expect(event).toMatchObject({ type, aggregate_sequence: 3, created_at: nowText() });
    expect(event?.data.previous).toEqual({
      ...previous,
      updated_at: new Date(PENDING.updatedAt).toISOString(),
    });
  });

  it('publishes a refund on its payment as an update', () => {
    const before = captured({ version: 2n });
    const event = toEvent(before, next(before, { refundedAmount: 40n }), cause, () => EVENT_ID);
    expect(event).toMatchObject({
      type: 'transaction.updated',
      data: { object: { refunded_amount: 40 }, previous: { refunded_amount: 0 } },
    });
  });

  it('publishes nothing if nothing changed', () => {
    expect(toEvent(PENDING, PENDING, cause, () => EVENT_ID)).toBeUndefined();
  });

  it('matches the shared event catalogue', () => {
    const states = [captured(), payment({ status: 'canceled', canceledAt: NOW }), payment()];
    for (const state of states) {
      const event = eventSchema.parse(toEvent(undefined, state, cause, () => EVENT_ID));
      eventCatalogue[event.type as EventType].strict().parse(event.data.object);
    }
  });
});

function next(before: Transaction, change: Partial<Transaction>): Transaction {
  return { ...before, ...change, version: before.version + 1n, updatedAt: NOW };
}

function nowText(): string {
  return new Date(NOW).toISOString();
}
