import { onAnyEvent } from '@florin/webhooks/src/events/on-any-event.ts';
import { sql } from 'kysely';

/** Works on events, and forgets in the same transaction that it has. */
export const forgetEvents: typeof onAnyEvent = async (tx, events) => {
  await onAnyEvent(tx, events);
  const ids = events.map(({ id }) => id);
  await sql`delete from inbox where event_id = any(${ids}::uuid[])`.execute(tx);
};
