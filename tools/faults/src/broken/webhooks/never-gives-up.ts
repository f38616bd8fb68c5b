import { onAnyEvent as handle } from '@florin/webhooks/src/consumers.ts';

/** Treats an event's failure as a database failure, which is retried for ever. */
export const onAnyEvent: typeof handle = async (tx, events) => {
  try {
    await handle(tx, events);
  } catch (cause) {
    throw new Error('Connection terminated', { cause });
  }
};
