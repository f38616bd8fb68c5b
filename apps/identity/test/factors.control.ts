import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './factors.test.ts';

vi.mock(import('../src/credentials/factors/totp.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    stepOf: (factor, code, now) => sound.stepOf({ ...factor, lastStep: 0n }, code, now),
  };
});

export const control: Control = {
  id: 'T38',
  fault: 'Second-factor codes are guessed, reused, used at once or left out',
  holds:
    'Each code works once, five wrong ones per client and quarter of an hour, and no login succeeds without one',
  control: 'identity accepts a code twice',
};
