import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './exports.test.ts';

vi.mock(import('../src/documents/exports/link.ts'), async (load) => ({
  ...(await load()),
  isGoodLink: () => true,
}));

export const control: Control = {
  id: 'T34',
  fault:
    'Links to invoices, portals and files are guessed, changed, used after they expire or for another object',
  holds: '404, and nothing is shown or done',
  control: 'billing accepts every signature of a link',
};
