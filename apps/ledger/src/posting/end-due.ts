import { AppError, type Uuid } from '@florin/contracts';
import { SYSTEM_CAUSE } from './event-model.ts';
import type { AnyCommand } from './model.ts';
import type { Writer } from './writer.ts';

const PAGE = 500;
/** Accounts that are skipped: this bounds the statement that names them. */
const LOCKED_ACCOUNTS_MAX = 1_000;
const DEADLINE_MS = 10_000;

export interface Due {
  readonly accountId: Uuid;
  /** What settles, expires or cancels it. */
  readonly command: AnyCommand;
}

/** The oldest of what is due, without that of some accounts. */
type ListDue = (excludedAccountIds: readonly Uuid[], rowsMax: number) => Promise<readonly Due[]>;

/**
 * Runs the commands that are due, a page at a time, as the writer decides any other. Commands of an
 * account that another session keeps locked fail: that account is skipped until all others are
 * done, however much it has due. Returns whether there may be more.
 */
export function makeDueRunner(writer: Writer, list: ListDue): () => Promise<boolean> {
  const lockedAccounts = new Set<Uuid>();

  return async () => {
    const due = await list([...lockedAccounts], PAGE);
    const deadline = performance.now() + DEADLINE_MS;
    const outcomes = await Promise.allSettled(
      due.map(({ accountId, command }) =>
        writer.submit({ accountId, command, cause: SYSTEM_CAUSE }, deadline),
      ),
    );
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
    return !isLastPage;
  };
}
