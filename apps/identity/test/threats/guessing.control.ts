import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './guessing.test.ts';

vi.mock(import('../../src/domain/login-failures.ts'), async (load) => ({
  ...(await load()),
  retryAfterSeconds: () => 0,
  mayTryAtOnce: () => true,
}));

export const control: Control = {
  id: 'T13',
  fault: 'A client guesses passwords',
  holds:
    'At most 100 guesses an hour for each login and network; the owner can still log in from another address',
  control: 'identity does not limit tries',
};
