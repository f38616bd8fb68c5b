import { type InboxTables, listParked, unpark } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { Consumer, ConsumerTables } from './consumer.ts';
import { parseEvent, reasonOf } from './handle-batch.ts';

const ROWS_MAX = 1_000;

export interface Retried {
  readonly handled: number;
  /** What fails still, by its position; it stays parked. */
  readonly failed: readonly { readonly position: bigint; readonly reason: string }[];
}

/**
 * Handles parked events in the order in which they were parked, each in a transaction of its own
 * that also takes it out. Behind one that fails still, its aggregate goes on waiting.
 */
export async function retryParked<Tables extends ConsumerTables>({
  name,
  db,
  handle,
}: Pick<Consumer<Tables>, 'name' | 'db' | 'handle'>): Promise<Retried> {
  const parked = await listParked(db as unknown as Kysely<InboxTables>, name, ROWS_MAX);
  const waiting = new Set<string>();
  const failed: { position: bigint; reason: string }[] = [];
  let handled = 0;
  for (const { position, aggregate_id } of parked) {
    if (aggregate_id !== null && waiting.has(aggregate_id)) continue;
    try {
      await db.transaction().execute(async (tx) => {
        const body = await unpark(tx as unknown as Transaction<InboxTables>, position);
        if (!body) return;
        const event = parseEvent(body);
        if (!event) throw new Error('is no event');
        await handle(tx, [event]);
        handled += 1;
      });
    } catch (error) {
      if (aggregate_id !== null) waiting.add(aggregate_id);
      failed.push({ position, reason: reasonOf(error) });
    }
  }
  return { handled, failed };
}
