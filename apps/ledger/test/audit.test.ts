import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

let ledger: TestLedger;
let account: TestAccount;
beforeAll(async () => {
  ledger = await startLedger();
  account = await ledger.openAccount({ credit: 1000 });
  const refund_of = await account.settled(300);
  await account.create({ type: 'payment', amount: 50 });
  await account.create({ type: 'refund', amount: 100, refund_of }, 'key');
});
afterAll(() => ledger.stop());

it('finds nothing wrong in sound books', async () => {
  expect(await audit(ledger.superuser)).toEqual([]);
});

it.each([
  ['an entry does not add up to zero', `update entries set external = external + 1`],
  ['a balance is not the sum of its entries', `update balances set held = held + 1`],
  ['an entry does not say where', `update entries set held_after = 7 where sequence = 2`],
  ['something is negative', `update balances set fees = -1`],
  [
    'held is not what pending',
    `update transactions set status = 'failed' where status = 'pending'`,
  ],
  [
    'settled is not what was captured',
    `update transactions set captured_amount = captured_amount - 1`,
  ],
  [
    'fees are not what was charged',
    `insert into charges select account_id, 'x', 1, account_id from balances`,
  ],
  [
    'a payment was not refunded',
    `update transactions set refunded_amount = refunded_amount + 1
                                   where captured_amount is not null`,
  ],
  ['entries have gaps', `delete from entries where sequence = 2`],
  ['entries have gaps', `update balances set entry_sequence = 9`],
  ['ids are not in the order', `update entries set sequence = -sequence`],
  ['an entry is older', `update entries set transaction_id = id where sequence = 1`],
  ['an id is newer than the last', `update balances set last_id = null`],
  [
    'a time is not that of its id',
    `update transactions set created_at = now() - interval '1 hour'`,
  ],
  ['a version has not exactly one', `delete from outbox where aggregate_sequence = 2`],
  ['a version has not exactly one', `update transactions set version = version + 1`],
  ['a history is no legal path', `update outbox set type = 'transaction.failed'`],
  [
    'events are not in the order',
    `update outbox set body = replace(body, '"created_at":"2', '"created_at":"1')
                                    where position = (select max(position) from outbox)`,
  ],
  [
    'a key has two replies',
    `insert into replies
     select day + 1, account_id, route, key, request_hash, status, body from replies`,
  ],
])('finds when %s', async (rule, damage) => {
  const { superuser } = ledger;
  await superuser.query('begin');
  try {
    for (const table of ['entries', 'balances', 'transactions']) await dropChecks(table);
    await superuser.query('alter table entries disable trigger user');
    await superuser.query(damage);
    expect((await audit(superuser)).join('\n')).toContain(rule);
  } finally {
    await superuser.query('rollback');
  }
});

async function dropChecks(table: string): Promise<void> {
  const { rows } = await ledger.superuser.query(
    `select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  for (const { conname } of rows)
    await ledger.superuser.query(`alter table ${table} drop constraint "${conname}"`);
}
