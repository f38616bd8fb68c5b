import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './factor-lock.test.ts';

vi.mock(import('../../src/domain/factor.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    // Five wrong codes of one client count as the ten that block every client.
    waitSeconds: (factor, now) =>
      sound.waitSeconds({ ...factor, wrongCodes: factor.wrongCodes * 2 }, now),
  };
});

export const control: Control = {
  id: 'T63',
  fault:
    'Wrong recovery codes, wrong authenticator codes from one address and from many, and one recovery code eight times at once',
  holds:
    'A right authenticator code still works for its person, ten wrong ones per quarter of an hour are checked, and a repeated recovery code counts once',
  control: 'identity blocks the authenticator everywhere after five wrong codes of one client',
};
