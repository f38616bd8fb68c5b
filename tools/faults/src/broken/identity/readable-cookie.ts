import type { sessionCookie as sound } from '../../../../../apps/identity/src/browser-sessions/cookie.ts';

/** A cookie that any script reads, and any site has sent. */
export const sessionCookie: typeof sound = (_publicUrl, { accessToken, refreshToken }) =>
  `florin=${accessToken}~${refreshToken}; Path=/`;

export const endedCookie = (): string => 'florin=; Path=/; Max-Age=0';
