import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './password-bytes.test.ts';

const BCRYPT_BYTES_MAX = 72;
const shorten = (password: string) =>
  Buffer.from(password).subarray(0, BCRYPT_BYTES_MAX).toString('latin1');

vi.mock(import('../../src/passwords/hasher.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    async startPasswordHasher(config) {
      const hasher = await sound.startPasswordHasher(config);
      return {
        ...hasher,
        hash: (password) => hasher.hash(shorten(password)),
        matches: (password, passwordHash) => hasher.matches(shorten(password), passwordHash),
      };
    },
  };
});

export const control: Control = {
  id: 'T14',
  fault: 'Passwords that differ after byte 72, by a NUL or by their Unicode form',
  holds: 'No password matches another one',
  control: 'identity compares only the bytes that bcrypt reads',
};
