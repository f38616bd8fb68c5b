import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Uuid } from '@florin/contracts';
import { isLockTimeout, isServerTrouble } from '@florin/database';
import type { Pool, PoolClient } from 'pg';
import { decideBatch, type Sources } from '../domain/decide-batch.ts';
import type { Loaded, Submission, Verdict, Writes } from '../domain/submission.ts';
import { findReplies, findTransactions } from '../store/load-batch.ts';
import { lockBalances, lockFreeBalances } from '../store/lock-balances.ts';
import { saveBatch } from '../store/save-batch.ts';

/** How long the outcome of a lost COMMIT is asked for. */
const OUTCOME_ATTEMPTS_MAX = 40;
const OUTCOME_PAUSE_MS = 50;

/**
 * Locks, reads, decides and writes a batch in one database transaction. The verdicts are those of
 * a committed batch: nobody may be answered before this returns.
 * @throws when nothing of the batch was written, or nobody can tell.
 */
export async function runBatch(
  pool: Pool,
  submissions: readonly Submission[],
  sources: Sources,
): Promise<readonly Verdict[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const { loaded, stuck } = await load(client, submissions);
    const open = submissions.filter(({ accountId }) => !stuck.has(accountId));
    const { verdicts, writes } = decideBatch(loaded, open, sources);
    if (isEmpty(writes)) await client.query('rollback');
    else await commit(pool, client, await saveBatch(client, writes));
    return mergeVerdicts(submissions, stuck, verdicts);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    await giveBack(client, failure);
  }
}

async function load(
  client: PoolClient,
  submissions: readonly Submission[],
): Promise<{ loaded: Loaded; stuck: ReadonlySet<Uuid> }> {
  const accountIds = [...new Set(submissions.map(({ accountId }) => accountId))];
  const { locked, stuck } = await lock(client, accountIds);
  const transactions = await findTransactions(client, submissions);
  const replies = await findReplies(client, submissions);
  return { loaded: { ...locked, transactions, replies }, stuck };
}

/** Locks all balances; when one stays locked for too long, all others. */
async function lock(client: PoolClient, accountIds: readonly Uuid[]) {
  try {
    return { locked: await lockBalances(client, accountIds), stuck: new Set<Uuid>() };
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await client.query('rollback');
    await client.query('begin');
    const locked = await lockFreeBalances(client, accountIds);
    const missing = accountIds.filter((id) => !locked.balances.has(id));
    const { rows } = await client.query<{ account_id: Uuid }>(
      'select account_id from balances where account_id = any($1::uuid[])',
      [missing],
    );
    return { locked, stuck: new Set(rows.map((row) => row.account_id)) };
  }
}

async function commit(pool: Pool, client: PoolClient, xid: string): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    if (!isServerTrouble(error) || !(await hasCommitted(pool, xid))) throw error;
  }
}

/** What became of a transaction whose COMMIT was not answered. Never guesses. */
async function hasCommitted(pool: Pool, xid: string): Promise<boolean> {
  for (let attempt = 0; attempt < OUTCOME_ATTEMPTS_MAX; attempt += 1) {
    try {
      const { rows } = await pool.query<{ status: string | null }>(
        'select pg_xact_status($1::xid8) as status',
        [xid],
      );
      const status = rows[0]?.status;
      if (status === 'committed') return true;
      if (status === 'aborted') return false;
    } catch (error) {
      if (!isServerTrouble(error)) throw error;
    }
    await pause(OUTCOME_PAUSE_MS);
  }
  return false;
}

/** Connections that may be broken, or in the middle of a transaction, are not used again. */
async function giveBack(client: PoolClient, failure: Error | undefined): Promise<void> {
  if (!failure) return client.release();
  if (isServerTrouble(failure)) return client.release(failure);
  await client.query('rollback').then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
}

function isEmpty(writes: Writes): boolean {
  return Object.values(writes).every((rows) => rows.length === 0);
}

function mergeVerdicts(
  submissions: readonly Submission[],
  stuck: ReadonlySet<Uuid>,
  verdicts: readonly Verdict[],
): readonly Verdict[] {
  let next = 0;
  return submissions.map(({ accountId }) => {
    const verdict = stuck.has(accountId) ? undefined : verdicts[next++];
    return (
      verdict ??
      new AppError('unavailable', 'this account is busy and nothing was done: repeat the request')
    );
  });
}
