import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createIdentityDatabase,
  startIdentity,
  type TestDatabase,
  type TestIdentity,
} from '../start-identity.ts';
import { newEmail, openAccount, PASSWORD } from '../steps.ts';

/** About 35 ms per password, slow enough for a queue to form. */
const COST = 9;
const FLOODING = 30;

let database: TestDatabase;
let identity: TestIdentity;
beforeAll(async () => {
  database = await createIdentityDatabase();
  identity = await startIdentity(database.url, {
    passwords: { cost: COST, queueMax: 10 },
  });
});
afterAll(async () => {
  await identity.stop();
  await database.drop();
});

const logIn = (email: string, address: string) =>
  identity.call('POST', '/v1/auth/login', { body: { email, password: PASSWORD }, address });
const signUp = (address: string) =>
  identity.call('POST', '/v1/users', { body: { email: newEmail(), password: PASSWORD }, address });

it.each([
  ['logins', () => logIn(newEmail(), '192.0.2.1')],
  ['sign-ups', () => signUp('192.0.2.1')],
  ['logins with the email of a user', async () => logIn('ada@example.com', '192.0.2.1')],
])('a flood of %s from one address delays only that address', async (_what, attack) => {
  const { email } = await openAccount(identity);
  let answered = 0;
  const flood = Array.from({ length: FLOODING }, async () => {
    const answer = await attack();
    answered += 1;
    return answer;
  });
  // All requests have arrived, and the queue is nearly full.
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(0);
  const honest = await logIn(email, '192.0.2.2');
  expect(honest.status).toBe(200);
  const after = await signUp('192.0.2.3');
  expect(after.status).toBe(201);
  for (const { status, headers, body } of await Promise.all(flood)) {
    expect([201, 401, 429]).toContain(status);
    if (status !== 429) continue;
    expect([body.error, Number(headers.get('retry-after')) > 0]).toEqual(['rate_limited', true]);
  }
});
