import type { Scope } from './callers.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * The Authorization header that a route requires: none; optional; a user's session; a session or an
 * API key; or a refresh token, which only the service itself can check.
 */
export type TokenKind = 'none' | 'optional' | 'session' | 'session_or_key' | 'refresh';

/** Default timeout of a route at the gateway, in milliseconds. */
export const ROUTE_TIMEOUT_MS = 2_000;

/**
 * Timeout of routes that hash a password, in ms. Logins and sign-ups can wait in the queues of the
 * gateway and of identity on a busy machine.
 */
export const HASHING_ROUTE_TIMEOUT_MS = 15_000;

/** A route as a service announces it to the gateway. */
export interface RouteDeclaration {
  readonly method: HttpMethod;
  /** Path with parameters in braces: `/v1/transactions/{transaction_id}`. */
  readonly template: string;
  readonly token: TokenKind;
  /** Scope that an API key needs; null if API keys cannot call it. */
  readonly scope: Scope | null;
  /** Timeout at the gateway; 0 for streams, which have no end. */
  readonly timeoutMs: number;
  /** Passed through while it arrives, instead of being read whole. */
  readonly stream: boolean;
  /** Hashes a password, which is CPU-intensive: limited concurrency, fair queue by address. */
  readonly costly: boolean;
}
