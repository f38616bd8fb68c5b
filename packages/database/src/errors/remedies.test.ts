import { AppError } from '@florin/contracts';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { LeaseLost } from './lease-lost.ts';
import { type Failure, failureOf, remedyOf } from './remedies.ts';

const failures: readonly [what: string, error: unknown, Failure][] = [
  ['an answer', new AppError('conflict', 'no'), 'refused'],
  ['a lock timeout', withCode('55P03'), 'locked'],
  ['a server that shuts down', withCode('57P01'), 'transient'],
  ['a full disk', withCode('53100'), 'transient'],
  ['a deadlock', withCode('40P01'), 'transient'],
  ['an unknown outcome', withCode('08007'), 'transient'],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 'transient'],
  ['a lost lease', new LeaseLost('another process'), 'transient'],
  ['a violated constraint', withCode('23514'), 'statement'],
  ['a missing right', withCode('42501'), 'statement'],
  ['an error within Postgres', withCode('XX000'), 'unknown'],
  ['a bigint in JSON', new TypeError('Do not know how to serialize a BigInt'), 'unknown'],
  ['no error at all', undefined, 'unknown'],
];

it.each(failures)('%s', (_, error, failure) => {
  expect(failureOf(error)).toBe(failure);
});

const all = failures.map(([, error]) => error);
const errorsOf = (...kinds: readonly Failure[]) =>
  all.filter((error) => kinds.includes(failureOf(error)));

it('never repeats work with an unknown outcome', () => {
  for (const error of errorsOf('locked', 'transient', 'unknown'))
    expect(remedyOf('commit', error)).toBe('ask');
  for (const error of errorsOf('locked', 'transient'))
    expect(remedyOf('commands', error)).toBe('final');
});

it('isolates the item that fails', () => {
  for (const work of ['commands', 'events', 'due'] as const)
    for (const error of errorsOf('statement', 'unknown'))
      expect(remedyOf(work, error)).toBe('split');
});

it('does not dead-letter events for transient failures', () => {
  for (const error of errorsOf('locked', 'transient'))
    expect(remedyOf('events', error)).toBe('retry');
});

function withCode(code: string): DatabaseError {
  return Object.assign(new DatabaseError('failed', 6, 'error'), { code });
}
