import { newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { describe, type Violation } from './invariants.ts';

const accountId = newId();
const account = toPublicId('account', accountId);
const violation: Violation = {
  invariant: 'balance_is_sum_of_entries',
  accountId,
  kind: 'account',
  id: accountId,
  expected: 'held 5',
  found: 'held 6',
};
const RULE = '(each part of a balance is the sum of its entries)';

it('names an account once if the account itself is affected', () => {
  expect(describe(violation)).toBe(
    `balance_is_sum_of_entries: ${account}: expected held 5, found held 6 ${RULE}`,
  );
});

it('uses public ids, also inside the description', () => {
  const id = newId();
  const text = describe({ ...violation, kind: 'entry', id, found: `{entry:${id}}` });
  const entry = toPublicId('entry', id);
  expect(text).toBe(
    `balance_is_sum_of_entries: ${entry} of ${account}: expected held 5, found ${entry} ${RULE}`,
  );
});

it('has no account if none is known', () => {
  const id = newId();
  const text = describe({ ...violation, accountId: null, kind: 'event', id });
  expect(text).toContain(`: ${toPublicId('event', id)}: expected`);
});
