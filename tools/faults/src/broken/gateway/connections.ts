import type { refuseConnections as refuse } from '../../../../../apps/gateway/src/requests/connections.ts';

export * from '../../../../../apps/gateway/src/requests/connections.ts';

/** Hangs up as soon as it reads what is not HTTP. */
export const refuseConnections: typeof refuse = (server) => {
  server.on('clientError', (_error, socket) => socket.destroy());
};
