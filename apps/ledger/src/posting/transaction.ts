import { AppError, type DomainEvent, type Uuid } from '@florin/contracts';
import { isTransientDbError, outcomeUnknown, remedyOf } from '@florin/database';
import { withSpan } from '@florin/runtime/tracing';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { IdSources } from '../domain/batch/batch.ts';
import { assertConsistent } from '../domain/batch/consistency.ts';
import type { CommandRequest, Verdict, Writes } from '../domain/batch/model.ts';
import { decideBatch } from '../domain/commands/decide.ts';
import type { Transaction } from '../domain/transaction/model.ts';
import type { KnownHolds } from './known-holds.ts';
import { findCharges, findFunds, findPayments, findReplies, findTransactions } from './load.ts';
import { makeLockAccounts } from './locks.ts';
import { type Meter, timed } from './metrics.ts';
import { findOutcome } from './outcome.ts';
import { encode, type Statement, type Traces } from './statements.ts';
import { awaitAllSettled, inOneWrite } from './together.ts';

const sqlSpan = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;

/** The response to COMMIT was lost: the verdicts are valid only if it was executed. */
class CommitLost extends Error {
  override readonly name = 'CommitLost';
  readonly xid: string;
  readonly event: DomainEvent | undefined;
  readonly verdicts: readonly Verdict[];

  constructor(xid: string, { events }: Writes, verdicts: readonly Verdict[], cause: unknown) {
    super('the response to COMMIT was lost', { cause });
    this.xid = xid;
    [this.event] = events;
    this.verdicts = verdicts;
  }
}

/**
 * Runs a batch and resolves with its committed verdicts, so callers are answered only then. Rejects
 * if nothing was written, or the outcome is unknown.
 */
export type RunBatch = (requests: readonly TracedRequest[]) => Promise<readonly Verdict[]>;

/** A command with the trace that its events continue. */
export type TracedRequest = CommandRequest & { readonly traceParent?: string | undefined };

/** Locks, reads, decides and writes each batch in one database transaction. */
export function makeRunBatch(
  pool: Pool,
  sources: IdSources,
  holds: KnownHolds,
  meter: Meter,
): RunBatch {
  const parts = { lockAccounts: makeLockAccounts(), sources, holds, meter };
  return async (requests) => {
    meter.batch(requests.length);
    try {
      return await withClient(pool, (client) => decideAndSave(client, requests, parts));
    } catch (error) {
      if (!(error instanceof CommitLost)) throw error;
      const outcome = await findOutcome(pool, error.xid, error.event);
      if (outcome === 'committed') return error.verdicts;
      throw outcome === 'aborted' ? rolledBack(error) : outcomeUnknown(error.cause);
    }
  };
}

interface BatchParts {
  readonly lockAccounts: ReturnType<typeof makeLockAccounts>;
  readonly sources: IdSources;
  readonly holds: KnownHolds;
  readonly meter: Meter;
}

/** Connections that may be broken, or in a transaction, are not reused. */
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
      !(error instanceof CommitLost || isTransientDbError(error)) &&
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
  requests: readonly TracedRequest[],
  { lockAccounts, sources, holds, meter }: BatchParts,
): Promise<readonly Verdict[]> {
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
  const known = holds.take(requests);
  const {
    locked,
    lockedOut,
    loaded: found,
  } = await timed(meter.lockWait, () =>
    withSpan('lock and load', sqlSpan, () =>
      lockAccounts(client, accountIds, () => load(client, requests, known)),
    ),
  );
  const open =
    lockedOut.size === 0 ? requests : requests.filter(({ accountId }) => !lockedOut.has(accountId));
  const loaded = { ...locked, ...found };
  const { verdicts, writes } = decideBatch(loaded, open, sources);
  const all = mergeVerdicts(requests, lockedOut, verdicts);
  if (isEmpty(writes)) {
    await client.query('rollback');
    return all;
  }
  const { xid } = locked;
  if (xid === undefined) throw new Error('a batch without a balance has something to write');
  assertConsistent(loaded, writes);
  const lost = (cause: unknown) => new CommitLost(xid, writes, all, cause);
  const parts = encode(writes, tracesOf(requests));
  await timed(meter.commit, () =>
    withSpan('save and commit', sqlSpan, () => saveAndCommit(client, parts, lost)),
  );
  holds.note(writes.created, loaded.now);
  holds.note(writes.changed, loaded.now);
  return all;
}

/** An event names its request, by which its trace is found. */
function tracesOf(requests: readonly TracedRequest[]): Traces {
  const traces = new Map<string, string>();
  for (const { cause, traceParent } of requests)
    if (cause.requestId !== null && traceParent) traces.set(cause.requestId, traceParent);
  return traces;
}

/** Rows that the commands need besides the balances. Must be sent after the locks. */
async function load(
  client: PoolClient,
  requests: readonly CommandRequest[],
  known: ReadonlyMap<Uuid, Transaction>,
) {
  const [concerned, replies, charges, payments, { funds, transactions: moved }] =
    await awaitAllSettled([
      findTransactions(client, requests, known),
      findReplies(client, requests),
      findCharges(client, requests),
      findPayments(client, requests),
      findFunds(client, requests),
    ]);
  const transactions =
    moved.length === 0
      ? concerned
      : new Map([...concerned, ...moved.map((it) => [it.id, it] as const)]);
  return { transactions, replies, charges, payments, funds };
}

function isEmpty(writes: Writes): boolean {
  return Object.values(writes).every((rows) => rows.length === 0);
}

function mergeVerdicts(
  requests: readonly CommandRequest[],
  lockedOut: ReadonlySet<Uuid>,
  verdicts: readonly Verdict[],
): readonly Verdict[] {
  let next = 0;
  return requests.map(({ accountId }) => {
    const verdict = lockedOut.has(accountId) ? undefined : verdicts[next++];
    return (
      verdict ?? new AppError('unavailable', 'this account is busy and nothing was done; retry')
    );
  });
}

function rolledBack(cause: CommitLost): AppError {
  return new AppError(
    'unavailable',
    'the database connection was interrupted and nothing was done; retry',
    { cause },
  );
}

/**
 * Sends the writes of a batch with its COMMIT in one round trip, each part before the next is
 * encoded. If encoding fails, no COMMIT is sent, because it would store the batch partially.
 * @throws the error that `lost` creates if it is unknown whether COMMIT was executed.
 */
async function saveAndCommit(
  client: ClientBase,
  parts: Iterable<readonly Statement[]>,
  lost: (cause: unknown) => Error,
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  try {
    for (const part of parts)
      inOneWrite(client, () => sent.push(...part.map((statement) => client.query(statement))));
  } catch (error) {
    await Promise.allSettled(sent);
    throw error;
  }
  try {
    await awaitAllSettled([...sent, client.query('commit')]);
  } catch (error) {
    throw remedyOf('commit', error) === 'ask' ? lost(error) : error;
  }
}
