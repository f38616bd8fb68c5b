import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId } from '@florin/contracts';
import { type Client, type ClientRequest, openClients } from '@florin/system-kit';
import { Client as Session } from 'pg';
import { audit } from '../auditor/audit.ts';
import type { Holder } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { credit, openHolders } from './money.ts';

const CLIENTS = 24;
const ACCOUNTS = 6;
/** More than the ledger's worker slots, which would all wait if each waited for a lock. */
const STUCK = 3;
/** The ledger meets each lock once within this time, which delays other requests by a second. */
const MET_MS = 3_000;
/** The promise is 3 s. */
const ANSWER_MS_MAX = 5_000;
/** A busy machine delays requests that are served at the same time as well. */
const BUSY_FACTOR = 3;
const RECOVERY_MS_MAX = 30_000;

interface Seen {
  readonly isStuck: boolean;
  /** Milliseconds since the lock was taken. */
  readonly sentAtMs: number;
  readonly status: number | undefined;
  readonly ms: number;
}

export const heldLocks: LiveRow = {
  id: 'F22',
  fault:
    'The rows of three accounts stay locked; then a whole table does, with more readers than the pool has connections',
  holds:
    '503 within 3 s (5 s on a busy machine); other accounts are served once each lock was met; all recovers afterwards',
  control: 'a ledger that waits for a lock without limit',
  figures: ['late', 'others refused', 'stuck afterwards'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/waits-without-end.ts'),
  }),
  florin: { replicas: { ledger: 1 } },

  async run(run) {
    const holdMs = run.count({ short: 6_000, full: 30_000, control: 15_000 });
    const clients = await openClients(run.florin.url, run.folder, CLIENTS);
    const holders = await openHolders(run, ACCOUNTS, 0);
    const stuck = holders.slice(0, STUCK);
    const ids = stuck.map(({ accountId }) => `'${parsePublicId('account', accountId)}'`);
    run.progress(0, 3);

    const lockRows = `select from ledger.balances where account_id in (${ids}) for update`;
    const writes = await hurt(run, lockRows, holdMs, clients, holders, (holder, key) =>
      credit(holder.accountId, 1, key),
    );
    run.progress(1, 3);
    const lockTable = 'lock table ledger.transactions in access exclusive mode';
    const reads = await hurt(run, lockTable, holdMs, clients, stuck, () => ({
      method: 'GET',
      path: '/v1/transactions',
    }));
    run.progress(2, 3);

    const stuckAfterwards = await countStuck(run, clients, holders);
    await Promise.all(clients.map((client) => client.close()));
    const { violations, details } = await audit(run);
    const all = [...writes, ...reads];
    const slowestMs = Math.max(...all.map(({ ms }) => ms));
    const served = writes.filter(({ status }) => status === 201);
    const lateMs = ANSWER_MS_MAX + BUSY_FACTOR * Math.max(0, ...served.map(({ ms }) => ms));
    return {
      violations: {
        late: all.filter(({ ms }) => ms > lateMs).length,
        'others refused': writes.filter(
          ({ isStuck, sentAtMs, status }) => !isStuck && sentAtMs > MET_MS && status !== 201,
        ).length,
        'not refused': all.filter(({ isStuck, status }) => isStuck && status !== 503).length,
        'stuck afterwards': stuckAfterwards,
        ...violations,
      },
      details,
      of: `${all.length} requests, the slowest ${(slowestMs / 1_000).toFixed(1)} s`,
    };
  },
};

/** Holds a lock while all clients send requests one by one, each to another account. */
async function hurt(
  run: LiveRun,
  lock: string,
  holdMs: number,
  clients: readonly Client[],
  holders: readonly Holder[],
  toRequest: (holder: Holder, key: string) => ClientRequest,
): Promise<readonly Seen[]> {
  const session = new Session({ connectionString: run.florin.databaseUrl() });
  await session.connect();
  await session.query('begin');
  await session.query(lock);
  const lockedAt = performance.now();
  const endsAt = lockedAt + holdMs;
  const seen: Seen[] = [];
  const sendAll = async (client: Client, clientIndex: number) => {
    const index = clientIndex % holders.length;
    const holder = holders[index];
    if (!holder) return;
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      const startedAt = performance.now();
      const request = toRequest(
        holder,
        `${run.isControl ? 'control' : 'sound'}-${clientIndex}-${turn}`,
      );
      const answer = await client.send(holder, request);
      const ms = performance.now() - startedAt;
      // Requests in flight when the lock was released may have been served.
      if (performance.now() < endsAt || ms > ANSWER_MS_MAX)
        seen.push({
          isStuck: index < STUCK,
          sentAtMs: startedAt - lockedAt,
          status: answer?.status,
          ms,
        });
      await pause(50);
    }
  };
  const sending = Promise.all(clients.map(sendAll));
  await pause(holdMs);
  await session.end();
  await sending;
  return seen;
}

/** Accounts that are not served soon after all locks were released. */
async function countStuck(
  { isControl }: LiveRun,
  clients: readonly Client[],
  holders: readonly Holder[],
): Promise<number> {
  const served = await Promise.all(
    holders.map(async (holder, index) => {
      const name = `afterwards-${isControl}-${index}`;
      const request = credit(holder.accountId, 1, name, name);
      const answer = clients[index]?.send(holder, request);
      const inTime = await Promise.race([answer, pause(RECOVERY_MS_MAX)]);
      return inTime?.status === 201;
    }),
  );
  return served.filter((isServed) => !isServed).length;
}
