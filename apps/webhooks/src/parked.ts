import { type DatabaseConfig, listParked, withDatabase } from '@florin/database';
import { retryParked } from '@florin/events';
import { onAnyEvent } from './events/on-any-event.ts';
import type { WebhooksTables } from './store/schema.ts';

const ROWS_MAX = 1_000;
const CONSUMER = 'webhooks';

/** `parked list` shows what was set aside and why; `parked retry` handles it again, in order. */
export async function parked(
  { database }: { readonly database: DatabaseConfig },
  [what]: readonly string[],
): Promise<string> {
  return withDatabase<WebhooksTables, string>(database, async (db) => {
    if (what === 'retry') {
      const { handled, failed } = await retryParked({ name: CONSUMER, db, handle: onAnyEvent });
      const lines = failed.map(({ position, reason }) => `${position} still fails: ${reason}`);
      return [`${handled} handled, ${failed.length} still fail`, ...lines].join('\n');
    }
    if (what !== 'list') throw new Error('say parked list, or parked retry');
    const rows = await listParked(db, CONSUMER, ROWS_MAX);
    const lines = rows.map(({ position, event_id, aggregate_id, reason, parked_at }) =>
      [position, parked_at.toISOString(), event_id, aggregate_id, reason].join(' '),
    );
    return [`${rows.length} parked`, ...lines].join('\n');
  });
}
