import type { Uuid } from '@florin/contracts';
import { letRest, setLeases, takeDue } from '../store/due.ts';
import { makeWorkOnDue, type WorkParts } from './work-on-due.ts';

/** At a time: this bounds what is kept in memory, and for how long a transaction lasts. */
const TAKEN_MAX = 128;
const REST_SECONDS = 5;

export interface DueWorkParts extends WorkParts {
  readonly onError: (error: unknown) => void;
}

/**
 * Does what has become due by the real time: ends of periods and trials, retries, resumptions,
 * overdue invoices, and charges that were cut off. Returns with how many subscriptions it worked.
 * @throws what kept every charge from being made: the caller is to rest.
 */
export function makeDueWork({ onError, ...parts }: DueWorkParts) {
  const { db, sqlNow } = parts;
  const workOnDue = makeWorkOnDue(parts);
  return async (): Promise<number> => {
    const due = await takeDue(db, sqlNow, TAKEN_MAX);
    const { unchanged, heldBack, troubled, isCutOff } = await workOnDue(due);
    await keep(unchanged, 0);
    await keep(heldBack, REST_SECONDS);
    const [trouble] = troubled.values();
    if (isCutOff) {
      // Another process may reach the ledger: it can have all of this while this one rests.
      await keep([...troubled.keys()], 0);
      throw trouble;
    }
    await letRest(db, sqlNow, [...troubled.keys()]).catch(() => {});
    for (const error of troubled.values()) onError(error);
    return due.length;
  };

  async function keep(ids: readonly Uuid[], seconds: number): Promise<void> {
    // A lease that could not be set runs out by itself.
    if (ids.length > 0) await setLeases(db, ids, seconds).catch(() => {});
  }
}
