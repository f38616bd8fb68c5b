import { startDeliveries as start } from '@florin/webhooks/src/delivery/start-deliveries.ts';

/** Nine retries, as always, but within seconds. */
const retryDelaysMs = [100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000];

export const startDeliveries: typeof start = ({ pace, ...deps }, onError) =>
  start({ ...deps, pace: { ...pace, retryDelaysMs, firstPauseMs: 100 } }, onError);
