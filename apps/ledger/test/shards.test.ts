import { parsePublicId, shardOf } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shardOfToken } from '../src/shards/place.ts';
import { audit } from './audit.ts';
import { admin } from './callers.ts';
import { connectCharges } from './charges-caller.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { lockAccount } from './lock.ts';
import { requestPayment } from './payment-builders.ts';
import { goodForm, payBy, visit } from './payment-page.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

const COUNT = 3;
/** If a shard blocked the call, there would be no response at all. */
const ANSWER_MS_MAX = 20_000;

let shards: LedgerDatabase[];
let ledger: TestLedger;
/** Two accounts in each shard. */
let accounts: TestAccount[][];

beforeAll(async () => {
  shards = await Promise.all(Array.from({ length: COUNT }, createLedgerDatabase));
  const [first] = shards;
  if (!first) throw new Error('there is no shard');
  ledger = await startLedger({
    on: first,
    shardUrls: shards.map(({ url }) => url),
    withProcessors: true,
    settlementDelayMs: 200,
  });
  accounts = Array.from({ length: COUNT }, () => []);
  while (accounts.some((all) => all.length < 2)) {
    const account = await ledger.openAccount({ credit: 1_000 });
    accounts[shardOf(account.id, COUNT)]?.push(account);
  }
});
afterAll(async () => {
  for (const { superuser } of shards) expect(await audit(superuser)).toEqual([]);
  await ledger.stop();
  for (const shard of shards) await shard.drop();
});

const at = (index: number) => shards[index]?.superuser;
const one = (index: number) => {
  const account = accounts[index]?.[0];
  if (!account) throw new Error('there is no account');
  return account;
};
const everyOne = () => Array.from({ length: COUNT }, (_, index) => one(index));
const get = (path: string) => ledger.call('GET', path, { caller: admin });

describe('an account', () => {
  it('is in the shard of its id, with all objects created for it', async () => {
    for (const [index, account] of everyOne().entries()) {
      const { body } = await account.create({ type: 'payment', amount: 10 });
      const id = parsePublicId('transaction', body.id) ?? '';
      expect(shardOf(id, COUNT)).toBe(index);
      for (const shard of shards) {
        const { rowCount } = await shard.superuser.query('select from transactions where id = $1', [
          id,
        ]);
        expect(rowCount).toBe(shard.superuser === at(index) ? 1 : 0);
      }
    }
  });

  it('has its holds settled and its events published, like all others', async () => {
    for (const account of everyOne()) {
      const { body } = await account.create({ type: 'payment', amount: 10 });
      const show = async () => (await account.call('GET', `/v1/transactions/${body.id}`)).body;
      await expect.poll(async () => (await show()).status, { timeout: 20_000 }).toBe('succeeded');
    }
    const waiting = async () => (await get('/v1/system/ledger')).body.outbox?.backlog;
    await expect.poll(waiting).toBe(0);
  });

  it('is paid on the page whose URL encodes the shard', async () => {
    for (const [index, account] of everyOne().entries()) {
      const { body } = await requestPayment(account);
      expect(shardOfToken(body.payment_url.split('/').at(-1), COUNT)).toBe(index);
      expect((await visit(ledger, body.payment_url)).status).toBe(200);
      await payBy(ledger, body.payment_url, goodForm.card_number);
      const show = async () => (await account.call('GET', `/v1/payments/${body.id}`)).body;
      await expect.poll(async () => (await show()).status).toBe('succeeded');
    }
  });

  it('processes a request once, by its key', async () => {
    for (const account of everyOne()) {
      const body = { type: 'credit', amount: 5 };
      const first = await account.create(body, 'once');
      expect((await account.create(body, 'once')).body).toEqual(first.body);
    }
  });
});

describe('an administrator', () => {
  it('lists rows of all shards, newest first, page by page in both directions', async () => {
    const all: string[] = (await get('/v1/transactions?limit=100')).body.data.map(
      ({ id }: { id: string }) => id,
    );
    expect(all).toEqual(all.toSorted().toReversed());
    const found = new Set(all.map((id) => shardOf(parsePublicId('transaction', id) ?? '', COUNT)));
    expect(found.size).toBe(COUNT);
    const paged: string[] = [];
    for (let page = await get('/v1/transactions?limit=2'); ; ) {
      for (const { id } of page.body.data) paged.push(id);
      if (!page.body.has_more) break;
      page = await get(`/v1/transactions?limit=2&starting_after=${paged.at(-1)}`);
    }
    expect(paged).toEqual(all);
    const { body } = await get(`/v1/transactions?limit=3&ending_before=${all[4]}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(all.slice(1, 4));
    const oldest = (await get('/v1/transactions?limit=3&order=asc')).body.data;
    expect(oldest.map(({ id }: { id: string }) => id)).toEqual(all.toReversed().slice(0, 3));
  });

  it('finds a transaction by its id alone', async () => {
    for (const account of everyOne()) {
      const { body } = await account.create({ type: 'credit', amount: 7 });
      expect((await get(`/v1/transactions/${body.id}`)).body.id).toBe(body.id);
    }
  });

  it('verifies the books of all shards, and sees a violation in the last', async () => {
    const prove = async () => {
      const sum = { accounts: 0, violations: 0 };
      for (let page = await get('/v1/audit?limit=1'); ; ) {
        sum.accounts += page.body.checked.accounts;
        sum.violations += page.body.violations_count;
        const next = page.body.next_account_id;
        if (next === null) return sum;
        page = await get(`/v1/audit?limit=1&starting_after=${next}`);
      }
    };
    const count = accounts.flat().length;
    expect(await prove()).toEqual({ accounts: count, violations: 0 });
    const change = (by: number) =>
      at(COUNT - 1)?.query(
        'update balances set available = available + $1, external = external - $1 where account_id = $2',
        [by, one(COUNT - 1).id],
      );
    await change(5);
    const { violations } = await prove().finally(() => change(-5));
    expect(violations).toBeGreaterThan(0);
  });
});

it('records many at once, each in the shard of its account', async () => {
  const transactions = everyOne().map(({ publicId }) => ({
    ...{ account_id: publicId, currency: 'USD', type: 'credit', amount: 3 },
  }));
  const { body } = await ledger.call('POST', '/v1/transactions/bulk', {
    caller: admin,
    body: { transactions },
  });
  expect(body.data.map(({ status }: { status: number }) => status)).toEqual([201, 201, 201]);
});

it('sees which of many charges were made, although one shard hangs', async () => {
  const hanging = shards[1];
  if (!hanging) throw new Error('there is no shard');
  const billing = connectCharges(ledger);
  const charges = everyOne().map(({ id: accountId }) => ({
    ...{ accountId, amount: 1, currency: 'USD', key: 'one of many', reference: 'inv_1' },
  }));
  const chargeAll = async () => {
    const { outcomes } = await billing.chargeAll(
      { charges },
      { requestId: 'test', timeoutMs: 10_000 },
    );
    return outcomes?.map(({ error }) => error);
  };
  const lock = await lockAccount(hanging, one(1).id);
  try {
    expect(await chargeAll()).toEqual(['', 'unavailable', '']);
  } finally {
    await lock.release();
  }
  await expect.poll(chargeAll).toEqual(['', '', '']);
  billing.close();
});

describe('an unavailable shard', () => {
  const AWAY = 1;
  const allow = async (isAllowed: boolean) => {
    const name = new URL(shards[AWAY]?.adminUrl ?? '').pathname.slice(1);
    const elsewhere = at(0);
    await elsewhere?.query(`alter database ${name} allow_connections ${isAllowed}`);
    if (isAllowed) return;
    await elsewhere?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and usename = 'florin_ledger'`,
      [name],
    );
  };

  it('affects only its accounts, which recover with it', async () => {
    await allow(false);
    const statuses = await Promise.all(
      everyOne().map(async (account, index) => {
        const beganAt = performance.now();
        const { status } = await account.create({ type: 'credit', amount: 1 }, 'away');
        const { status: read } = await account.call('GET', '/v1/account/balance');
        expect(performance.now() - beganAt, String(index)).toBeLessThan(ANSWER_MS_MAX);
        return [status, read];
      }),
    );
    expect((await get('/v1/transactions')).status).toBe(503);
    const ready = await fetch(`http://127.0.0.1:${ledger.httpPort}/readyz`);
    await allow(true);
    expect(statuses).toEqual([
      [201, 200],
      [503, 503],
      [201, 200],
    ]);
    expect(ready.status).toBe(200);
    const again = await one(AWAY).create({ type: 'credit', amount: 1 }, 'away');
    expect(again.status).toBe(201);
    expect((await get('/v1/transactions')).status).toBe(200);
  });
});
