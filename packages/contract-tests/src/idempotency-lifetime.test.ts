import { readFileSync } from 'node:fs';
import { IDEMPOTENCY_KEY_DAYS } from '@florin/contracts';
import { expect, it } from 'vitest';

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Texts that cannot use the constant, with the lifetime that they state. */
const statements: readonly (readonly [file: string, statement: RegExp])[] = [
  ['docs/guides/idempotency.md', /Florin remembers it for (\w+) days/],
  ['docs/guides/idempotency.md', /After (\w+) days a key is forgotten/],
  ['docs/glossary.md', /Idempotency-Key.*remembered for (\w+) days/],
  ['apps/accounts/README.md', /old keys and finished work \((\w+) days\)/],
  ['apps/ledger/README.md', /an Idempotency-Key counts.*remembered for (\w+) days/],
];

it.each(statements)('%s states the lifetime of keys: %s', (file, statement) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const [, days = ''] = statement.exec(text) ?? [];
  expect([String(IDEMPOTENCY_KEY_DAYS), NUMBERS[IDEMPOTENCY_KEY_DAYS]]).toContain(days);
});

it('the ledger keeps each day until all of its keys have expired', () => {
  const text = readFileSync(
    new URL('../../../docs/operating/retention.md', import.meta.url),
    'utf8',
  );
  const [, days = ''] = /`ledger.replies` \| days \| after (\d+) days/.exec(text) ?? [];
  expect(Number(days)).toBe(IDEMPOTENCY_KEY_DAYS + 1);
});
