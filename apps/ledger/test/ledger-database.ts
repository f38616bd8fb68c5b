import { prepareThrowawayDatabase } from '@florin/database';
import { createDatabase } from '@florin/testing';
import { Client } from 'pg';
import { migrations } from '../src/migrations/index.ts';

/** A database with a ledger's tables and nothing in them. */
export interface LedgerDatabase {
  /** As the role that the service runs as. */
  readonly url: string;
  /** As the role that owns the tables. */
  readonly ownerUrl: string;
  readonly adminUrl: string;
  readonly superuser: Client;
  drop(): Promise<void>;
}

export async function createLedgerDatabase(): Promise<LedgerDatabase> {
  const { adminUrl, drop } = await createDatabase();
  const url = await prepareThrowawayDatabase(adminUrl, 'ledger', migrations);
  const ownerUrl = Object.assign(new URL(url), {
    username: 'florin_ledger_owner',
    password: 'owner',
  }).href;
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query('set search_path = ledger');
  return {
    url,
    ownerUrl,
    adminUrl,
    superuser,
    async drop() {
      await superuser.end();
      await drop();
    },
  };
}
