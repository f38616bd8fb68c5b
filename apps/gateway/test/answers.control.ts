import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './answers.test.ts';

vi.mock(import('../src/requests/connections.ts'), async (load) => ({
  ...(await load()),
  refuseConnections(server) {
    server.on('clientError', (_error, socket) => socket.destroy());
  },
}));

export const control: Control = {
  id: 'T28',
  fault:
    'Bytes after a request, or a half-closed connection, over plain and TLS connections and HTTP/1.0',
  holds: 'The response arrives before the connection closes: lost responses 0',
  control: 'the gateway closes a connection as soon as it reads invalid HTTP',
};
