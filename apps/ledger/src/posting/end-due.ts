import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Uuid } from '@florin/contracts';
import { SYSTEM_CAUSE } from './event-model.ts';
import type { AnyCommand } from './model.ts';
import type { Writer } from './writer.ts';

const PAGE = 500;
/** Accounts that are skipped: this bounds the statement that names them. */
const LOCKED_ACCOUNTS_MAX = 1_000;
const DEADLINE_MS = 10_000;
/** What becomes due within such a step is submitted together, at its end. */
const STEP_MS = 20;

export interface Due {
  readonly accountId: Uuid;
  /** For how long it is not due yet, by the time of its listing. */
  readonly dueInMs: number;
  /** What settles, expires or cancels it. */
  readonly command: AnyCommand;
}

/** The oldest of what is due, or soon will be, without that of some accounts. */
export type ListDue = (
  excludedAccountIds: readonly Uuid[],
  rowsMax: number,
) => Promise<readonly Due[]>;

/**
 * Runs the commands that are due, a page at a time, as the writer decides any other, each when its time
 * has come: all at once they would be a batch that everybody else waits for. Commands of an account that
 * another session keeps locked fail: that account is skipped until all others are done, however much it
 * has due. Returns whether there may be more.
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
    // More has become due meanwhile; what fails again and again must not be tried without a rest.
    return !isLastPage || failures.length < due.length;
  };
}

/** Submits commands, listed in the order of their times, step by step. Never rejects. */
async function submitInTime(writer: Writer, due: readonly Due[]) {
  const listedAt = performance.now();
  const steps = Map.groupBy(due, ({ dueInMs }) => Math.ceil(Math.max(0, dueInMs) / STEP_MS));
  const running = [];
  for (const [step, commands] of steps) {
    // A timer may end a little before its time, by which nothing would be due.
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
