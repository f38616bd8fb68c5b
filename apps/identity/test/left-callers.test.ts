import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { peerAt, startMiddle } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createIdentityDatabase,
  startIdentity,
  type TestDatabase,
  type TestIdentity,
} from './start-identity.ts';

/** A cost of a quarter second per password, in which other callers come and go. */
const SLOW = 12;

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

type Client = TestIdentity['client'];

const context = () => ({ requestId: newId(), timeoutMs: 30_000 });
const hash = (client: Client) => client.hashPassword({ password: 'correct horse' }, context());

/** Calls of one connection arrive in order, so earlier ones have arrived too. */
const untilArrived = (client: Client) =>
  client.checkSession({ sessionId: newId(), userId: newId() }, context());

/** A client whose connection can be cut. */
async function startLeaver() {
  const middle = await startMiddle(identity.grpcPort, (bytes) => bytes);
  const client = makeClient(grpcServices.identity, peerAt('accounts', 'identity', middle.port));
  return { client, leave: () => middle.stop() };
}

async function countHashes(code: string): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${identity.httpPort}/metrics`);
  const lines = (await metrics.text()).split('\n');
  const name = 'florin_grpc_request_duration_seconds_count';
  const line = lines.find(
    (one) => one.startsWith(name) && one.includes('/HashPassword"') && one.includes(`"${code}"`),
  );
  return Number(line?.split(' ').at(-1) ?? 0);
}

it('hashes no password for callers who have disconnected', async () => {
  const leaver = await startLeaver();
  // Both connect before the test begins.
  await Promise.all([untilArrived(identity.client), untilArrived(leaver.client)]);
  const first = hash(identity.client);
  await untilArrived(identity.client);
  const leaving = Array.from({ length: 4 }, () => hash(leaver.client).catch(({ code }) => code));
  await untilArrived(leaver.client);
  leaver.leave();
  const last = hash(identity.client);
  expect(new Set(await Promise.all(leaving))).toEqual(new Set(['unavailable']));
  await Promise.all([first, last]);
  leaver.client.close();
  // The last one waited behind the disconnected callers, so their outcomes are known.
  expect(await countHashes('OK')).toBe(2);
  expect(await countHashes('UNAVAILABLE')).toBeGreaterThan(0);
});
