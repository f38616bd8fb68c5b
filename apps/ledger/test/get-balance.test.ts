import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const own = '/v1/account/balance';
const balanceOf = (id: string) => `/v1/accounts/${id}/balance`;
const at = (path: string, instant: string) => `${path}?at=${encodeURIComponent(instant)}`;

describe('balances', () => {
  it('show available, held and posted amounts', async () => {
    const account = await ledger().openAccount({ credit: 1000, currency: 'JPY' });
    await account.create({ type: 'payment', amount: 300 });
    await account.settled(200);
    const before = Date.now();
    const { status, body } = await account.call('GET', own);
    expect(status).toBe(200);
    expect(body).toEqual({
      account_id: account.publicId,
      livemode: false,
      currency: 'JPY',
      available: 500,
      held: 300,
      posted: 800,
      as_of: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect(Date.parse(body.as_of)).toBeGreaterThanOrEqual(before);
    const byId = await account.call('GET', balanceOf(account.publicId));
    expect(byId.body).toEqual({ ...body, as_of: expect.any(String) });
  });

  it('are zero on a new account', async () => {
    const account = await ledger().openAccount();
    expect(await account.balance()).toEqual({ available: 0, held: 0, posted: 0 });
  });

  it('return 404 for foreign, unknown and malformed ids', async () => {
    const account = await ledger().openAccount();
    const other = await ledger().openAccount();
    for (const id of [other.publicId, toPublicId('account', newId()), 'acc_1', newId()]) {
      const { status, body } = await account.call('GET', balanceOf(id));
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
    const unknown = await account.call('GET', balanceOf(toPublicId('account', newId())), {
      caller: admin,
    });
    expect(unknown.status).toBe(404);
  });

  it('can be read by the account’s users and keys, platform and admins', async () => {
    const account = await ledger().openAccount();
    const path = balanceOf(account.publicId);
    for (const [caller, expected] of [
      [{ ...account.owner, role: 'member' as const }, 200],
      [{ ...account.owner, readOnly: true }, 200],
      [{ accountId: account.id, scopes: ['account:read' as const] }, 200],
      [{ accountId: account.id, scopes: ['transactions:read' as const] }, 401],
      [platform, 200],
      [admin, 200],
      [noAccount, 404],
      [{}, 401],
    ] as const) {
      const { status } = await account.call('GET', path, { caller });
      expect([caller, status]).toEqual([caller, expected]);
    }
    expect((await account.call('GET', own, { caller: noAccount })).status).toBe(404);
    expect((await account.call('GET', own, { caller: {} })).status).toBe(401);
  });
});

describe('at', () => {
  /** Movements at least some milliseconds apart, with the balance after each. */
  async function history(account: TestAccount) {
    const steps: { created_at: string; available: number; held: number }[] = [];
    for (const [body, available, held] of [
      [{ type: 'credit', amount: 1000 }, 1000, 0],
      [{ type: 'payment', amount: 300 }, 700, 300],
      [{ type: 'payment', amount: 50 }, 650, 350],
    ] as const) {
      const { created_at } = (await account.create(body)).body;
      steps.push({ created_at, available, held });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return steps;
  }

  const shifted = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

  it('an instant is the balance after its last entry', async () => {
    const account = await ledger().openAccount();
    let before = { available: 0, held: 0 };
    for (const { created_at, available, held } of await history(account)) {
      for (const [instant, expected] of [
        [shifted(created_at, -1), before],
        [created_at, { available, held }],
        [shifted(created_at, 1), { available, held }],
      ] as const) {
        const { body } = await account.call('GET', at(own, instant));
        expect(body).toMatchObject({ ...expected, as_of: instant, currency: 'USD' });
        expect(body.posted).toBe(expected.available + expected.held);
      }
      before = { available, held };
    }
  });

  it.each(['2020-01-01T00:00:00Z', '1969-07-20', '-000001-01-01T00:00:00Z'])(
    '%s, before the first entry, is zero',
    async (instant) => {
      const account = await ledger().openAccount({ credit: 100 });
      const { status, body } = await account.call('GET', at(own, instant));
      expect(status).toBe(200);
      expect(body).toMatchObject({ available: 0, held: 0, posted: 0 });
      expect(body.as_of).toMatch(/^\d{4}-/);
    },
  );

  it('a bare date is the end of that day', async () => {
    const account = await ledger().openAccount();
    const { created_at } = (await account.create({ type: 'credit', amount: 5 })).body;
    const today = created_at.slice(0, 10);
    const yesterday = shifted(created_at, -86_400_000).slice(0, 10);
    expect((await account.call('GET', at(own, today))).body.available).toBe(5);
    const { body } = await account.call('GET', at(own, yesterday));
    expect(body).toMatchObject({ available: 0, as_of: `${yesterday}T23:59:59.999Z` });
  });

  it.each(['9999-12-31', '+275760-09-13T00:00:00Z'])(
    '%s, in the future, is now',
    async (instant) => {
      const account = await ledger().openAccount({ credit: 100 });
      const { body } = await account.call('GET', at(own, instant));
      expect(body.available).toBe(100);
      expect(Math.abs(Date.parse(body.as_of) - Date.now())).toBeLessThan(10_000);
    },
  );

  it.each(['2026-02-30', 'infinity', 'now', '', '1700000000'])('%j is 400', async (instant) => {
    const account = await ledger().openAccount();
    for (const path of [own, balanceOf(account.publicId)]) {
      const { status, body } = await account.call('GET', at(path, instant));
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.message).toMatch(/^at: /);
    }
  });
});
