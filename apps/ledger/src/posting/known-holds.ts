import type { Uuid } from '@florin/contracts';
import { type CommandRequest, concernedBy } from '../domain/batch/model.ts';
import type { Transaction } from '../domain/transaction/model.ts';

/** A hold that is due now or soon. */
export interface DueHold {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** Negative if it is overdue. */
  readonly dueInMs: number;
  readonly capture: 'automatic' | 'manual' | null;
}

/**
 * Cache of this process's own payments that settle soon, so that they need not be read again. Only
 * a hint: a stale one fails at its event, unique per version, and is then read.
 */
export interface KnownHolds {
  /**
   * Adds committed transactions. `now` is the instant of their decision, which due times refer to.
   */
  note(written: Iterable<Transaction>, now: number): void;
  /** Holds that become due within this time, oldest first, without those of some accounts. */
  listDue(
    excludedAccountIds: readonly Uuid[],
    rowsMax: number,
    withinMs: number,
  ): readonly DueHold[];
  has(id: Uuid): boolean;
  /**
   * Removes and returns the payments that these commands settle, unless another command of the
   * batch concerns them, which requires a fresh read. After a failure they are read again.
   */
  take(requests: readonly CommandRequest[]): ReadonlyMap<Uuid, Transaction>;
}

/** About 6 MB. The oldest are evicted first. */
const HOLDS_MAX = 10_000;
/** Later ones are left to the database. */
const SOON_MS = 120_000;
/** Longer overdue ones were settled by another process, or are found in the database. */
const OVERDUE_MS = 5_000;

interface Known {
  readonly hold: Transaction;
  readonly dueAtMs: number;
}

/** @param clock milliseconds of a monotonic clock. */
export function makeKnownHolds(clock: () => number): KnownHolds {
  /** In insertion order, which is the due order because all have the same delay. */
  const known = new Map<Uuid, Known>();

  function forgetOldest(): void {
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  }

  function noteOne(hold: Transaction, now: number): void {
    const { id, status, capture, dueAt } = hold;
    const settles = status === 'pending' && capture === 'automatic' && dueAt !== null;
    if (!settles || dueAt - now > SOON_MS) {
      known.delete(id);
      return;
    }
    // A known hold keeps its place.
    known.set(id, { hold, dueAtMs: clock() + dueAt - now });
    if (known.size > HOLDS_MAX) forgetOldest();
  }

  return {
    note(written, now) {
      for (const hold of written) noteOne(hold, now);
    },
    listDue(excludedAccountIds, rowsMax, withinMs) {
      const excluded = new Set(excludedAccountIds);
      const now = clock();
      const due: DueHold[] = [];
      for (const [id, { hold, dueAtMs }] of known) {
        const dueInMs = dueAtMs - now;
        if (dueInMs > withinMs || due.length === rowsMax) break;
        const { accountId, capture } = hold;
        if (dueInMs < -OVERDUE_MS) known.delete(id);
        else if (!excluded.has(accountId)) due.push({ id, accountId, dueInMs, capture });
      }
      return due;
    },
    has: (id) => known.has(id),
    take(requests) {
      const taken = new Map<Uuid, Transaction>();
      for (const { command } of requests) {
        if (command.kind !== 'settle') continue;
        const found = known.get(command.transactionId);
        // If this process was halted for long, the outbox may already have deleted the events of
        // other processes.
        if (found && clock() - found.dueAtMs <= OVERDUE_MS)
          taken.set(command.transactionId, found.hold);
        known.delete(command.transactionId);
      }
      if (taken.size === 0) return taken;
      for (const { command } of requests) {
        const id = concernedBy(command);
        if (id !== null && command.kind !== 'settle') taken.delete(id);
      }
      return taken;
    },
  };
}
