import type { startConsumer as start } from '../../../../../packages/events/src/consuming/consume.ts';
import { startConsumer as startDying } from './dies-before-ack.ts';

export * from '../../../../../packages/events/src/consuming/consume.ts';

/** Ends in the same way, and recognizes no redelivered event. */
export const startConsumer: typeof start = (connection, source, consumer) =>
  startDying(connection, source, { ...consumer, findKnown: async () => new Set() });
