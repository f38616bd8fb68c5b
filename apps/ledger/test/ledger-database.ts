import { prepareThrowawayDatabase } from '@florin/database';
import { copyDatabase } from '@florin/testing';
import { Client } from 'pg';
import { migrations } from '../src/migrations/index.ts';

/** A database with empty ledger tables. */
export interface LedgerDatabase {
  /** As the role of the service. */
  readonly url: string;
  /** As the role that owns the tables. */
  readonly ownerUrl: string;
  readonly adminUrl: string;
  readonly superuser: Client;
  drop(): Promise<void>;
}

export async function createLedgerDatabase(): Promise<LedgerDatabase> {
  const { adminUrl, drop } = await copyDatabase('ledger', (empty) =>
    prepareThrowawayDatabase(empty, 'ledger', migrations),
  );
  const as = (username: string, password: string) =>
    Object.assign(new URL(adminUrl), { username, password }).href;
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query('set search_path = ledger');
  return {
    url: as('florin_ledger', 'app'),
    ownerUrl: as('florin_ledger_owner', 'owner'),
    adminUrl,
    superuser,
    async drop() {
      await superuser.end();
      await drop();
    },
  };
}
