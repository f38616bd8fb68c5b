import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './hasher.test.ts';

vi.mock(import('./hasher.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    async startPasswordHasher(config) {
      const hasher = await sound.startPasswordHasher(config);
      return {
        ...hasher,
        matches: async (password, passwordHash) =>
          passwordHash !== undefined && (await hasher.matches(password, passwordHash)),
      };
    },
  };
});

export const control: Control = {
  id: 'T12',
  fault: 'Logins with emails that have a login and emails that have none',
  holds: 'Both cost the same work',
  control: 'identity compares no password for an unknown email',
};
