import { AppError, type Uuid } from '@florin/contracts';
import { SYSTEM_CAUSE } from './event-model.ts';
import type { AnyCommand } from './model.ts';
import type { Writer } from './writer.ts';

const PAGE = 500;
/** Accounts that are passed over: this bounds the statement that names them. */
const BUSY_MAX = 1_000;
const DEADLINE_MS = 10_000;

export interface Due {
  readonly accountId: Uuid;
  /** What ends it. */
  readonly command: AnyCommand;
}

/** The oldest of what is due, without that of some accounts. */
type ListDue = (excludedAccountIds: readonly Uuid[], rowsMax: number) => Promise<readonly Due[]>;

/**
 * Ends what is due, a page a round, by commands that the writer decides like any other. What an
 * account has due cannot be ended while somebody keeps it locked: until a round has reached the end
 * of all others, that account is passed over, however much it has due. Returns whether to go on at
 * once.
 */
export function makeDueRunner(writer: Writer, list: ListDue): () => Promise<boolean> {
  const busy = new Set<Uuid>();

  return async () => {
    const due = await list([...busy], PAGE);
    const deadline = performance.now() + DEADLINE_MS;
    const ends = await Promise.allSettled(
      due.map(({ accountId, command }) =>
        writer.submit({ accountId, command, cause: SYSTEM_CAUSE }, deadline),
      ),
    );
    const failures = ends.flatMap((end, index) => {
      if (end.status === 'fulfilled') return [];
      const { accountId } = due[index] ?? {};
      if (accountId !== undefined) busy.add(accountId);
      return [end.reason as unknown];
    });
    const isLastPage = due.length < PAGE;
    if (isLastPage || busy.size > BUSY_MAX) busy.clear();
    const bug = failures.find((reason) => !(reason instanceof AppError));
    if (bug !== undefined) throw bug;
    return !isLastPage;
  };
}
