import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { appRoleOf, ownerRoleOf, provisionService } from '@florin/database';
import { freePort, spawnPostgres } from '@florin/local-servers';

export interface LedgerPostgres {
  /** As superuser. */
  readonly url: string;
  /** What the launcher has to be told. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A Postgres of the ledger's own, as its team runs it once the ledger is scaled apart. */
export async function startLedgerPostgres(dataDir: string): Promise<LedgerPostgres> {
  const newPassword = () => randomBytes(12).toString('hex');
  const server = await spawnPostgres({
    dataDir: join(dataDir, 'ledger-postgres'),
    port: await freePort(),
    password: newPassword(),
  });
  const passwords = { owner: newPassword(), app: newPassword() };
  await provisionService(server.url, 'ledger', passwords);
  const urlOf = (username: string, password: string) =>
    Object.assign(new URL(server.url), { username, password }).href;
  return {
    url: server.url,
    environment: {
      LEDGER_DATABASE_URL: urlOf(appRoleOf('ledger'), passwords.app),
      LEDGER_MIGRATION_DATABASE_URL: urlOf(ownerRoleOf('ledger'), passwords.owner),
    },
    stop: () => server.stop(),
  };
}
