import { eventCatalogue } from '@florin/contracts';
import { expect, it } from 'vitest';
import { patternsOf, typePatterns, typesOf } from './event.ts';

const types = Object.keys(eventCatalogue);

it('lists every type of the catalog, every kind, and the wildcard', () => {
  expect(typePatterns).toEqual(expect.arrayContaining([...types, '*', 'payment.*', 'api_key.*']));
  expect(new Set(typePatterns).size).toBe(typePatterns.length);
});

it('finds the patterns of any type, even an unknown one', () => {
  expect(patternsOf('payment.failed')).toEqual(['*', 'payment.*', 'payment.failed']);
  expect(patternsOf('dispute.won')).toEqual(['*', 'dispute.*', 'dispute.won']);
});

it('finds the types of every pattern', () => {
  expect(typesOf('*')).toBeUndefined();
  expect(typesOf('api_key.*')).toEqual([
    ...['api_key.created', 'api_key.updated', 'api_key.rotated', 'api_key.revoked'],
  ]);
  expect(typesOf('payment.failed')).toEqual(['payment.failed']);
});
