import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { poolerHint } from './pooler-hint.ts';
import { outcomeUnknown } from './postgres-errors.ts';

const of = (message: string) => new DatabaseError(message, message.length, 'error');

it.each([
  of('unsupported startup parameter: lock_timeout'),
  of('prepared statement "s1" does not exist'),
  of('prepared statement "s1" already exists'),
  outcomeUnknown(of('prepared statement "s1" does not exist')),
])('names the missing setting for %s', (error) => {
  expect(poolerHint(error)).toContain('DATABASE_POOLER=transaction');
});

it.each([
  of('relation "s1" does not exist'),
  new Error('prepared statement "s1" does not exist'),
  undefined,
])('ignores %s', (error) => {
  expect(poolerHint(error)).toBeUndefined();
});
