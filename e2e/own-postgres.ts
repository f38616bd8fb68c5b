import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@florin/contracts';
import { appRoleOf, ownerRoleOf, provisionService } from '@florin/database';
import { freePort, spawnPgbouncer, spawnPostgres } from '@florin/local-servers';

export interface OwnPostgres {
  /** URL of the superuser. */
  readonly url: string;
  /** Environment of the launcher. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Postgres sessions for each role: fewer than a service's connections to PgBouncer. */
const SESSIONS_MAX = 6;

/** A separate Postgres for the ledger, as for a team that scales it alone. */
export function startLedgerPostgres(dataDir: string): Promise<OwnPostgres> {
  return startOwnPostgres(join(dataDir, 'ledger-postgres'), ['ledger']);
}

/**
 * One Postgres for all services, which reach it only through PgBouncer in transaction mode. Prints
 * a note and returns undefined without PgBouncer.
 */
export async function startPooledPostgres(dataDir: string): Promise<OwnPostgres | undefined> {
  const postgres = await startOwnPostgres(join(dataDir, 'pooled-postgres'), serviceNames);
  const urls = serviceNames.map((service) => postgres.environment[urlSetting(service)] ?? '');
  const passwords = urls
    .map((url) => new URL(url))
    .map(({ username, password }) => [username, password]);
  const pooler = await spawnPgbouncer({
    folder: join(dataDir, 'pgbouncer'),
    postgresPort: Number(new URL(postgres.url).port),
    passwords: Object.fromEntries(passwords),
    sessionsMax: SESSIONS_MAX,
    onProgress: (message) => process.stderr.write(`${message}\n`),
  });
  if (!pooler) {
    await postgres.stop();
    return undefined;
  }
  const pooled = serviceNames.map((service, index) => {
    const url = Object.assign(new URL(urls[index] ?? ''), { port: String(pooler.port) });
    return [urlSetting(service), url.href];
  });
  return {
    url: postgres.url,
    environment: {
      ...postgres.environment,
      ...Object.fromEntries(pooled),
      DATABASE_POOLER: 'transaction',
    },
    async stop() {
      await pooler.stop();
      await postgres.stop();
    },
  };
}

async function startOwnPostgres(
  dataDir: string,
  services: readonly ServiceName[],
): Promise<OwnPostgres> {
  const newPassword = () => randomBytes(12).toString('hex');
  const server = await spawnPostgres({ dataDir, port: await freePort(), password: newPassword() });
  const urlOf = (username: string, password: string) =>
    Object.assign(new URL(server.url), { username, password }).href;
  const environment: Record<string, string> = {};
  for (const service of services) {
    const passwords = { owner: newPassword(), app: newPassword() };
    await provisionService(server.url, service, passwords);
    environment[urlSetting(service)] = urlOf(appRoleOf(service), passwords.app);
    environment[`${service.toUpperCase()}_MIGRATION_DATABASE_URL`] = urlOf(
      ownerRoleOf(service),
      passwords.owner,
    );
  }
  return { url: server.url, environment, stop: () => server.stop() };
}

function urlSetting(service: ServiceName): string {
  return `${service.toUpperCase()}_DATABASE_URL`;
}
