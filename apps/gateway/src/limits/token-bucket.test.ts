import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Allowance, type Bucket, draw, giveBack, shareOf } from './token-bucket.ts';

const allowance = { perSecond: 100, burst: 200 };

/** Counts the allowed requests among those at these times. */
function countAllowed(times: readonly number[], limit: Allowance = allowance): number {
  let bucket: Bucket | undefined;
  let allowed = 0;
  for (const atMs of times) {
    const drawn = draw(bucket, limit, atMs);
    bucket = drawn.bucket;
    if (drawn.isAllowed) allowed += 1;
  }
  return allowed;
}

const at = (atMs: number, count: number) => Array<number>(count).fill(atMs);

describe('a token bucket', () => {
  it('allows a whole burst at once and nothing beyond', () => {
    expect(countAllowed(at(0, 1_000))).toBe(200);
  });

  it('refills with time', () => {
    expect(countAllowed([...at(0, 1_000), ...at(250, 1_000)])).toBe(225);
  });

  it('never holds more than a burst', () => {
    expect(countAllowed([...at(0, 200), ...at(3_600_000, 1_000)])).toBe(400);
  });

  it('returns the wait, after which a request is allowed', () => {
    const empty = { left: 0, atMs: 0 };
    const refused = draw(empty, allowance, 0);
    expect(refused).toMatchObject({ isAllowed: false, waitMs: 10, fullInMs: 2_000 });
    expect(draw(refused.bucket, allowance, refused.waitMs).isAllowed).toBe(true);
  });

  it('gains nothing from a clock set back', () => {
    expect(draw({ left: 0, atMs: 1_000 }, allowance, 0).isAllowed).toBe(false);
  });

  it('takes back a request, up to a burst', () => {
    const drawn = draw({ left: 1, atMs: 0 }, allowance, 0).bucket;
    expect(giveBack(drawn, allowance).left).toBe(1);
    expect(giveBack({ left: 200, atMs: 0 }, allowance).left).toBe(200);
  });

  it('never allows more than a burst plus the refill, for any sequence of requests', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 2_000 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (waits, gateways) => {
        let now = 0;
        const times = waits.map((wait) => {
          now += wait;
          return now;
        });
        const share = shareOf(allowance, gateways);
        const most = share.burst + (now * share.perSecond) / 1_000;
        expect(countAllowed(times, share)).toBeLessThanOrEqual(most);
      }),
    );
  });
});

it('the shares of all gateways add up to the limit', () => {
  expect(shareOf(allowance, 4)).toEqual({ perSecond: 25, burst: 50 });
  expect(shareOf(allowance, 0)).toEqual(allowance);
  expect(shareOf(allowance, 1_000).burst).toBe(1);
});
