import { replaySample, samplesFor } from '@florin/contract-tests';
import { expect, it } from 'vitest';
import { createLogDatabase, startBus, startWebhooks } from './start-webhooks.ts';

it.each(samplesFor('webhooks'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
    const { grpcPort, stop } = await startWebhooks(database, bus);
    const states = { nothing: async () => {} };
    try {
      const { wanted, got } = await replaySample(sample, states, { name: 'webhooks', grpcPort });
      expect(got).toMatchObject(wanted);
    } finally {
      await stop();
      await Promise.all([bus.stop(), database.drop()]);
    }
  },
);
