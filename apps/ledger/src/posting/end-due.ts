import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Uuid } from '@florin/contracts';
import type { AnyCommand } from '../domain/batch/model.ts';
import { SYSTEM_CAUSE } from '../domain/events.ts';
import type { Writer } from './writer.ts';

const PAGE = 500;
/** Limits the skipped accounts, and so the statement that names them. */
const LOCKED_ACCOUNTS_MAX = 1_000;
const DEADLINE_MS = 10_000;
/** Commands due within one step are submitted together at its end. */
const STEP_MS = 20;

export interface Due {
  readonly accountId: Uuid;
  /** Time until it is due, as of its listing. */
  readonly dueInMs: number;
  /** The command that settles, expires or cancels it. */
  readonly command: AnyCommand;
}

/** Lists the oldest due and soon due items, without those of some accounts. */
export type ListDue = (
  excludedAccountIds: readonly Uuid[],
  rowsMax: number,
) => Promise<readonly Due[]>;

/**
 * Runs due commands through the writer, page by page and each at its time, so that they never form
 * one huge batch. Accounts locked by another session wait for all others.
 * @returns whether there may be more
 */
export function makeDueRunner(writer: Writer, list: ListDue): () => Promise<boolean> {
  const lockedAccounts = new Set<Uuid>();

  return async () => {
    const due = await list([...lockedAccounts], PAGE);
    const outcomes = await submitInTime(writer, due);
    const failures = outcomes.flatMap((outcome, index) => {
      if (outcome.status === 'fulfilled') return [];
      const { accountId } = due[index] ?? {};
      if (accountId !== undefined) lockedAccounts.add(accountId);
      return [outcome.reason];
    });
    const isLastPage = due.length < PAGE;
    if (isLastPage || lockedAccounts.size > LOCKED_ACCOUNTS_MAX) lockedAccounts.clear();
    const bug = failures.find((reason) => !(reason instanceof AppError));
    if (bug !== undefined) throw bug;
    // More has become due meanwhile; constant failures must not be retried without a pause.
    return !isLastPage || failures.length < due.length;
  };
}

/** Submits commands in order of time, step by step. Never rejects. */
async function submitInTime(writer: Writer, due: readonly Due[]) {
  const listedAt = performance.now();
  const steps = Map.groupBy(due, ({ dueInMs }) => Math.ceil(Math.max(0, dueInMs) / STEP_MS));
  const running = [];
  for (const [step, commands] of steps) {
    // A timer can fire slightly early, when nothing would be due yet.
    const waitMs = listedAt + step * STEP_MS + 1 - performance.now();
    if (step > 0 && waitMs > 0) await pause(waitMs);
    const deadline = performance.now() + DEADLINE_MS;
    running.push(
      Promise.allSettled(
        commands.map(({ accountId, command }) =>
          writer.submit({ accountId, command, cause: SYSTEM_CAUSE }, deadline),
        ),
      ),
    );
  }
  return (await Promise.all(running)).flat();
}
