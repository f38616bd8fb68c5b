import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './password-resets.test.ts';

vi.mock(import('../src/credentials/factors/queries.ts'), async (load) => ({
  ...(await load()),
  deleteFactor: async () => {},
}));

export const control: Control = {
  id: 'T56',
  fault: 'Someone makes a login for another person’s address and adds a second factor to it',
  holds: 'A password reset by mail gives the login to the person, without that factor',
  control: 'a reset keeps every second factor',
};
