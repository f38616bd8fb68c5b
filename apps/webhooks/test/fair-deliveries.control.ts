import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './fair-deliveries.isolated.test.ts';

vi.mock(import('../src/deliveries/agents.ts'), async (load) => ({
  ...(await load()),
  makeAgents(makeAgent) {
    const agent = makeAgent();
    return { of: () => agent, destroy: () => agent.destroy() };
  },
}));
vi.mock(import('../src/deliveries/slots.ts'), async (load) => ({
  ...(await load()),
  shareOf: (free) => free,
}));

export const control: Control = {
  id: 'T65',
  fault:
    'All endpoints of an account never respond, at the origin of receivers of another account; all endpoints of ten accounts never respond',
  holds: 'Deliveries of another account are sent at once, and each arrives at the first attempt',
  control: 'all endpoints share the connections to an origin, and accounts the delivery slots',
};
