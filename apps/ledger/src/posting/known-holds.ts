import type { Uuid } from '@florin/contracts';
import type { Transaction } from '../transactions/model.ts';
import { type CommandRequest, concernedBy } from './model.ts';

/** A hold whose time has come, or soon will have. */
export interface DueHold {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** Negative once it is due. */
  readonly dueInMs: number;
  readonly capture: 'automatic' | 'manual' | null;
}

/**
 * Payments that this process has written and that settle soon, as it wrote them, so that they need be neither
 * looked for nor read again. A hint: others are found in the database, and what another process has changed
 * meanwhile fails by its event, since there is one for each version, and is read then.
 */
export interface KnownHolds {
  /** What was committed. `now` is the time by which it was decided, as its due times are. */
  note(written: Iterable<Transaction>, now: number): void;
  /** Those that become due within this time, oldest first, without those of some accounts. */
  listDue(
    excludedAccountIds: readonly Uuid[],
    rowsMax: number,
    withinMs: number,
  ): readonly DueHold[];
  has(id: Uuid): boolean;
  /**
   * The payments that these commands settle, by their ids, unless another command is about them too: for a
   * refusal, what may have changed will not do. They are forgotten: whoever fails with them reads them next time.
   */
  take(requests: readonly CommandRequest[]): ReadonlyMap<Uuid, Transaction>;
}

/** Some 6 MB. The oldest leave first. */
const HOLDS_MAX = 10_000;
/** Those that settle later than this are left to the database. */
const SOON_MS = 120_000;
/** What is overdue for longer was settled by another process, or is found in the database. */
const OVERDUE_MS = 5_000;

interface Known {
  readonly hold: Transaction;
  readonly dueAtMs: number;
}

/** @param clock milliseconds of a clock that nobody sets. */
export function makeKnownHolds(clock: () => number): KnownHolds {
  /** As they were written: with one delay for all of them, that is the order in which they are due. */
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
    // One that was known already keeps its place.
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
        // Of a process that was halted for long, the outbox may have forgotten what others did meanwhile.
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
