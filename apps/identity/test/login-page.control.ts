import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './login-page.test.ts';

vi.mock(import('../src/credentials/browser-sessions/return-to.ts'), async (load) => ({
  ...(await load()),
  ownPage: (path) => path || undefined,
}));

export const control: Control = {
  id: 'T37',
  fault:
    'A browser login with a foreign return address, a foreign Host, a fixed session, or inside a frame',
  holds: 'It returns to pages of Florin only, starts a new session, and no page can be framed',
  control: 'identity redirects to any address',
};
