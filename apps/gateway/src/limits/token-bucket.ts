/** A rate limit: a burst, and a refill per second. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

/** Tokens left at a time. No bucket means a full burst. */
export interface Bucket {
  readonly left: number;
  readonly atMs: number;
}

export interface Draw {
  readonly bucket: Bucket;
  readonly isAllowed: boolean;
  /** Until the next request is allowed; 0 for now. */
  readonly waitMs: number;
  /** Until the bucket is full again. */
  readonly fullInMs: number;
}

/** Takes one token, if available. A refused request costs nothing. */
export function draw(before: Bucket | undefined, allowance: Allowance, nowMs: number): Draw {
  const { perSecond, burst } = allowance;
  const passedMs = before ? Math.max(0, nowMs - before.atMs) : 0;
  const available = before ? Math.min(burst, before.left + (passedMs * perSecond) / 1_000) : burst;
  const isAllowed = available >= 1;
  const left = isAllowed ? available - 1 : available;
  const msFor = (requests: number) => (Math.max(0, requests) * 1_000) / perSecond;
  return {
    bucket: { left, atMs: nowMs },
    isAllowed,
    waitMs: msFor(1 - left),
    fullInMs: msFor(burst - left),
  };
}

/** Puts one token back. */
export function giveBack({ left, atMs }: Bucket, { burst }: Allowance): Bucket {
  return { left: Math.min(burst, left + 1), atMs };
}

/** The share of a limit for each of several gateways. */
export function shareOf({ perSecond, burst }: Allowance, gateways: number): Allowance {
  const parts = Math.max(1, gateways);
  // A burst below one would never allow a request.
  return { perSecond: perSecond / parts, burst: Math.max(1, burst / parts) };
}
