import { expect, it } from 'vitest';
import { compareEvents, currentEventSchemas } from './events.ts';

const now = currentEventSchemas();

/** Today's catalogue with a change of one type. */
function changed(type: string, change: object) {
  return { ...now, [type]: { ...now[type], ...change } };
}

it('finds nothing between the catalogue and itself', () => {
  expect(Object.keys(now)).toContain('transaction.created');
  expect(compareEvents(now, now)).toEqual([]);
});

it('objects to a removed type', () => {
  const { 'payment.failed': _gone, ...others } = now;
  expect(compareEvents(now, others)).toEqual(['event payment.failed: was removed']);
});

it('objects to a removed field', () => {
  const { $defs = {} } = now['transaction.created'] ?? {};
  const { amount: _gone, ...properties } = $defs.Transaction?.properties ?? {};
  const Transaction = { ...$defs.Transaction, properties };
  const change = { $defs: { ...$defs, Transaction } };
  expect(compareEvents(now, changed('transaction.created', change))).toEqual([
    'event transaction.created.amount: was removed',
  ]);
});

it('objects to a reduced envelope', () => {
  expect(compareEvents(now, changed('envelope', { required: ['id'] }))).toContain(
    'event envelope.created_at: is no longer always there',
  );
});

it('allows a new type', () => {
  expect(compareEvents(now, { ...now, 'thing.created': {} })).toEqual([]);
});
