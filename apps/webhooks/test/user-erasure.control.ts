import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './user-erasure.test.ts';

vi.mock(import('../src/erasures/redact-users.ts'), async (load) => ({
  ...(await load()),
  redactUsers: async () => false,
}));

export const control: Control = {
  id: 'T70',
  fault: 'A user is anonymized whose name and address are in events of several accounts',
  holds: 'No event of the log has the name or the address of the user, and those of others stay',
  control: 'the service records the erasure and searches no event',
};
