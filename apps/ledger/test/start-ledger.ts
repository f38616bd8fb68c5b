import type { Caller, Uuid } from '@florin/contracts';
import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { prepareThrowawayDatabase } from '@florin/database';
import { makeClient } from '@florin/grpc';
import { createLog } from '@florin/service-runtime';
import { type CallOptions, callService, createDatabase, natsUrl, testKeys } from '@florin/testing';
import { Client } from 'pg';
import { migrations } from '../src/migrations/index.ts';
import { createLedgerService } from '../src/service.ts';
import { PassThrough } from 'node:stream';

/** A ledger on a database of its own, called through its doors. */
export async function startLedger(settings: { settlementDelayMs?: number } = {}) {
  const database = await createDatabase();
  const url = await prepareThrowawayDatabase(database.adminUrl, 'ledger', migrations);
  const log = createLog('ledger', new PassThrough().resume());
  const service = await createLedgerService(
    {
      host: '127.0.0.1',
      httpPort: 0,
      grpcPort: 0,
      database: { url, poolSizeMax: 8 },
      natsUrl: natsUrl(),
      acceptKeys: testKeys('gateway', 'accounts'),
      callKeys: new Map(),
      settlementDelayMs: settings.settlementDelayMs ?? 60_000,
      creditBy: 'owner',
    },
    log,
  );
  const client = makeClient(grpcServices.ledger, {
    self: 'accounts',
    callee: 'ledger',
    addresses: [`127.0.0.1:${service.grpcPort}`],
    callKeys: testKeys('ledger'),
  });
  const superuser = new Client({ connectionString: database.adminUrl });
  await superuser.connect();

  return {
    ...service,
    client,
    superuser,
    call: (method: string, path: string, options?: CallOptions) =>
      callService('ledger', service.httpPort, method, path, options),
    /** Opens an account; returns its id and its owner. */
    async openAccount(currency = 'USD'): Promise<{ accountId: Uuid; owner: Partial<Caller> }> {
      const accountId = newId();
      await client.openBalance({ accountId, currency }, { requestId: 'test', timeoutMs: 2_000 });
      return { accountId, owner: { userId: newId(), accountId, role: 'owner' } };
    },
    async stop() {
      client.close();
      await superuser.end();
      await service.stop();
      await database.drop();
    },
  };
}
