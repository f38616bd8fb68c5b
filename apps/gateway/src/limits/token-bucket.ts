/** How many requests are allowed: a burst, and so many a second after it. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

/** What was left at a time. Without a bucket a whole burst is allowed. */
export interface Bucket {
  readonly left: number;
  readonly atMs: number;
}

export interface Draw {
  readonly bucket: Bucket;
  readonly isAllowed: boolean;
  /** Until the next request is allowed; 0 for now. */
  readonly waitMs: number;
  /** Until a whole burst is allowed again. */
  readonly fullInMs: number;
}

/** Takes one request out, if there is one. A refused request costs nothing. */
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

/** Puts back what one request took. */
export function giveBack({ left, atMs }: Bucket, { burst }: Allowance): Bucket {
  return { left: Math.min(burst, left + 1), atMs };
}

/** What each of several gateways allows, so that together they allow this much. */
export function shareOf({ perSecond, burst }: Allowance, gateways: number): Allowance {
  const parts = Math.max(1, gateways);
  // A burst below one would never allow any.
  return { perSecond: perSecond / parts, burst: Math.max(1, burst / parts) };
}
