import { randomUUID } from 'node:crypto';
import { retry } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import {
  type AccountsDatabase,
  createAccountsDatabase,
  signUpBody,
  startAccounts,
} from './start-accounts.ts';

/**
 * About 0.6 s per password on one thread, so that the last one waits longer than calls may take.
 */
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

it('POST /v1/accounts 201: waits as long as earlier passwords take', async () => {
  const signUp = async () => {
    const request = { body: signUpBody(), idempotencyKey: randomUUID() };
    // A busy machine refuses some of them at first, so they are retried.
    return retry(async () => {
      const answer = await accounts.call('POST', '/v1/accounts', request);
      const { status, body } = answer;
      expect(status === 201 ? status : body.error).toBeOneOf([201, 'rate_limited', 'unavailable']);
      return answer;
    });
  };
  const answers = await Promise.all(Array.from({ length: SIGN_UPS }, signUp));
  expect(answers.map(({ status }) => status)).toEqual(Array(SIGN_UPS).fill(201));
});
