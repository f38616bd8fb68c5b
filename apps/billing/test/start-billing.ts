import { Writable } from 'node:stream';
import { grpcServices } from '@florin/contracts/protos';
import { prepareThrowawayDatabase } from '@florin/database';
import { makeClient } from '@florin/grpc';
import { createLog } from '@florin/service-runtime';
import { type CallOptions, callService, createDatabase, natsUrl, testKeys } from '@florin/testing';
import { Pool } from 'pg';
import { migrations } from '../src/migrations/index.ts';
import { type BillingOverrides, createBillingService } from '../src/service.ts';
import { type Peers, startPeers } from './peers.ts';

/** A database of billing's own with the peers that billing calls. */
export async function createWorld() {
  const { adminUrl, drop } = await createDatabase();
  const url = await prepareThrowawayDatabase(adminUrl, 'billing', migrations);
  const pool = new Pool({ connectionString: adminUrl, max: 2 });
  const peers = await startPeers(adminUrl);
  return {
    url,
    peers,
    /** Runs one statement as superuser; tables are named with their schema. */
    query: async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await pool.query(text, values)).rows,
    async stop() {
      await peers.stop();
      await pool.end();
      await drop();
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One process of the service, as it is or with parts replaced. */
export async function startBilling(
  { url, peers }: { readonly url: string; readonly peers: Peers },
  overrides: BillingOverrides = {},
) {
  const logLines: string[] = [];
  const config = {
    host: '127.0.0.1',
    httpPort: 0,
    grpcPort: 0,
    database: { url, poolSizeMax: 8 },
    natsUrl: natsUrl(),
    acceptKeys: testKeys('gateway', 'accounts'),
    callKeys: testKeys('ledger', 'accounts'),
    ledgerAddresses: [peers.grpcAddress],
    accountsAddresses: [peers.grpcAddress],
  };
  const service = await createBillingService(
    config,
    createLog('billing', into(logLines)),
    overrides,
  );
  const gates = makeClient(grpcServices.billing, {
    self: 'accounts',
    callee: 'billing',
    addresses: [`127.0.0.1:${service.grpcPort}`],
    callKeys: testKeys('billing'),
  });
  return {
    logLines,
    gates,
    call: (method: string, path: string, options?: CallOptions) =>
      callService('billing', service.httpPort, method, path, options),
    async stop() {
      gates.close();
      await service.stop();
    },
  };
}

export type Billing = Awaited<ReturnType<typeof startBilling>>;

function into(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}
