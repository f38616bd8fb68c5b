import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './private-targets.isolated.test.ts';

vi.mock(import('../src/deliveries/public-addresses.ts'), async (load) => ({
  ...(await load()),
  isPublicAddress: () => true,
}));

export const control: Control = {
  id: 'T25',
  fault:
    'Webhooks to loopback, private and link-local addresses, through changing DNS names or redirects',
  holds: 'The connection is refused',
  control: 'webhooks treats every address as public',
};
