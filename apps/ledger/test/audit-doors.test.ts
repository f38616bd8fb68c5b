import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { toPublicId } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { QUICK_START } from '@florin/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditPage } from '../src/audit/operations.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { admin, noAccount, platform } from './callers.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();
let accounts: TestAccount[];
beforeAll(async () => {
  accounts = [];
  for (const credit of [100, 200, 300]) accounts.push(await ledger().openAccount({ credit }));
});

const get = (query = '', caller = admin) => ledger().call('GET', `/v1/audit${query}`, { caller });

/** Breaks the books while `work` runs. */
async function whileBroken<Result>(work: () => Promise<Result>): Promise<Result> {
  const move = (amount: number) =>
    ledger().superuser.query(
      `update balances set available = available + $1, external = external - $1
        where account_id = $2`,
      [amount, accounts[1]?.id],
    );
  await move(5);
  try {
    return await work();
  } finally {
    await move(-5);
  }
}

describe('GET /v1/audit', () => {
  it('verifies all books at once if they are small', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'audit',
      checked: { accounts: 3, transactions: 3, entries: 3 },
      violations_count: 0,
      first_violation: null,
      next_account_id: null,
      seconds: expect.any(Number),
    });
  });

  it('continues page by page, by account', async () => {
    const first = (await get('?limit=2')).body;
    expect(first).toMatchObject({
      checked: { accounts: 2 },
      next_account_id: accounts[1]?.publicId,
    });
    const second = (await get(`?limit=2&starting_after=${first.next_account_id}`)).body;
    expect(second).toMatchObject({ checked: { accounts: 1 }, next_account_id: null });
  });

  it('reports the first violation and counts all', async () => {
    const { body } = await whileBroken(() => get());
    expect(body).toMatchObject({
      violations_count: 2,
      first_violation: {
        invariant: 'balance_is_sum_of_entries',
        rule: 'each part of a balance is the sum of its entries',
        account_id: accounts[1]?.publicId,
        id: accounts[1]?.publicId,
        expected: 'available 200',
        found: 'available 205',
      },
    });
  });

  it('verifies the books of one account, for its own users', async () => {
    const [first, second] = accounts;
    const own = (asked = second) => get(`?account_id=${asked?.publicId}`, second?.owner);
    const sound = { checked: { accounts: 1, transactions: 1, entries: 1 }, violations_count: 0 };
    expect((await own()).body).toMatchObject({ ...sound, next_account_id: null });
    const broken = { violations_count: 2, first_violation: { account_id: second?.publicId } };
    expect((await whileBroken(() => own())).body).toMatchObject(broken);
    for (const asked of [`?account_id=${first?.publicId}`, '?account_id=acc_1'])
      expect((await get(asked, second?.owner)).status).toBe(404);
    expect((await whileBroken(() => get(`?account_id=${first?.publicId}`))).body).toMatchObject(
      sound,
    );
  });

  it('requires an administrator otherwise', async () => {
    for (const caller of [platform, noAccount, accounts[0]?.owner ?? {}])
      expect((await get('', caller)).body).toMatchObject({ error: 'forbidden' });
  });

  it.each(['after=acc_1', `after=${toPublicId('user', admin.userId ?? '')}`, 'limit=0'])(
    'refuses %s',
    async (query) => {
      expect(await get(`?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    },
  );
});

it('says what to do if an account takes too long for a request', async () => {
  const { db, close } = openDatabase<LedgerTables>(
    { url: ledger().database.url, poolSizeMax: 1 },
    () => {},
  );
  // Planning its statement alone takes longer.
  try {
    await expect(auditPage(db, undefined, 1, 1)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('use npm run audit'),
    });
  } finally {
    await close();
  }
});

describe('main.ts audit', () => {
  const run = (url = ledger().database.url, ...args: readonly string[]) =>
    new Promise<{ code: number | string | undefined; out: string; err: string }>((resolve) => {
      const main = join(import.meta.dirname, '../src/main.ts');
      const env = { ...QUICK_START.env, PATH: process.env.PATH, LEDGER_DATABASE_URL: url };
      const options = [...QUICK_START.options, main, 'audit', ...args];
      execFile(process.execPath, options, { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    });

  it('requires only the database, reports what it checked, and exits with 0', async () => {
    const { code, out, err } = await run();
    expect(out).toMatch(
      /^checked 3 accounts, 3 transactions, 3 entries in \S+ s, \S+ s per million transactions\nno violation\n$/,
    );
    expect(err).toBe('100 % of the entries\n');
    expect(code).toBe(0);
  });

  it('reports the violations, and exits with 1', async () => {
    const { code, out } = await whileBroken(() => run());
    expect(out).toContain(
      `2 violations, the first one: balance_is_sum_of_entries: ${accounts[1]?.publicId}: expected available 200, found available 205`,
    );
    expect(code).toBe(1);
  });

  it('prints one JSON document, whatever the result', async () => {
    const json = () => run(ledger().database.url, '--json');
    const head = { command: 'audit', service: 'ledger' };
    const checked = { accounts: 3, transactions: 3, entries: 3 };
    const sound = await json();
    expect(JSON.parse(sound.out)).toEqual({
      ...{ ...head, exit_code: 0, checked, violations_count: 0, first_violation: null },
      seconds: expect.any(Number),
    });
    const broken = await whileBroken(json);
    expect(JSON.parse(broken.out)).toMatchObject({
      ...{ ...head, exit_code: 1, checked, violations_count: 2 },
      first_violation: { account_id: accounts[1]?.publicId },
    });
    expect(broken.code).toBe(1);
    const away = await run('postgres://x@127.0.0.1:1/florin', '--json');
    expect(JSON.parse(away.out)).toEqual({
      ...{ ...head, exit_code: 2, error: expect.stringContaining('ECONNREFUSED') },
    });
    expect(away.code).toBe(2);
  });
});
