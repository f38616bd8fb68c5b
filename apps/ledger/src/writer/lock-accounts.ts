import type { Uuid } from '@florin/contracts';
import { isLockTimeout } from '@florin/database';
import type { PoolClient } from 'pg';
import {
  findStuckBalances,
  type LockedBalances,
  lockBalances,
  lockFreeBalances,
} from '../store/lock-balances.ts';
import { together } from '../store/together.ts';

export interface LockedAccounts {
  readonly locked: LockedBalances;
  /** Accounts that somebody else keeps locked. */
  readonly stuck: ReadonlySet<Uuid>;
}

/**
 * Begins the database transaction of a batch and locks its balances. An account that once stayed locked for too long is not waited for
 * again until its lock was got: a batch that waits holds up all its other accounts.
 */
export function makeLockAccounts() {
  const suspects = new Set<Uuid>();

  async function lock(client: PoolClient, accountIds: readonly Uuid[]): Promise<LockedBalances> {
    const clear = accountIds.filter((id) => !suspects.has(id));
    const suspected = accountIds.filter((id) => suspects.has(id));
    try {
      const [, locked] = await together([client.query('begin'), lockBalances(client, clear)]);
      if (suspected.length === 0) return locked;
      const free = await lockFreeBalances(client, suspected);
      return {
        balances: new Map([...locked.balances, ...free.balances]),
        now: Math.max(locked.now, free.now),
        xid: locked.xid ?? free.xid,
      };
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await client.query('rollback');
      const [, free] = await together([
        client.query('begin'),
        lockFreeBalances(client, accountIds),
      ]);
      return free;
    }
  }

  return async (client: PoolClient, accountIds: readonly Uuid[]): Promise<LockedAccounts> => {
    const locked = await lock(client, accountIds);
    const missing = accountIds.filter((id) => !locked.balances.has(id));
    const stuck = missing.length === 0 ? new Set<Uuid>() : await findStuckBalances(client, missing);
    for (const id of accountIds) suspects.delete(id);
    for (const id of stuck) suspects.add(id);
    return { locked, stuck };
  };
}
