import { eventually, widenSchema } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import { type Accounts, openAccount } from './owners.ts';
import {
  type AccountsDatabase,
  admin,
  createAccountsDatabase,
  newEmail,
  signUpBody,
  startAccounts,
} from './start-accounts.ts';

let neighbours: Neighbours;
let database: AccountsDatabase;
beforeAll(async () => {
  [neighbours, database] = await Promise.all([
    startNeighbours({ withBilling: true }),
    createAccountsDatabase(),
  ]);
});
afterAll(() => Promise.all([neighbours.stop(), database.drop()]));

/** Reads and writes every table: opening, changing, listing and closing. */
async function live(accounts: Accounts): Promise<void> {
  const { caller, publicId, accountId } = await openAccount(accounts);
  const create = { caller: admin, body: signUpBody(), idempotencyKey: accountId };
  const answers = [
    await accounts.call('POST', '/v1/accounts', create),
    await accounts.call('POST', '/v1/accounts', create),
    await accounts.call('GET', '/v1/account', { caller }),
    await accounts.call('PATCH', '/v1/account', { caller, body: { name: 'Grace' } }),
    await accounts.call('PATCH', '/v1/account', { caller, body: { email: newEmail() } }),
    await accounts.call('GET', `/v1/accounts/${publicId}`, { caller: admin }),
    await accounts.call('GET', '/v1/accounts?status=active&limit=1', { caller: admin }),
  ];
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  // Three services take part in it, so a slow one is retried.
  await eventually(async () => {
    const close = { caller, idempotencyKey: accountId };
    expect((await accounts.call('DELETE', '/v1/account', close)).status).toBe(200);
  });
}

/** Concurrently, so that several connections of the pool send each statement. */
const liveOften = (accounts: Accounts) =>
  Promise.all(Array.from({ length: 4 }, () => live(accounts)));

it('keeps running while a newer version migrates its tables, and starts on them', async () => {
  const accounts = await startAccounts(database, neighbours);
  await liveOften(accounts);
  await database.query(widenSchema('accounts'));
  await liveOften(accounts);
  const another = await startAccounts(database, neighbours);
  await liveOften(another);
  for (const each of [accounts, another]) {
    await each.stop();
    expect(each.output()).not.toMatch(/"level":[56]0/);
  }
});
