import { startEdgeServer as start } from '../../../../../apps/gateway/src/requests/server.ts';

export type * from '../../../../../apps/gateway/src/requests/server.ts';

/** Waits for slow senders for ten minutes. */
export const startEdgeServer: typeof start = (handle, place, limits, log) =>
  start(handle, place, { ...limits, arrivalTimeoutMs: 600_000 }, log);
