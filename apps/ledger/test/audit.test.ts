import { toPublicId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariants } from '../src/domain/invariants.ts';
import { audit } from './audit.ts';
import { consequences, damages, HELD, movedDamages, strays } from './audit-damages.ts';
import { connectFunds } from './funds-caller.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { requestPayment } from './payment-builders.ts';
import { payBy } from './payment-page.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

let database: LedgerDatabase;
let account: TestAccount;
/** Names of ids in the test cases: `ent_2` is the account's second entry. */
let names: Map<string, string>;

beforeAll(async () => {
  database = await createLedgerDatabase();
  const ledger = await startLedger({ on: database, withProcessors: true });
  account = await ledger.openAccount({ credit: 1000 });
  const refund_of_id = await account.settled(300);
  await account.create({ type: 'payment', amount: 50 });
  await account.create({ type: 'refund', amount: 100, refund_of_id }, 'key');
  const { body } = await requestPayment(account);
  await payBy(ledger, body.payment_url);
  const other = await ledger.openAccount({ credit: 500 });
  await moveMoney(ledger, other);
  // No other session may hold a lock that a damage needs.
  await ledger.stop();
  names = new Map([
    ['acc_1', account.publicId],
    ['acc_2', other.publicId],
    ['pay_1', body.id],
    ['txn_captured', refund_of_id],
  ]);
  const { rows } = await ledger.superuser.query(
    `select sequence, id, transaction_id from entries where account_id = $1`,
    [account.id],
  );
  for (const { sequence, id, transaction_id } of rows) {
    names.set(`ent_${sequence}`, toPublicId('entry', id));
    names.set(`txn_${sequence}`, toPublicId('transaction', transaction_id));
  }
  const { rows: moved } = await ledger.superuser.query(
    'select key, transaction_id from fund_movements',
  );
  for (const { key, transaction_id } of moved)
    names.set(`txn_${key}`, toPublicId('transaction', transaction_id));
});

/** All ways that money leaves and comes back, with descriptive keys. */
async function moveMoney(ledger: TestLedger, { id, settled }: TestAccount): Promise<void> {
  const funds = connectFunds(ledger);
  await settled(100);
  for (const key of ['paid', 'back', 'away']) await funds.withdraw(id, 40, key);
  await funds.end(id, 'paid', 'paid');
  await funds.end(id, 'back', 'returned');
  await funds.withdraw(id, 30, 'fee', { purpose: 'fee', ends: true });
  await funds.deposit(id, 20, 'deposit');
  funds.close();
}
afterAll(() => database.drop());

it('finds no violation in sound books', async () => {
  expect(await audit(database.superuser)).toEqual([]);
});

for (const [damage, first, count] of [...damages, ...movedDamages])
  it(`names the invariant violated by: ${damage}`, async () => {
    const { superuser } = database;
    await beginDisarmed();
    try {
      const { rows } = await superuser.query(
        `select event_id from outgoing_events where type = 'payment.succeeded'`,
      );
      names.set('evt_paid', toPublicId('event', rows[0].event_id));
      await superuser.query(damage);
      const [named = 'nothing', counted] = await audit(superuser);
      expect(named).toContain(spellOut(first));
      if (count !== undefined) expect(counted).toBe(`${count} violations`);
    } finally {
      await superuser.query('rollback');
    }
  });

describe('rows without an account', () => {
  it.each(strays)('names the invariant violated by: %s', async (damage, named) => {
    const { superuser } = database;
    await superuser.query('begin');
    try {
      await superuser.query(damage);
      expect((await audit(superuser)).join('\n')).toContain(spellOut(named));
    } finally {
      await superuser.query('rollback');
    }
  });
});

it('allows old events to be deleted, and only old ones', async () => {
  const { superuser } = database;
  const age = async (days: number) => {
    await beginDisarmed();
    const past = `- interval '${days} days'`;
    await superuser.query(`update transactions set created_at = created_at ${past}, updated_at =
      updated_at ${past} where ${HELD}`);
    await superuser.query(`delete from outgoing_events where aggregate_id in
      (select id from transactions where ${HELD})`);
    const found = await audit(superuser);
    await superuser.query('rollback');
    return found;
  };
  // Its id still contains the true time, and that violation is first.
  expect(await age(31)).toEqual([expect.stringContaining('times_are_in_order'), '1 violations']);
  expect(await age(20)).toEqual([expect.stringContaining('times_are_in_order'), '2 violations']);
});

it('has a case for every invariant', () => {
  const broken = [...damages, ...movedDamages, ...strays].map(([, named]) => named.split(':')[0]);
  const covered = new Set([...broken, ...consequences]);
  expect(Object.keys(invariants).filter((name) => !covered.has(name))).toEqual([]);
});

function spellOut(text: string): string {
  return text.replaceAll(/\b(acc|ent|txn|pay|evt)_\w+/g, (name) => names.get(name) ?? name);
}

/** Starts a transaction without the constraints that would refuse the damage. */
async function beginDisarmed(): Promise<void> {
  const { superuser } = database;
  await superuser.query('begin');
  const { rows } = await superuser.query(
    `select conrelid::regclass as name, conname from pg_constraint
      where connamespace = 'ledger'::regnamespace and conislocal
        and (contype = 'c' or conname in ('outbox_aggregate_id_aggregate_sequence_key',
                                          'fund_movements_transaction'))`,
  );
  for (const { name, conname } of rows)
    await superuser.query(`alter table ${name} drop constraint if exists "${conname}"`);
  await superuser.query('alter table entries disable trigger user');
  await superuser.query('alter table transactions disable trigger user');
}
