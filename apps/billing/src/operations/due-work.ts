import { type DueSubscription, keepLease, setLease, takeDue } from '../store/due.ts';
import { inLanes } from './in-lanes.ts';
import { makeWorkOnDue, type WorkParts } from './work-on-due.ts';

const TAKEN_MAX = 64;
const REST_SECONDS = 5;

export interface DueWorkParts extends WorkParts {
  readonly onError: (error: unknown) => void;
}

/**
 * Does what has become due by the real time: ends of periods and trials, retries, resumptions,
 * overdue invoices, and charges that were cut off. Returns with how many subscriptions it worked.
 */
export function makeDueWork({ onError, ...parts }: DueWorkParts) {
  const { db, sqlNow } = parts;
  const workOnDue = makeWorkOnDue(parts);
  return async (): Promise<number> => {
    const due = await takeDue(db, sqlNow, TAKEN_MAX);
    await inLanes(due, work);
    return due.length;
  };

  async function work(due: DueSubscription): Promise<void> {
    const { id } = due;
    try {
      const progress = await workOnDue(due, () => keepLease(db, id));
      await setLease(db, id, progress === 'held back' ? REST_SECONDS : 0);
    } catch (error) {
      // Trouble is no attempt: the same charge is made again a little later.
      onError(error);
      await setLease(db, id, REST_SECONDS).catch(() => {}); // It runs out by itself.
    }
  }
}
