import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './password-resets.test.ts';

vi.mock(import('../src/domain/confirmation.ts'), async (load) => ({
  ...(await load()),
  isLive: () => true,
}));

export const control: Control = {
  id: 'T30',
  fault:
    'Links from a mail are used twice, at once, too late, on another page or after a newer link; codes are guessed',
  holds:
    'Each link acts once; five tries per code; the previous mailbox can undo a change for 72 hours',
  control: 'identity accepts links that are used or expired',
};
