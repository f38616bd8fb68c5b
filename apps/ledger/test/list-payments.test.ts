import { newId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import { requestPayment } from './payment-builders.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();
let account: TestAccount;
let other: TestAccount;
/** Oldest first. */
let ids: string[];

beforeAll(async () => {
  account = await ledger().openAccount();
  other = await ledger().openAccount();
  ids = [];
  for (let number = 0; number < 25; number += 1) {
    const { body } = await requestPayment(account, { reference: `r${number % 2}` });
    ids.push(body.id);
  }
  await account.call('POST', `/v1/payments/${ids[3]}/cancel`);
  await requestPayment(other);
});

async function list(query = '', caller = account.owner) {
  const { status, body } = await account.call('GET', `/v1/payments${query}`, { caller });
  expect(status).toBe(200);
  expect(body.object).toBe('list');
  return { ids: body.data.map(({ id }: { id: string }) => id), more: body.has_more, ...body };
}

describe('GET /v1/payments', () => {
  it('lists 20, newest first, each as it is retrieved', async () => {
    const page = await list();
    expect(page.ids).toEqual(ids.toReversed().slice(0, 20));
    expect(page.more).toBe(true);
    const { body } = await account.call('GET', `/v1/payments/${page.ids[0]}`);
    expect(page.data[0]).toEqual(body);
  });

  it('continues after a cursor, and goes back before one', async () => {
    const newest = ids.toReversed();
    const next = await list(`?limit=10&starting_after=${newest[9]}`);
    expect([next.ids, next.more]).toEqual([newest.slice(10, 20), true]);
    const last = await list(`?limit=10&starting_after=${newest[19]}`);
    expect([last.ids, last.more]).toEqual([newest.slice(20), false]);
    const back = await list(`?limit=10&ending_before=${newest[15]}`);
    expect([back.ids, back.more]).toEqual([newest.slice(5, 15), true]);
  });

  it('filters by status, reference and account', async () => {
    expect((await list('?status=canceled')).ids).toEqual([ids[3]]);
    expect((await list('?status=succeeded')).ids).toEqual([]);
    expect((await list('?reference=r1&limit=100')).ids).toHaveLength(12);
    expect((await list(`?account_id=${account.publicId}&limit=100`)).ids).toHaveLength(25);
    expect((await list(`?account_id=${other.publicId}`)).ids).toEqual([]);
    expect((await list('?account_id=acc_1')).ids).toEqual([]);
  });

  it('spans all accounts for an admin and the platform, none for a user without one', async () => {
    for (const caller of [admin, platform]) {
      expect((await list('?limit=100', caller)).ids).toHaveLength(26);
      expect((await list(`?account_id=${other.publicId}`, caller)).ids).toHaveLength(1);
    }
    expect((await list('', noAccount)).ids).toEqual([]);
  });

  it.each([
    '?status=paid',
    '?limit=0',
    '?limit=x',
    '?starting_after=pay_1',
    `?starting_after=${toPublicId('paymentRequest', newId())}`,
    '?starting_after=a&ending_before=b',
  ])('returns 400 for %s', async (query) => {
    const { status, body } = await account.call('GET', `/v1/payments${query}`);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('returns 400 for the cursor of another account', async () => {
    const { status } = await other.call('GET', `/v1/payments?starting_after=${ids[0]}`);
    expect(status).toBe(400);
  });

  it('returns 403 for a key without the scope and 401 without a token', async () => {
    const key = { accountId: account.id, scopes: ['transactions:read' as const] };
    expect((await account.call('GET', '/v1/payments', { caller: key })).status).toBe(403);
    expect((await account.call('GET', '/v1/payments', { caller: {} })).status).toBe(401);
  });
});
