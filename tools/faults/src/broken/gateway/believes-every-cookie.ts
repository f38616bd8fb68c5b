import type { authorizationOfCookie as sound } from '../../../../../apps/gateway/src/tokens/browser-sessions.ts';

/** Takes a cookie for the token of whoever sends it, wherever the page is that made them. */
export const authorizationOfCookie: typeof sound = ({ headers }, { token }) => {
  const [, access, refresh] = /florin=([\w.-]+)~([\w-]+)/.exec(headers.cookie ?? '') ?? [];
  if (token === 'none' || access === undefined) return undefined;
  return `Bearer ${token === 'refresh' ? refresh : access}`;
};
