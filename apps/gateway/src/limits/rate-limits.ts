import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { AppError, networkOf, type TokenKind } from '@florin/contracts';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../tokens/session-cache.ts';
import { type Allowance, type Bucket, type Draw, draw, giveBack, shareOf } from './token-bucket.ts';

/** Requests of one token or one address, which are counted together. */
export interface RateKey {
  readonly policy: 'token' | 'address';
  /** The id of a session or API key, or a network. */
  readonly key: string;
}

export interface RateLimits {
  /**
   * Counts a request. Returns the headers `RateLimit` and `RateLimit-Policy`
   * (draft-ietf-httpapi-ratelimit-headers).
   * @throws AppError rate_limited, with these and Retry-After, beyond the limit.
   */
  count(counted: RateKey, nowMs: number): Readonly<Record<string, string>>;
  /** Gives back the count of a request. */
  giveBack(counted: RateKey): void;
  /** Number of buckets. */
  size(): number;
}

/** The limit of each token, and of each address without one (decision 9). */
export const usualAllowance: Allowance = { perSecond: 100, burst: 200 };

/**
 * The limit on routes that hash a password; two threads hash 25 a second. A team can log in at
 * once, and no single address keeps the threads busy.
 */
export const costlyAllowance: Allowance = { perSecond: 20, burst: 60 };

const BUCKETS_MAX = 50_000;
const EVICT_EVERY_MS = 100;
const KNOWN_TOKENS_MAX = 10_000;

/** For FLORIN_RATE_LIMITS=off. */
export const unlimited: RateLimits = { count: () => ({}), giveBack() {}, size: () => 0 };

/**
 * Counts in memory, with this gateway's share of the limit. Evicts full buckets, which changes
 * nothing, and the least recently used beyond `bucketsMax`.
 */
export function makeRateLimits(
  allowance: Allowance,
  gateways: () => number,
  bucketsMax = BUCKETS_MAX,
): RateLimits {
  const buckets = new LRUCache<string, Bucket>({ max: bucketsMax });
  const windowS = Math.ceil(allowance.burst / allowance.perSecond);

  let evictAtMs = 0;

  function evictFull(nowMs: number): void {
    if (nowMs < evictAtMs) return;
    evictAtMs = nowMs + EVICT_EVERY_MS;
    for (const name of buckets.rkeys()) {
      if ((buckets.peek(name)?.atMs ?? 0) > nowMs - windowS * 1_000) return;
      buckets.delete(name);
    }
  }

  return {
    count({ policy, key }, nowMs) {
      const name = toName({ policy, key });
      const drawn = draw(buckets.get(name), shareOf(allowance, gateways()), nowMs);
      buckets.set(name, drawn.bucket);
      evictFull(nowMs);
      const headers = {
        'RateLimit-Policy': `"${policy}";q=${allowance.burst};w=${windowS}`,
        RateLimit: `"${policy}";r=${Math.floor(drawn.bucket.left)};t=${inSeconds(drawn.fullInMs)}`,
      };
      if (!drawn.isAllowed) throw tooMany(policy, drawn, headers);
      return headers;
    },
    giveBack(counted) {
      const name = toName(counted);
      const bucket = buckets.peek(name);
      if (bucket) buckets.set(name, giveBack(bucket, shareOf(allowance, gateways())));
    },
    size: () => buckets.size,
  };
}

/** A request counted for its token if known, otherwise for its address. */
export interface CountedRequest {
  readonly counted: RateKey;
  /** Authenticates it, and moves its count to the token if valid. */
  identify(authenticate: () => Promise<Principal>): Promise<Principal>;
}

/**
 * Counts a request and sets the RateLimit headers.
 * @throws AppError rate_limited
 */
export type CountRequest = (
  authorization: readonly string[] | undefined,
  response: ServerResponse,
  address: string,
  token: TokenKind,
) => CountedRequest;

/**
 * Counts an unknown token for its address, and moves the count to the token if it is valid. So only
 * anonymous and failed requests count for an address, however many callers share it.
 */
export function makeCountRequest(limits: RateLimits): CountRequest {
  /**
   * Tokens that were valid last time. Decides only where to count: each request is authenticated.
   */
  const known = new LRUCache<string, RateKey>({ max: KNOWN_TOKENS_MAX });

  return (authorization, response, address, token) => {
    const ofAddress: RateKey = { policy: 'address', key: networkOf(address) };
    const isAuthenticated = token !== 'none' && token !== 'refresh';
    const name = isAuthenticated ? nameOf(authorization) : '';
    const before = isAuthenticated ? known.get(name) : undefined;
    const counted = before ?? ofAddress;
    count(counted, response);

    return {
      counted,
      async identify(authenticate) {
        try {
          const principal = await authenticate();
          if (before || principal.subjects.length === 0) return principal;
          limits.giveBack(counted);
          const ofToken = keyOf(principal);
          if (ofToken) known.set(name, ofToken);
          count(ofToken ?? ofAddress, response);
          return principal;
        } catch (error) {
          if (error instanceof AppError && error.code === 'unauthorized') known.delete(name);
          throw error;
        }
      },
    };
  };

  function count(counted: RateKey, response: ServerResponse): void {
    const headers = limits.count(counted, performance.now());
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }
}

/** The first subject is the session or key; an older identity without leases names no key. */
function keyOf({ subjects }: Principal): RateKey | undefined {
  const key = subjects.find((subject) => subject !== '');
  return key === undefined ? undefined : { policy: 'token', key };
}

/**
 * API keys are stored only as a hash, since they live for years; access tokens live for minutes.
 */
function nameOf(authorization: readonly string[] | undefined): string {
  const text = (authorization ?? []).join('\n');
  return text.includes('sk_') ? createHash('sha256').update(text).digest('base64') : text;
}

function toName({ policy, key }: RateKey): string {
  return `${policy} ${key}`;
}

function tooMany(
  policy: RateKey['policy'],
  { waitMs }: Draw,
  headers: Readonly<Record<string, string>>,
): AppError {
  const waitS = Math.max(1, inSeconds(waitMs));
  const who = policy === 'token' ? 'with this token' : 'from this address';
  return new AppError(
    'rate_limited',
    `too many requests ${who}; wait ${waitS} s, then send at a lower rate`,
    { headers: { ...headers, 'Retry-After': String(waitS) } },
  );
}

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}
