import type { Uuid } from '@florin/contracts';
import { isLockTimeout, toIdArray } from '@florin/database';
import type { Selectable } from 'kysely';
import type { ClientBase, PoolClient } from 'pg';
import type { Balance } from '../domain/balance.ts';
import { BALANCE_COLUMNS, type BalanceRow, toBalance } from '../schema/balance-rows.ts';
import { awaitAllSettled, inOneWrite } from './together.ts';

interface LockedAccounts<Loaded> {
  readonly locked: LockedBalances;
  /** Accounts that another session has locked. */
  readonly lockedOut: ReadonlySet<Uuid>;
  /** Rows read after the locks. */
  readonly loaded: Loaded;
}

/**
 * Starts the transaction of a batch and locks its balances. After a lock timeout, an account is
 * only tried (SKIP LOCKED) until it succeeds, so that it does not delay other accounts.
 */
export function makeLockAccounts() {
  const recentlyContended = new Set<Uuid>();

  async function lock<Loaded>(
    client: PoolClient,
    accountIds: readonly Uuid[],
    load: () => Promise<Loaded>,
  ): Promise<readonly [LockedBalances, Loaded]> {
    const uncontended = accountIds.filter((id) => !recentlyContended.has(id));
    const contended = accountIds.filter((id) => recentlyContended.has(id));
    try {
      const [, locked, free, loaded] = await inOneWrite(client, () =>
        awaitAllSettled([
          client.query('begin'),
          lockBalances(client, uncontended),
          contended.length === 0 ? undefined : lockFreeBalances(client, contended),
          load(),
        ]),
      );
      return [free ? merge(locked, free) : locked, loaded];
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await client.query('rollback');
      const [, free, loaded] = await inOneWrite(client, () =>
        awaitAllSettled([client.query('begin'), lockFreeBalances(client, accountIds), load()]),
      );
      return [free, loaded];
    }
  }

  return async <Loaded>(
    client: PoolClient,
    accountIds: readonly Uuid[],
    load: () => Promise<Loaded>,
  ): Promise<LockedAccounts<Loaded>> => {
    const [locked, loaded] = await lock(client, accountIds, load);
    const missing = accountIds.filter((id) => !locked.balances.has(id));
    const lockedOut = missing.length === 0 ? new Set<Uuid>() : await findLockedOut(client, missing);
    for (const id of accountIds) recentlyContended.delete(id);
    for (const id of lockedOut) recentlyContended.add(id);
    return { locked, lockedOut, loaded };
  };
}

function merge(a: LockedBalances, b: LockedBalances): LockedBalances {
  return {
    balances: new Map([...a.balances, ...b.balances]),
    now: Math.max(a.now, b.now),
    xid: a.xid ?? b.xid,
  };
}

interface LockedBalances {
  readonly balances: ReadonlyMap<Uuid, Balance>;
  /** Milliseconds since 1970, by the database's clock, after the locks were granted. */
  readonly now: number;
  /** Transaction id, to query the outcome; undefined if there is no balance. */
  readonly xid: string | undefined;
}

/**
 * Locks in id order, so that two batches with the same accounts cannot deadlock. The clock is read
 * outside the subquery; inside, it would precede the wait for a lock.
 */
const lockWith = (wait: '' | 'skip locked') => `
  select locked.*, extract(epoch from clock_timestamp()) * 1000 as now_ms,
         pg_current_xact_id()::text as xid
    from (select ${BALANCE_COLUMNS} from balances where account_id = any($1::uuid[])
           order by account_id for no key update ${wait}) locked`;
const LOCK = lockWith('');
const LOCK_FREE = lockWith('skip locked');

/**
 * Locks the balances of these accounts: the only lock in the ledger. Accounts without a balance are
 * missing in the result.
 * @throws the database's lock_not_available after the role's lock_timeout.
 */
async function lockBalances(
  client: ClientBase,
  accountIds: readonly Uuid[],
): Promise<LockedBalances> {
  const values = [toIdArray(accountIds)];
  return toLocked(await client.query({ name: 'lock-balances', text: LOCK, values }));
}

/** Locks with SKIP LOCKED, so that accounts locked by another session are omitted. */
async function lockFreeBalances(
  client: ClientBase,
  accountIds: readonly Uuid[],
): Promise<LockedBalances> {
  return toLocked(await client.query(LOCK_FREE, [accountIds]));
}

/** Accounts that were not locked but exist, so another session has locked them. */
async function findLockedOut(
  client: ClientBase,
  accountIds: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  const { rows } = await client.query<{ account_id: Uuid }>(
    'select account_id from balances where account_id = any($1::uuid[])',
    [accountIds],
  );
  return new Set(rows.map((row) => row.account_id));
}

function toLocked({
  rows,
}: {
  rows: (Selectable<BalanceRow> & { now_ms: string; xid: string })[];
}): LockedBalances {
  // The newest reading, which follows the last lock.
  const now = Math.max(0, ...rows.map((row) => Math.floor(Number(row.now_ms))));
  const balances = new Map(rows.map((row) => [row.account_id, toBalance(row)]));
  return { balances, now, xid: rows[0]?.xid };
}
