import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { forward } from '@florin/local-servers';
import { startLoop } from '@florin/runtime/loop';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { openDatabase } from './open-database.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase<unknown>>>;
beforeAll(async () => {
  database = await openServiceDatabase(async () => {});
});
afterAll(() => database.drop());

/** A database whose first connection hangs, as on a busy machine. */
async function openBusy() {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const real = Number(new URL(database.url).port);
  let isFirst = true;
  const between = await forward(() => {
    const place = { host: '127.0.0.1', port: isFirst ? port : real };
    isFirst = false;
    return place;
  });
  const url = new URL(database.url);
  url.host = `127.0.0.1:${between.port}`;
  const { db, close } = openDatabase<unknown>({ url: String(url), poolSizeMax: 2 }, () => {});
  onTestFinished(async () => {
    await close();
    await between.stop();
    silent.close();
  });
  return () => sql`select`.execute(db);
}

it('a request fails when it gets no connection in time', async () => {
  const ask = await openBusy();
  await expect(ask()).rejects.toThrow('connection timeout');
});

it('a loop waits for a connection instead of reporting a failure', async () => {
  const ask = await openBusy();
  const first = Promise.withResolvers<unknown>();
  const round = async () => {
    first.resolve(await ask());
    return 'wait' as const;
  };
  const loop = startLoop(round, { restMs: 1, restAfterErrorMs: 1 }, first.reject);
  expect(await first.promise).toMatchObject({ rows: [{}] });
  await loop.stop();
});
