import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './queues.test.ts';

vi.mock(import('../src/domain/queues.ts'), async (load) => ({
  ...(await load()),
  queueOf: () => 'notification',
}));

export const control: Control = {
  id: 'F62',
  fault: 'A mail server is slow for some mails',
  holds: 'Other mails go on, and interactive mail waits only behind interactive mail',
  control: 'mail has one delivery queue',
};
