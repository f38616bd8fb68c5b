import { type DomainEvent, newId } from '@florin/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestOf, termsOf } from './search.ts';

it('splits a text into terms', () => {
  expect(termsOf('Grace  Hopper')).toEqual(['grace  hopper', 'grace', 'hopper']);
  expect(termsOf('grace@example.com')).toEqual(['grace@example.com', 'grace', 'example', 'com']);
  expect(termsOf('ORDER-1234')).toEqual(['order-1234', 'order', '1234']);
  expect(termsOf('ﬁne')).toEqual(['fine']);
  expect(termsOf('  ')).toEqual([]);
  expect(termsOf('Paid by acc_01jw000000e008000000000001')).toEqual([
    'paid by acc_01jw000000e008000000000001',
    ...['paid', 'by', 'acc_01jw000000e008000000000001'],
  ]);
});

it('shortens the terms of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      for (const term of termsOf(text)) expect([...term].length).toBeLessThanOrEqual(64);
    }),
  );
});

it('keeps the newest state of each object, in any order of events', () => {
  const id = newId();
  const [first, second] = [customerEvent(id, 1, 'Ada'), customerEvent(id, 2, 'Ada Lovelace')];
  for (const events of [
    [first, second],
    [second, first],
  ])
    expect(newestOf(events)).toMatchObject([{ id, title: 'Ada Lovelace', sequence: 2 }]);
});

it('keeps nothing of deleted objects', () => {
  const deleted = { ...customerEvent(newId(), 3, 'Ada'), type: 'user.deleted' } as DomainEvent;
  expect(newestOf([deleted])).toMatchObject([{ title: '', terms: [], isGone: true }]);
});

it('ignores objects that are not searchable', () => {
  const event = customerEvent(newId(), 1, 'Ada');
  const session = { ...event, data: { object: { object: 'session' } } } as DomainEvent;
  const strange = { ...event, data: { object: { object: 'toString' } } } as DomainEvent;
  expect(newestOf([session, strange])).toEqual([]);
});

function customerEvent(id: string, sequence: number, name: string): DomainEvent {
  return {
    ...{ id: newId(), type: 'customer.updated', created_at: '2026-01-01T00:00:00.000Z' },
    ...{ account_id: newId(), aggregate_id: id, aggregate_sequence: sequence },
    data: { object: { object: 'customer', name } },
    request: { id: null, idempotency_key: null },
  };
}
