import { sql } from 'kysely';
import type { startConsumer as start } from '../../../../../packages/events/src/consuming/consume.ts';
import { startConsumer as startDying } from './dies-before-ack.ts';

export * from '../../../../../packages/events/src/consuming/consume.ts';

/** Dies likewise, and forgets in the same transaction that it has worked on the events. */
export const startConsumer: typeof start = (connection, source, consumer) =>
  startDying(connection, source, {
    ...consumer,
    async handle(tx, events) {
      await consumer.handle(tx, events);
      const ids = events.map(({ id }) => id);
      await sql`delete from inbox where event_id = any(${ids}::uuid[])`.execute(tx);
    },
  });
