import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './lanes.test.ts';

vi.mock(import('../src/outgoing/lanes.ts'), async (load) => ({
  ...(await load()),
  laneOf: () => 'told',
}));

export const control: Control = {
  id: 'F62',
  fault: 'A mail server is slow for some mails',
  holds: 'Other mails go on, and interactive mail waits only behind interactive mail',
  control: 'mail has one delivery queue',
};
