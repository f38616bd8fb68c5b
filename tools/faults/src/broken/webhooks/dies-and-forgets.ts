import type { startConsumer as start } from '../../../../../packages/events/src/consuming/consume.ts';
import { startConsumer as startDying } from './dies-before-ack.ts';

export * from '../../../../../packages/events/src/consuming/consume.ts';

/** Dies likewise, and knows no event that comes again. */
export const startConsumer: typeof start = (connection, source, consumer) =>
  startDying(connection, source, { ...consumer, findKnown: async () => new Set() });
