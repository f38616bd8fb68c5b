import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './site.test.ts';

vi.mock(import('../src/site/policy.ts'), async (load) => ({
  ...(await load()),
  policy: ["script-src * 'unsafe-inline'", 'style-src *'],
}));

export const control: Control = {
  id: 'T43',
  fault: 'The console inside a frame of another site, or with foreign scripts, styles or requests',
  holds: 'Its page allows none of them, and text never becomes markup',
  control: 'the console has a policy that allows everything',
};
