import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import {
  type AccountsDatabase,
  createAccountsDatabase,
  signUpBody,
  startAccounts,
} from './start-accounts.ts';

/** Some 0.6 s a password on one thread, so that the last of these waits longer than calls may take. */
const COST = 13;
const SIGN_UPS = 5;

let neighbours: Neighbours;
let database: AccountsDatabase;
let accounts: Awaited<ReturnType<typeof startAccounts>>;
beforeAll(async () => {
  neighbours = await startNeighbours({ passwordCost: COST });
  database = await createAccountsDatabase();
  accounts = await startAccounts(database, neighbours);
});
afterAll(async () => {
  await accounts.stop();
  await database.drop();
  await neighbours.stop();
});

it('POST /v1/accounts 201: waits as long as passwords take that came before', async () => {
  const answers = await Promise.all(
    Array.from({ length: SIGN_UPS }, () =>
      accounts.call('POST', '/v1/accounts', { body: signUpBody() }),
    ),
  );
  for (const { status, body } of answers)
    expect(status === 201 ? status : body.error).toBeOneOf([201, 'rate_limited', 'unavailable']);
  // On a busy machine more of them are refused, or not made in time; the second has waited for the first on any.
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(1);
});
