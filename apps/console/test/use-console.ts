import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { DomainEvent } from '@florin/contracts';
import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { freePort, spawnNats } from '@florin/local-servers';
import { createLog, startService } from '@florin/service';
import {
  type CallOptions,
  callService,
  createDatabase,
  fetchService,
  testKeys,
} from '@florin/testing';
import { afterAll, beforeAll } from 'vitest';
import { onEvents } from '../src/consumers.ts';
import { migrations } from '../src/migrations/index.ts';
import type { ConsoleTables } from '../src/schema.ts';
import { consoleService } from '../src/service.ts';

type Service = Awaited<ReturnType<typeof startService>>;

/** The service with its own NATS: on a shared one it would index the objects of other tests. */
export function useConsole() {
  const stops: (() => Promise<unknown>)[] = [];
  let service: Service;
  let database: ReturnType<typeof openDatabase<ConsoleTables>>;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'florin-console-'));
    const bus = await spawnNats({ storeDir: join(directory, 'nats'), port: await freePort() });
    const { adminUrl, drop } = await createDatabase();
    const url = await prepareThrowawayDatabase(adminUrl, 'console', migrations);
    database = openDatabase<ConsoleTables>({ url, poolSizeMax: 4 }, () => {});
    service = await startService(
      consoleService,
      {
        ...{ host: '127.0.0.1', httpPort: 0, grpcPort: 0 },
        database: { url, poolSizeMax: 6 },
        nats: { url: bus.url },
        acceptKeys: testKeys('gateway'),
        callKeys: new Map(),
      },
      createLog('console', new Writable({ write: (_chunk, _encoding, done) => done() })),
    );
    stops.push(
      () => service.stop(),
      () => database.close(),
      drop,
      () => bus.stop(),
      () => rm(directory, { recursive: true, force: true }),
    );
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });
  return {
    db: () => database.db,
    /** Like the consumer. */
    happen: (...events: DomainEvent[]) =>
      database.db.transaction().execute((tx) => onEvents(tx, events)),
    call: (path: string, options?: CallOptions) =>
      callService('console', service.httpPort, 'GET', path, options),
    fetch: (path: string) => fetchService('console', service.httpPort, 'GET', path),
  };
}
