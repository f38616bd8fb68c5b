import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './bodies.test.ts';

vi.mock(import('../src/requests/server.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    startEdgeServer: (handle, place, limits, log) =>
      sound.startEdgeServer(handle, place, { ...limits, arrivalTimeoutMs: 600_000 }, log),
  };
});

export const control: Control = {
  id: 'T19',
  fault: '500 slow senders, endless bodies and bodies beyond the limit',
  holds: 'The gateway cuts them and serves other clients',
  control: 'the gateway waits ten minutes for slow senders',
};
