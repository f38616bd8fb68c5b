import { expect, it } from 'vitest';
import { deriveKey } from './derive-key.ts';

const master = Buffer.alloc(32, 7).toString('base64url');

it('gives 32 bytes, always the same for one purpose', () => {
  const key = deriveKey(master, 'call gateway ledger');
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(deriveKey(master, 'call gateway ledger')).toBe(key);
});

it('gives another key for another purpose or another master', () => {
  const other = Buffer.alloc(32, 8).toString('base64url');
  const keys = [
    deriveKey(master, 'call gateway ledger'),
    deriveKey(master, 'call ledger gateway'),
    deriveKey(other, 'call gateway ledger'),
  ];
  expect(new Set(keys).size).toBe(3);
});
