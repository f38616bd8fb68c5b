import { onAnyEvent as handle } from '@florin/webhooks/src/events/consumers.ts';
import { sql } from 'kysely';

/** Works on events, and forgets in the same transaction that it has. */
export const onAnyEvent: typeof handle = async (tx, events) => {
  await handle(tx, events);
  const ids = events.map(({ id }) => id);
  await sql`delete from inbox where event_id = any(${ids}::uuid[])`.execute(tx);
};
