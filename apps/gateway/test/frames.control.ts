import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './frames.test.ts';

vi.mock(import('../src/requests/frame.ts'), async (load) => ({
  ...(await load()),
  findFrameFault: () => undefined,
}));

export const control: Control = {
  id: 'T8',
  fault:
    'Spoofed internal headers, and requests smuggled over raw connections: two lengths, CL.TE, TE.CL, bare LF, chunked DELETE, Upgrade (T9)',
  holds: 'The gateway refuses or re-frames them, and no response goes to another request',
  control: 'the gateway accepts every frame that Node accepts',
};
