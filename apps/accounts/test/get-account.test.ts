import { newId, toPublicId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type PromiseClient } from '@florin/grpc';
import { type CallOptions, peerAt } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountsDatabase,
  createAccountsDatabase,
  startAccounts,
  unreachable,
} from './start-accounts.ts';

const accountId = newId();
const userId = newId();
const kept = {
  email: 'ada@example.com',
  name: 'Ada',
  settings: { currency: 'CHF', timezone: 'Europe/Zurich', language: 'de-CH' },
};

let database: AccountsDatabase;
let accounts: Awaited<ReturnType<typeof startAccounts>>;
let client: PromiseClient<(typeof grpcServices)['accounts']['service']>;
beforeAll(async () => {
  database = await createAccountsDatabase();
  accounts = await startAccounts(database, unreachable);
  client = makeClient(grpcServices.accounts, peerAt('billing', 'accounts', accounts.grpcPort));
  await insert(accountId, kept.email, false);
});
afterAll(async () => {
  client.close();
  await accounts.stop();
  await database.drop();
});

async function insert(id: string, email: string, isPlatform: boolean): Promise<void> {
  const { name, settings } = kept;
  await database.query(
    `insert into accounts.accounts
       (id, email, name, type, status, currency, timezone, language, is_platform)
     values ($1, $2, $3, 'business', 'active', $4, $5, $6, $7)`,
    [id, email, name, settings.currency, settings.timezone, settings.language, isPlatform],
  );
}

const get = (options: CallOptions = {}) => accounts.call('GET', '/v1/account', options);

describe('GET /v1/account', () => {
  it.each([
    ['its owner', { accountId, userId, role: 'owner' }],
    ['a member', { accountId, userId, role: 'member' }],
    ['an API key with the scope', { accountId, scopes: ['account:read'] }],
    ['its owner while it is suspended', { accountId, userId, role: 'owner', readOnly: true }],
  ] as const)('200: %s', async (_who, caller) => {
    const { status, body } = await get({ caller });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: toPublicId('account', accountId),
      ...kept,
      object: 'account',
      livemode: false,
      settings: kept.settings,
      return_urls: [],
      type: 'business',
      status: 'active',
      status_reason: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it.each([
    ['a token without an account', { userId }],
    ['a token of an account that is not there', { userId, accountId: userId, role: 'owner' }],
    ['an API key without the scope', { accountId, scopes: ['account:write', 'events:read'] }],
  ] as const)('403 forbidden: %s', async (_who, caller) => {
    const { status, body } = await get({ caller });
    expect([status, body]).toEqual([403, { error: 'forbidden', message: expect.any(String) }]);
  });

  it('401 unauthorized: anonymous callers, and any caller other than the gateway', async () => {
    const forged = {
      caller: { userId, accountId },
      headers: { 'x-internal-caller': 'k1.e30.e30' },
    };
    for (const options of [{}, forged]) {
      const { status, headers, body } = await get(options);
      expect([status, body.error]).toEqual([401, 'unauthorized']);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });
});

describe('GetAccount', () => {
  const context = { requestId: newId(), timeoutMs: 60_000 };

  it('returns the fields that other services need', async () => {
    const { name, email, settings } = kept;
    expect(await client.getAccount({ accountId }, context)).toEqual({
      accountId,
      name,
      email,
      status: 'active',
      ...settings,
      returnUrls: [],
      isLanguageDefault: false,
      isPlatform: false,
    });
  });

  it.each([newId(), '', 'acc_1', toPublicId('account', accountId)])('not_found: %j', async (id) => {
    const asked = client.getAccount({ accountId: id }, context);
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });

  it('invalid_request: an id that is not valid text', async () => {
    const asked = client.getAccount({ accountId: `${accountId}\0` }, context);
    await expect(asked).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('finds the platform account once it is open', async () => {
    const asked = client.getPlatformAccount({}, context);
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    const id = newId();
    await insert(id, 'admin@example.com', true);
    expect(await client.getPlatformAccount({}, context)).toMatchObject({
      accountId: id,
      isPlatform: true,
    });
  });
});
