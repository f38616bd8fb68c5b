import { AppError } from '@florin/contracts';
import { type Allowance, type Bucket, type Draw, draw, giveBack, shareOf } from './token-bucket.ts';

/** Whose requests are counted together: those with one token, or those from one address. */
export interface Counted {
  readonly policy: 'token' | 'address';
  /** The id of a session or API key, or a network. */
  readonly key: string;
}

export interface RateLimits {
  /**
   * Counts a request. Returns what to tell of it by `RateLimit` and `RateLimit-Policy`
   * (draft-ietf-httpapi-ratelimit-headers).
   * @throws AppError rate_limited, with these and Retry-After, for one too many.
   */
  count(counted: Counted, nowMs: number): Readonly<Record<string, string>>;
  /** Takes back that a request was counted. */
  giveBack(counted: Counted): void;
  /** How many are remembered. */
  size(): number;
}

/** What decision 9 allows each token, and each address without one. */
export const usualAllowance: Allowance = { perSecond: 100, burst: 200 };

/**
 * The same on routes that hash a password, which two threads do 25 times a second: who logs in with
 * all their staff at once is served, and nobody keeps the threads to themselves.
 */
export const costlyAllowance: Allowance = { perSecond: 20, burst: 60 };

const BUCKETS_MAX = 50_000;

/** Counts nothing. */
export const unlimited: RateLimits = { count: () => ({}), giveBack() {}, size: () => 0 };

/**
 * Counts in memory, and lets through this gateway's share of the limit. Whoever has not called for
 * as long as it takes to be allowed a whole burst again is forgotten: that makes no difference.
 * Beyond `bucketsMax` whoever has not called for longest is.
 */
export function makeRateLimits(
  allowance: Allowance,
  gateways: () => number,
  bucketsMax = BUCKETS_MAX,
): RateLimits {
  /** Whoever called last comes last. */
  const buckets = new Map<string, Bucket>();
  const windowS = Math.ceil(allowance.burst / allowance.perSecond);

  function forget(nowMs: number): void {
    for (const [key, { atMs }] of buckets) {
      if (buckets.size <= bucketsMax && atMs > nowMs - windowS * 1_000) return;
      buckets.delete(key);
    }
  }

  return {
    count({ policy, key }, nowMs) {
      const name = toName({ policy, key });
      const drawn = draw(buckets.get(name), shareOf(allowance, gateways()), nowMs);
      // Deleted first, so that it moves to the end.
      buckets.delete(name);
      buckets.set(name, drawn.bucket);
      forget(nowMs);
      const headers = {
        'RateLimit-Policy': `"${policy}";q=${allowance.burst};w=${windowS}`,
        RateLimit: `"${policy}";r=${Math.floor(drawn.bucket.left)};t=${inSeconds(drawn.fullInMs)}`,
      };
      if (!drawn.isAllowed) throw tooMany(policy, drawn, headers);
      return headers;
    },
    giveBack(counted) {
      const name = toName(counted);
      const bucket = buckets.get(name);
      // Keeps its place: it has not called.
      if (bucket) buckets.set(name, giveBack(bucket, shareOf(allowance, gateways())));
    },
    size: () => buckets.size,
  };
}

function toName({ policy, key }: Counted): string {
  return `${policy} ${key}`;
}

function tooMany(
  policy: Counted['policy'],
  { waitMs }: Draw,
  headers: Readonly<Record<string, string>>,
): AppError {
  const waitS = Math.max(1, inSeconds(waitMs));
  const who = policy === 'token' ? 'with this token' : 'from this address';
  return new AppError(
    'rate_limited',
    `too many requests ${who}: wait ${waitS} s, then send fewer at once`,
    { headers: { ...headers, 'Retry-After': String(waitS) } },
  );
}

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}
