import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import type { DrawOrder } from '../src/documents/drawing/pdf/worker.ts';
import './stop-clock.ts';
import './hostile-account.test.ts';

vi.mock(import('../src/documents/drawing/pdf/draw.ts'), async (load) => {
  const sound = await load();
  const { makeWorkerQueue } = await import('@florin/runtime/worker-queue');
  return {
    ...sound,
    startDrawing() {
      const queue = makeWorkerQueue<DrawOrder, Uint8Array>({
        script: new URL('../src/documents/drawing/pdf/worker.ts', import.meta.url),
        ...{ deadlineMs: 12_000, heapMbMax: 256, idleMs: 30_000 },
        ...{ waitingMax: 50, withinMs: 60_000, turnMs: 100, what: 'documents' },
      });
      return {
        draw: async (order) => Buffer.from(await queue.run(order, 'all accounts')),
        close: queue.stop,
      };
    },
  };
});

export const control: Control = {
  id: 'T53',
  fault: 'An account asks for its longest PDFs, many at once',
  holds: 'PDFs of another account wait for at most 4 of its documents (median)',
  control: 'billing draws all documents on one thread in the order of requests',
};
