import { onAnyEvent } from '@florin/webhooks/src/events/on-any-event.ts';
import { runWebhooks } from './run-webhooks.ts';

await runWebhooks({
  async handle(tx, events) {
    try {
      await onAnyEvent(tx, events);
    } catch (cause) {
      // What looks like trouble of the database is tried again for ever.
      throw new Error('Connection terminated', { cause });
    }
  },
});
