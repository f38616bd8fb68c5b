import { newId } from '@florin/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createIdentityDatabase,
  startIdentity,
  type TestDatabase,
  type TestIdentity,
} from './start-identity.ts';

/** Takes longer than the callers wait who leave. */
const SLOW = 11;
const LEAVING_MS = 110;

let database: TestDatabase;
let identity: TestIdentity;
beforeAll(async () => {
  database = await createIdentityDatabase();
  identity = await startIdentity(database.url, {
    passwords: { cost: SLOW },
  });
});
afterAll(async () => {
  await identity.stop();
  await database.drop();
});

const hash = (timeoutMs: number) =>
  identity.client.hashPassword({ password: 'correct horse' }, { requestId: newId(), timeoutMs });

async function countHashes(code: string): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${identity.httpPort}/metrics`);
  const lines = (await metrics.text()).split('\n');
  const name = 'florin_grpc_request_duration_seconds_count';
  const line = lines.find(
    (one) => one.startsWith(name) && one.includes('/HashPassword"') && one.includes(`"${code}"`),
  );
  return Number(line?.split(' ').at(-1) ?? 0);
}

it('hashes no password for callers who have left meanwhile', async () => {
  const first = hash(30_000);
  const leaving = Array.from({ length: 4 }, () => hash(LEAVING_MS).catch(({ code }) => code));
  const last = hash(30_000);
  expect(new Set(await Promise.all(leaving))).toEqual(new Set(['unavailable']));
  await Promise.all([first, last]);
  // The last one has waited behind those who left: what became of them is known by now.
  expect(await countHashes('OK')).toBe(2);
  expect(await countHashes('UNAVAILABLE')).toBeGreaterThan(0);
});
