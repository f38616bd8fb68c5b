import {
  failureOf,
  type InboxTables,
  inBackground,
  listDeadLetters,
  lockLeases,
  takeDeadLetter,
  withTables,
} from '@florin/database';
import type { Transaction } from 'kysely';
import { linesOf } from '../messages/gathered.ts';
import { type Consumer, type ConsumerTables, findHad, leaseOf } from './consumer.ts';
import { reasonOf } from './handle-batch.ts';
import { parseEvent } from './parse-event.ts';

const ROWS_MAX = 1_000;
/** Limit of failures in one run; beyond it, an operator must fix these first. */
const FAILED_MAX = 10_000;

export interface Redriven {
  readonly handled: number;
  /** Dead letters that failed again, by position. */
  readonly failed: readonly { readonly position: bigint; readonly reason: string }[];
}

/**
 * Retries dead letters, oldest first, each in a transaction that also deletes it. Successors of a
 * failing one keep waiting; dead letters added meanwhile are handled too.
 * @throws errors unrelated to the event, such as an unreachable database
 */
export async function redriveDeadLetters<Tables extends ConsumerTables>(
  consumer: Pick<Consumer<Tables>, 'name' | 'db' | 'findKnown' | 'handle'>,
): Promise<Redriven> {
  const { name, db, findKnown, handle } = consumer;
  const waiting = new Set<string>();
  const failed: { position: bigint; reason: string }[] = [];
  let handled = 0;

  /** Returns whether it still existed. */
  function redrive(position: bigint): Promise<boolean> {
    return inBackground(db, async (transaction) => {
      const tx = withTables<ConsumerTables, Tables>(transaction);
      // Excludes the consumer: what it adds is in the next list, or waits for this transaction.
      await lockLeases(tx, leaseOf(name));
      const body = await takeDeadLetter(tx, position);
      if (!body) return false;
      const event = parseEvent(body);
      if (!event) await dropIfKnown(transaction, body);
      else if (!(await findKnown?.(transaction, [event.id]))?.has(event.id))
        await handle(transaction, [event]);
      return true;
    });
  }

  /**
   * The bytes may be a batched message that an older version received. Its stream is unknown, so it
   * is not trusted; it is deleted once all of its events were redelivered.
   */
  async function dropIfKnown(tx: Transaction<Tables>, body: Uint8Array): Promise<void> {
    const ids = linesOf(body).map((line) => parseEvent(line)?.id);
    const events = ids.filter((id) => id !== undefined);
    if (events.length < ids.length) throw new Error('is no event');
    const had = await findHad(consumer, tx, events);
    if (!events.every((id) => had.has(id)))
      throw new Error('contains several events; republish them, then redrive');
  }

  for (;;) {
    const letters = await listDeadLetters(withTables<InboxTables, Tables>(db), name, ROWS_MAX, {
      positions: failed.map(({ position }) => position),
      aggregateIds: [...waiting],
    });
    if (letters.length === 0 || failed.length >= FAILED_MAX) return { handled, failed };
    for (const { position, aggregate_id } of letters) {
      if (aggregate_id !== null && waiting.has(aggregate_id)) continue;
      try {
        if (await redrive(position)) handled += 1;
      } catch (error) {
        if (failureOf(error) === 'transient') throw error;
        if (aggregate_id !== null) waiting.add(aggregate_id);
        failed.push({ position, reason: reasonOf(error) });
      }
    }
  }
}
