import type { DomainEvent } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { testDatabase, testService } from '@florin/service-testing';
import { type CallOptions, startNats, testKeys } from '@florin/testing';
import { afterAll, beforeAll } from 'vitest';
import { onEvents } from '../src/consumers.ts';
import { migrations } from '../src/migrations/index.ts';
import type { ConsoleTables } from '../src/schema.ts';
import { consoleService } from '../src/service.ts';

/** The service with its own NATS: on a shared one it would index the objects of other tests. */
export function useConsole() {
  const stops: (() => Promise<unknown>)[] = [];
  let service: Awaited<ReturnType<typeof testService>>;
  let database: ReturnType<typeof openDatabase<ConsoleTables>>;
  beforeAll(async () => {
    const bus = await startNats();
    const { url, drop } = await testDatabase('console', migrations);
    database = openDatabase<ConsoleTables>({ url, poolSizeMax: 4 }, () => {});
    service = await testService(consoleService, {
      database: { url, poolSizeMax: 6 },
      nats: { url: bus.url },
      acceptKeys: testKeys('gateway'),
      callKeys: new Map(),
    });
    stops.push(
      () => service.stop(),
      () => database.close(),
      drop,
      bus.stop,
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
    call: (path: string, options?: CallOptions) => service.call('GET', path, options),
    fetch: (path: string) => service.fetch(path),
  };
}
