import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createIdentityDatabase,
  startIdentity,
  type TestDatabase,
  type TestIdentity,
} from '../start-identity.ts';
import { newEmail, openAccount } from '../steps.ts';

const TIMES = 150;
const WHOLE_MS_MAX = 180_000;
/** Or half of the median, when a busy machine slows all responses. */
const GAP_MAX_MS = 2;

let database: TestDatabase;
let identity: TestIdentity;
beforeAll(async () => {
  database = await createIdentityDatabase();
  identity = await startIdentity(database.url, { limitsGuessing: false });
});
afterAll(async () => {
  await identity.stop();
  await database.drop();
});

async function timeOf(email: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await identity.call('POST', '/v1/auth/password_reset', { body: { email } });
  expect(status).toBe(200);
  return performance.now() - startedAt;
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[TIMES / 2] ?? 0;

it(
  'a reset request takes equally long for known and unknown emails',
  async () => {
    const people: string[] = [];
    for (let count = 0; count < TIMES; count += 1) people.push((await openAccount(identity)).email);
    const known: number[] = [];
    const unknown: number[] = [];
    // Interleaved, so that other load affects both alike.
    for (const email of people) {
      known.push(await timeOf(email));
      unknown.push(await timeOf(newEmail()));
    }
    const gap = Math.abs(median(known) - median(unknown));
    expect(gap).toBeLessThan(Math.max(GAP_MAX_MS, median(unknown) / 2));
  },
  WHOLE_MS_MAX,
);
