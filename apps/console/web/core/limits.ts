/** Rate limit of a token: requests per window, and requests left. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
  readonly left: number;
}

/**
 * Parses RateLimit headers (draft-ietf-httpapi-ratelimit-headers): `"token";q=200;w=2` and
 * `"token";r=199;t=1`.
 */
export function readLimit(policy: string, now: string): Limit | null {
  const numberOf = (text: string, name: string) =>
    Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(text)?.[1] ?? Number.NaN);
  const limit = {
    requests: numberOf(policy, 'q'),
    seconds: numberOf(policy, 'w'),
    left: numberOf(now, 'r'),
  };
  return Object.values(limit).some(Number.isNaN) ? null : limit;
}
