import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './browser-sessions.test.ts';

vi.mock(import('./browser-sessions.ts'), async (load) => ({
  ...(await load()),
  authorizationOfCookie({ headers }, { token }) {
    const [, access, refresh] = /florin=([\w.-]+)~([\w-]+)/.exec(headers.cookie ?? '') ?? [];
    if (token === 'none' || access === undefined) return undefined;
    return `Bearer ${token === 'refresh' ? refresh : access}`;
  },
}));

export const control: Control = {
  id: 'T36',
  fault:
    'Pages of other sites, and of other hosts of the same site, make a browser send its cookie or post a login',
  holds: '403, and nothing is done',
  control: 'the gateway accepts a cookie from any page',
};
