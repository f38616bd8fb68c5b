import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { appRoleOf } from '@florin/database';
import { freePort, spawnPostgres } from '@florin/local-servers';
import { Client } from 'pg';
import { startCuttingRelay } from '../../../../apps/ledger/test/cutting-relay.ts';

const DATABASE = 'florin';

/** A Postgres behind a relay that cuts only the ledger's connections. */
export async function startCutDatabase(dataDir: string) {
  const server = await spawnPostgres({
    dataDir: join(dataDir, 'cut-postgres'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
  });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
  const url = Object.assign(new URL(server.url), { pathname: `/${DATABASE}` }).href;
  const relay = await startCuttingRelay(url, appRoleOf('ledger'));
  return {
    /** Bypasses the relay, as superuser. */
    url,
    relay,
    async stop() {
      await relay.stop();
      await server.stop();
    },
  };
}
