import { newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { compareDeliveries } from './find-lost.ts';

const of = (ids: readonly string[], differences = {}) => ({
  ids: new Set(ids.map((id) => toPublicId('event', id))),
  unsigned: 0,
  again: 0,
  ...differences,
});

it('compares expected and received deliveries of each endpoint', () => {
  const [one, two, three] = [newId(), newId(), newId()];
  const [a, b, c, d] = [newId(), newId(), newId(), newId()];
  const endpoints = [one, two, three].map((accountId) => ({ accountId }));
  const expected = new Map([
    [one, [a, b]],
    [two, [c]],
  ]);
  const delivered = [of([a, b], { again: 2 }), of([b, d], { unsigned: 1 })];
  expect(compareDeliveries(endpoints, expected, delivered)).toEqual({
    received: 4,
    missing: 1,
    tooMany: 2,
    unsigned: 1,
    again: 2,
  });
});
