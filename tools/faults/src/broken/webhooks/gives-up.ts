import { startDeliveries as start } from '@florin/webhooks/src/delivery/start-deliveries.ts';

/** Never tries a delivery again. */
export const startDeliveries: typeof start = ({ pace, ...deps }, onError) =>
  start({ ...deps, pace: { ...pace, retryDelaysMs: [], firstPauseMs: 100 } }, onError);
