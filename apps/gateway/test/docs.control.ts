import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './docs.test.ts';

vi.mock(import('../../../packages/reference/src/pages/policy.ts'), async (load) => ({
  ...(await load()),
  policy: ["script-src * 'unsafe-inline'", 'style-src *'],
}));

export const control: Control = {
  id: 'T48',
  fault:
    'The API reference inside a frame of another site, or with foreign scripts, styles or requests',
  holds: 'Its pages allow none of them, and text never becomes markup',
  control: 'the reference has a policy that allows everything',
};
