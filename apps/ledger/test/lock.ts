import type { Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { Client } from 'pg';
import type { LedgerDatabase } from './ledger-database.ts';

export interface HeldLock {
  release(): Promise<void>;
}

/** Locks an account's balance from another session, like a stuck process. */
export async function lockAccount(database: LedgerDatabase, accountId: Uuid): Promise<HeldLock> {
  const session = new Client({ connectionString: database.adminUrl });
  await session.connect();
  await session.query('begin');
  await session.query('select from ledger.balances where account_id = $1 for update', [accountId]);
  return { release: () => session.end() };
}

/** Waits until a session of this database waits for a lock. */
export async function untilLockWait({ superuser }: LedgerDatabase): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await superuser.query(
      `select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
    );
    if (!rowCount) throw new Error('no session waits for a lock');
  });
}
