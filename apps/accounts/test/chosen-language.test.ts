import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type PromiseClient } from '@florin/grpc';
import { peerAt } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import { type Accounts, type Owner, openAccount } from './owners.ts';
import { type AccountsDatabase, createAccountsDatabase, startAccounts } from './start-accounts.ts';

let neighbours: Neighbours;
let database: AccountsDatabase;
let accounts: Accounts;
let client: PromiseClient<(typeof grpcServices)['accounts']['service']>;
beforeAll(async () => {
  [neighbours, database] = await Promise.all([
    startNeighbours({ withBilling: true }),
    createAccountsDatabase(),
  ]);
  accounts = await startAccounts(database, neighbours);
  client = makeClient(grpcServices.accounts, peerAt('ledger', 'accounts', accounts.grpcPort));
});
afterAll(async () => {
  client.close();
  await accounts.stop();
  await Promise.all([neighbours.stop(), database.drop()]);
});

/** The language of an account that pages receive. */
async function languageOf({ accountId }: Owner) {
  const context = { requestId: newId(), timeoutMs: 60_000 };
  const { language, isLanguageDefault } = await client.getAccount({ accountId }, context);
  return `${language}${isLanguageDefault ? ' by default' : ''}`;
}

it('distinguishes a chosen language from the default, for pages', async () => {
  const owner = await openAccount(accounts);
  const shown = [await languageOf(owner)];
  for (const language of ['en', 'DE-ch', null, 'en']) {
    const body = { settings: { language } };
    const changed = await accounts.call('PATCH', '/v1/account', { caller: owner.caller, body });
    expect(changed.status).toBe(200);
    shown.push(await languageOf(owner));
  }
  expect(shown).toEqual(['en by default', 'en', 'de-CH', 'en by default', 'en']);
  expect(await languageOf(await openAccount(accounts, { settings: { language: 'en' } }))).toBe(
    'en',
  );
});

it('treats a language stored by an earlier version as chosen, unless it is the default', async () => {
  const owner = await openAccount(accounts);
  await database.query('update accounts.accounts set language = $1 where id = $2', [
    'fr',
    owner.accountId,
  ]);
  expect(await languageOf(owner)).toBe('fr');
});
