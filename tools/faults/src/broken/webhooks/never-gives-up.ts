import { onAnyEvent as handle } from '@florin/webhooks/src/events/consumers.ts';

/** Takes a failure of an event for one of the database, which is tried again for ever. */
export const onAnyEvent: typeof handle = async (tx, events) => {
  try {
    await handle(tx, events);
  } catch (cause) {
    throw new Error('Connection terminated', { cause });
  }
};
