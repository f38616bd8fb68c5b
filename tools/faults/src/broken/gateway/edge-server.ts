import { startEdgeServer as start } from '../../../../../apps/gateway/src/requests/edge-server.ts';

export type * from '../../../../../apps/gateway/src/requests/edge-server.ts';

/** Waits for senders as long as they take. */
export const startEdgeServer: typeof start = (handle, place, limits, log) =>
  start(handle, place, { ...limits, arrivalTimeoutMs: 600_000 }, log);
