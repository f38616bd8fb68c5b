import type { refuseConnections as refuse } from '../../../../../apps/gateway/src/requests/refuse-connections.ts';

/** Hangs up as soon as it reads what is no HTTP. */
export const refuseConnections: typeof refuse = (server) => {
  server.on('clientError', (_error, socket) => socket.destroy());
};
