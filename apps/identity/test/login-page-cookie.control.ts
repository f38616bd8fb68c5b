import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './login-page.test.ts';

vi.mock(import('../src/credentials/browser-sessions/cookie.ts'), async (load) => ({
  ...(await load()),
  sessionCookie: (_publicUrl, { accessToken, refreshToken }) =>
    `florin=${accessToken}~${refreshToken}; Path=/`,
  endedCookie: () => 'florin=; Path=/; Max-Age=0',
}));

export const control: Control = {
  id: 'T46',
  fault: 'A script in a page of Florin, or a page of another site, takes the session of a browser',
  holds: 'No script reads the cookie, no other site sends it, and no other host sets it',
  control: 'identity sets a cookie that scripts can read',
};
