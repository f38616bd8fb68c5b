import { AppError, type Uuid } from '@florin/contracts';
import { isLockTimeout, isServerTrouble } from '@florin/database';
import type { Pool, PoolClient } from 'pg';
import { decideBatch } from '../domain/decide-batch.ts';
import type { Sources } from '../domain/open-batch.ts';
import type { Loaded, Submission, Verdict, Writes } from '../domain/submission.ts';
import { findOutcome } from '../store/find-outcome.ts';
import { findCharges, findReplies, findTransactions } from '../store/load-batch.ts';
import { lockBalances, lockFreeBalances } from '../store/lock-balances.ts';
import { saveBatch } from '../store/save-batch.ts';
import { saveCharges } from '../store/save-charges.ts';

/** The connection broke while COMMIT was under way: the verdicts hold only if it arrived. */
class CommitLost extends Error {
  override readonly name = 'CommitLost';
  readonly xid: string;
  readonly verdicts: readonly Verdict[];

  constructor(xid: string, verdicts: readonly Verdict[], cause: unknown) {
    super('the answer to COMMIT was lost', { cause });
    this.xid = xid;
    this.verdicts = verdicts;
  }
}

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
  try {
    return await withClient(pool, (client) => decideAndSave(client, submissions, sources));
  } catch (error) {
    if (!(error instanceof CommitLost)) throw error;
    const outcome = await findOutcome(pool, error.xid);
    if (outcome === 'committed') return error.verdicts;
    throw outcome === 'aborted' ? undone(error) : error.cause;
  }
}

/** Connections that may be broken, or in the middle of a transaction, are not used again. */
async function withClient<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    const isSound =
      !(error instanceof CommitLost || isServerTrouble(error)) &&
      (await client.query('rollback').then(
        () => true,
        () => false,
      ));
    client.release(!isSound);
    throw error;
  }
}

async function decideAndSave(
  client: PoolClient,
  submissions: readonly Submission[],
  sources: Sources,
): Promise<readonly Verdict[]> {
  await client.query('begin');
  const { loaded, stuck } = await load(client, submissions);
  const open = submissions.filter(({ accountId }) => !stuck.has(accountId));
  const { verdicts, writes } = decideBatch(loaded, open, sources);
  const all = mergeVerdicts(submissions, stuck, verdicts);
  if (isEmpty(writes)) {
    await client.query('rollback');
    return all;
  }
  const xid = await saveBatch(client, writes);
  await saveCharges(client, writes.charges);
  await client.query('commit').catch((error: unknown) => {
    throw isServerTrouble(error) ? new CommitLost(xid, all, error) : error;
  });
  return all;
}

async function load(
  client: PoolClient,
  submissions: readonly Submission[],
): Promise<{ loaded: Loaded; stuck: ReadonlySet<Uuid> }> {
  const accountIds = [...new Set(submissions.map(({ accountId }) => accountId))];
  const { locked, stuck } = await lock(client, accountIds);
  const transactions = await findTransactions(client, submissions);
  const replies = await findReplies(client, submissions);
  const charges = await findCharges(client, submissions);
  return { loaded: { ...locked, transactions, replies, charges }, stuck };
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

function undone(cause: CommitLost): AppError {
  return new AppError(
    'unavailable',
    'the database was interrupted and nothing was done: repeat the request',
    { cause },
  );
}
