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
/** Beyond these an operator has to look at them first. */
const FAILED_MAX = 10_000;

export interface Redriven {
  readonly handled: number;
  /** What still fails, by its position; it stays a dead letter. */
  readonly failed: readonly { readonly position: bigint; readonly reason: string }[];
}

/**
 * Handles dead letters again, oldest first, each in a transaction of its own that also takes it out.
 * Behind one that still fails, its aggregate goes on waiting. What is added meanwhile, behind one that
 * is just handled, is handled too: nothing else would ever look at it.
 * @throws what says nothing of the event, such as a database that is away.
 */
export async function redriveDeadLetters<Tables extends ConsumerTables>(
  consumer: Pick<Consumer<Tables>, 'name' | 'db' | 'findKnown' | 'handle'>,
): Promise<Redriven> {
  const { name, db, findKnown, handle } = consumer;
  const waiting = new Set<string>();
  const failed: { position: bigint; reason: string }[] = [];
  let handled = 0;

  /** Whether it was still there. */
  function redrive(position: bigint): Promise<boolean> {
    return inBackground(db, async (transaction) => {
      const tx = withTables<ConsumerTables, Tables>(transaction);
      // What the consumer adds is either in the next list, or comes when this one is taken out.
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
   * What is no event may be a gathered message that came to a version before those. From whose stream
   * it came nobody knows any more, so it is not believed: it goes once all in it has come again.
   */
  async function dropIfKnown(tx: Transaction<Tables>, body: Uint8Array): Promise<void> {
    const ids = linesOf(body).map((line) => parseEvent(line)?.id);
    const events = ids.filter((id) => id !== undefined);
    if (events.length < ids.length) throw new Error('is no event');
    const had = await findHad(consumer, tx, events);
    if (!events.every((id) => had.has(id)))
      throw new Error('is several events: republish them, and redrive then');
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
