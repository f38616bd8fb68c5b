import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { appRoleOf, isTransientDbError } from '@florin/database';
import {
  freePort,
  type RunningServer,
  respawnStandby,
  spawnStandby,
  stopChild,
} from '@florin/local-servers';
import { openSql, type Sql } from '@florin/system-kit';
import { openSecrets } from '../../../launcher/src/secrets.ts';
import { type Florin, standbyFileOf } from './start-florin.ts';

/** A standby of a Florin's Postgres, which serves reads. */
export interface FlorinStandby {
  pid(): number;
  /** Queries as superuser. */
  readonly sql: Sql;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a standby, and restarts the services with its address. */
export async function startStandby(florin: Florin): Promise<FlorinStandby> {
  const { dataDir, processes } = florin;
  const primaryUrl = processes.get('postgres').url;
  const place = { primaryUrl, folder: join(dataDir, 'standby'), port: await freePort() };
  let server: RunningServer = await spawnStandby({ ...place, source: join(dataDir, 'postgres') });
  const url = new URL(florin.databaseUrl());
  url.port = String(place.port);
  const sql = openSql(url.href, isTransientDbError);
  const { rolePasswords } = await openSecrets(dataDir);
  for (const service of serviceNames) {
    [url.username, url.password] = [appRoleOf(service), rolePasswords(service).app];
    await writeFile(join(dataDir, standbyFileOf(service)), url.href);
  }
  const before = serviceNames.map((service) => [service, processes.of(service)] as const);
  for (const [service, old] of before) {
    processes.kill(old);
    await processes.untilUp(service, old.length, old);
  }
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
