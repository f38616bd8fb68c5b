import { connectEvents } from '@florin/events';
import type { Florin } from '../florin/start-florin.ts';
import { PRODUCERS } from './producers.ts';

/** JetStream's error code for a service that has published nothing yet. */
const NO_STREAM = 10_059;

/** Number of messages that NATS still holds for webhooks. Redelivered messages must do no harm. */
export async function openUnhandled({ natsUrl }: Pick<Florin, 'natsUrl'>) {
  const connection = connectEvents({ url: natsUrl() }, 'faults', () => {});
  const { manager } = await connection.jetStream();

  async function countOf(service: string): Promise<number> {
    try {
      const info = await manager.consumers.info(`florin_${service}`, 'webhooks');
      return info.num_pending + info.num_ack_pending;
    } catch (error) {
      const { api_error } = error as { readonly api_error?: { readonly err_code?: number } };
      // A newly created consumer has every message ahead of it.
      return api_error?.err_code === NO_STREAM ? 0 : 1;
    }
  }

  return {
    async count(): Promise<number> {
      const counts = await Promise.all(PRODUCERS.map(countOf));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: () => connection.close(),
  };
}
