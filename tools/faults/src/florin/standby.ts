import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTransientDbError } from '@florin/database';
import {
  freePort,
  type RunningServer,
  respawnStandby,
  spawnStandby,
  stopChild,
} from '@florin/local-servers';
import { openSql, type Sql } from '@florin/system-kit';
import { openSecrets } from '../../../launcher/src/secrets.ts';
import { type Florin, STANDBY_URL_FILE } from './start-florin.ts';

/** A standby of a Florin's Postgres, which its ledgers read from. */
export interface FlorinStandby {
  pid(): number;
  /** Queries as superuser. */
  readonly sql: Sql;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a standby, and has the ledgers started again with its address. */
export async function startStandby(florin: Florin, ledgers: number): Promise<FlorinStandby> {
  const { dataDir, processes } = florin;
  const primaryUrl = processes.get('postgres').url;
  const place = { primaryUrl, folder: join(dataDir, 'standby'), port: await freePort() };
  let server: RunningServer = await spawnStandby({ ...place, source: join(dataDir, 'postgres') });
  const url = new URL(florin.databaseUrl());
  url.port = String(place.port);
  const sql = openSql(url.href, isTransientDbError);
  const { app } = (await openSecrets(dataDir)).rolePasswords('ledger');
  [url.username, url.password] = ['florin_ledger', app];
  await writeFile(join(dataDir, STANDBY_URL_FILE), url.href);
  const before = processes.of('ledger');
  processes.kill(before);
  await processes.untilUp('ledger', ledgers, before);
  return {
    pid: () => server.pid,
    sql,
    kill: () => stopChild(server.child, 'SIGQUIT', 5_000),
    async startAgain() {
      server = await respawnStandby(place);
    },
    async stop() {
      await sql.end();
      await server.stop();
    },
  };
}
