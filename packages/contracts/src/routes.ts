import type { Scope } from './callers.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a route asks of the Authorization header: nothing; a valid token if one is sent; a user's
 * session; a session or an API key; or a refresh token, which only the service itself can check.
 */
export type TokenKind = 'none' | 'optional' | 'session' | 'session_or_key' | 'refresh';

/** Time allowed at the edge to a route that asks for no other, in milliseconds. */
export const ROUTE_TIMEOUT_MS = 2_000;

/**
 * Time allowed to a route that hashes a password, in ms: people wait for a login or a sign-up on a
 * busy machine, in the line of the gateway and in that of identity.
 */
export const HASHING_ROUTE_TIMEOUT_MS = 15_000;

/** What a service tells the gateway about one of its routes. */
export interface RouteDeclaration {
  readonly method: HttpMethod;
  /** Path with parameters in braces: `/v1/transactions/{transaction_id}`. */
  readonly template: string;
  readonly token: TokenKind;
  /** What an API key needs to call it; null where no key may. */
  readonly scope: Scope | null;
  /** Time allowed at the edge; 0 on streams, which have no end. */
  readonly timeoutMs: number;
  /** Passed through as it comes instead of being read whole. */
  readonly stream: boolean;
  /** Hashes a password, which takes a processor long: few at a time, in turns by address. */
  readonly costly: boolean;
}
