import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { createLedgerDatabase } from './ledger-database.ts';
import { lockAccount } from './lock.ts';
import { startLedger, type TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const DELAY_MS = 300;

const ledger = useLedger({ settlementDelayMs: DELAY_MS });

async function read(account: TestAccount, id: string) {
  return (await account.call('GET', `/v1/transactions/${id}`)).body;
}

/** Simulates the end of the capture window. */
async function letExpire(account: TestAccount): Promise<void> {
  await ledger().superuser.query(
    `update transactions set due_at = now() - interval '1 second'
      where account_id = $1 and capture = 'manual'`,
    [account.id],
  );
}

it('settles a payment after its delay, not earlier', async () => {
  const account = await ledger().openAccount({ credit: 100 });
  const { body } = await account.create({ type: 'payment', amount: 60 });
  const settled = await eventually(async () => {
    const payment = await read(account, body.id);
    expect(payment.status).toBe('succeeded');
    return payment;
  });
  expect(settled).toMatchObject({ captured_amount: 60, refunded_amount: 0 });
  const heldMs = Date.parse(settled.updated_at) - Date.parse(settled.created_at);
  expect(heldMs).toBeGreaterThanOrEqual(DELAY_MS);
  expect(await account.balance()).toEqual({ available: 40, held: 0, posted: 40 });
});

it('does not affect manual capture until it expires, then returns the money', async () => {
  const account = await ledger().openAccount({ credit: 100 });
  const manual = await account.create({ type: 'payment', amount: 60, capture: 'manual' });
  const automatic = await account.create({ type: 'payment', amount: 10 });
  await eventually(async () =>
    expect((await read(account, automatic.body.id)).status).toBe('succeeded'),
  );
  expect((await read(account, manual.body.id)).status).toBe('pending');
  await letExpire(account);
  const failed = await eventually(async () => {
    const payment = await read(account, manual.body.id);
    expect(payment.status).toBe('failed');
    return payment;
  });
  expect(failed.failure_reason).toBe('capture_expired');
  expect(failed).not.toHaveProperty('captured_amount');
  expect(await account.balance()).toEqual({ available: 90, held: 0, posted: 90 });
  const { rows } = await ledger().superuser.query(
    `select type from outbox where body::json->'data'->'object'->>'id' = $1 order by position`,
    [manual.body.id],
  );
  expect(rows.map(({ type }) => type)).toEqual(['transaction.created', 'transaction.failed']);
});

it('expires seven days after a manual capture was requested', async () => {
  const account = await ledger().openAccount({ credit: 100 });
  await account.create({ type: 'payment', amount: 60, capture: 'manual' });
  const { rows } = await ledger().superuser.query(
    'select due_at - created_at as window from transactions where account_id = $1 and due_at is not null',
    [account.id],
  );
  expect(rows).toMatchObject([{ window: { days: 7 } }]);
});

it('ends more holds than one round takes, and publishes each once', async () => {
  const account = await ledger().openAccount({ credit: 1000 });
  const item = { account_id: account.publicId, currency: 'USD', type: 'payment', amount: 1 };
  for (let round = 0; round < 6; round += 1)
    await account.call('POST', '/v1/transactions/bulk', {
      body: { transactions: Array(100).fill(item) },
    });
  await eventually(async () =>
    expect(await account.balance()).toEqual({ available: 400, held: 0, posted: 400 }),
  );
  const { rows } = await ledger().superuser.query(
    `select count(*)::int as events, count(distinct aggregate_id)::int as payments
       from outbox where type = 'transaction.succeeded'
        and body::json->>'account_id' = $1 and body::json->'request'->>'id' is null`,
    [account.id],
  );
  expect(rows).toEqual([{ events: 600, payments: 600 }]);
});

it('settles other accounts’ holds while one account is locked, and its own afterwards', async () => {
  const stuck = await ledger().openAccount({ credit: 100 });
  const free = await ledger().openAccount({ credit: 100 });
  const { body: waiting } = await stuck.create({ type: 'payment', amount: 1 });
  const lock = await lockAccount(ledger().database, stuck.id);
  const { body } = await free.create({ type: 'payment', amount: 1 });
  await eventually(async () => expect((await read(free, body.id)).status).toBe('succeeded'));
  expect((await read(stuck, waiting.id)).status).toBe('pending');
  await lock.release();
  await eventually(async () => expect((await read(stuck, waiting.id)).status).toBe('succeeded'));
});

it('settles other accounts’ holds even if a locked account has more due than one round takes', async () => {
  const stuck = await ledger().openAccount({ credit: 1_000 });
  const free = await ledger().openAccount({ credit: 100 });
  const lock = await lockAccount(ledger().database, stuck.id);
  // Simulates a hold of its own that became due while it was locked, before all others.
  await ledger().superuser.query(
    `insert into transactions (id, account_id, version, type, status, amount, currency, metadata,
                               capture, refunded_amount, due_at, created_at, updated_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 1, 'payment',
            'pending', 1, 'USD', '{}', 'automatic', 0, now() - interval '1 hour', now(), now()
       from generate_series(1, 600) n`,
    [stuck.id],
  );
  const { body } = await free.create({ type: 'payment', amount: 1 });
  await eventually(async () => expect((await read(free, body.id)).status).toBe('succeeded'));
  await ledger().superuser.query(
    `delete from transactions where account_id = $1 and type = 'payment'`,
    [stuck.id],
  );
  await lock.release();
});

it('is done by one ledger at a time, and taken over when that one stops', async () => {
  const database = await createLedgerDatabase();
  const [first, second] = [
    await startLedger({ settlementDelayMs: DELAY_MS, on: database }),
    await startLedger({ settlementDelayMs: DELAY_MS, on: database }),
  ];
  const account = await second.openAccount({ credit: 100 });
  const settle = async () => {
    const { body } = await account.create({ type: 'payment', amount: 1 });
    await eventually(async () => expect((await read(account, body.id)).status).toBe('succeeded'));
    const { rows } = await database.superuser.query(
      `select holder from leases where name = 'settlement' and expires_at > clock_timestamp()`,
    );
    return rows[0]?.holder;
  };
  const holder = await settle();
  expect(holder).toBeDefined();
  expect(await settle()).toBe(holder);
  await first.stop();
  expect(await settle()).toBeDefined();
  await second.stop();
  await database.drop();
});
