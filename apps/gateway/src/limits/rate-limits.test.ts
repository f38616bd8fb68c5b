import { AppError } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { makeRateLimits, type RateKey } from './rate-limits.ts';

const allowance = { perSecond: 100, burst: 200 };
const ada: RateKey = { policy: 'token', key: 'ada' };

function refusalOf(count: () => unknown): AppError | undefined {
  try {
    count();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe('rate limits', () => {
  it('return the remaining requests, the limit, and the time until it is full again', () => {
    const limits = makeRateLimits(allowance, () => 1);
    expect(limits.count(ada, 0)).toEqual({
      'RateLimit-Policy': '"token";q=200;w=2',
      RateLimit: '"token";r=199;t=1',
    });
  });

  it('rate_limited: the first excess request, with the time to wait', () => {
    const limits = makeRateLimits(allowance, () => 1);
    for (let made = 0; made < 200; made += 1) limits.count(ada, 0);
    const refusal = refusalOf(() => limits.count(ada, 0));
    expect(refusal).toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': '1', RateLimit: '"token";r=0;t=2' },
    });
    expect(refusalOf(() => limits.count(ada, 1_000))).toBeUndefined();
  });

  it('count each token and each address separately', () => {
    const limits = makeRateLimits({ perSecond: 1, burst: 1 }, () => 1);
    limits.count(ada, 0);
    limits.count({ policy: 'token', key: 'bob' }, 0);
    limits.count({ policy: 'address', key: 'ada' }, 0);
    expect(refusalOf(() => limits.count(ada, 0))).toBeDefined();
  });

  it('allow a share of the limit once there are more gateways', () => {
    let gateways = 1;
    const limits = makeRateLimits(allowance, () => gateways);
    limits.count(ada, 0);
    gateways = 4;
    expect(limits.count(ada, 0).RateLimit).toBe('"token";r=49;t=1');
  });

  it('cost about the same per request for any number of addresses', () => {
    const costUs = (addresses: number) => {
      const limits = makeRateLimits({ perSecond: 1_000_000, burst: 2_000_000 }, () => 1);
      const count = (each: number) =>
        limits.count({ policy: 'address', key: `192.0.2.${each % addresses}` }, each / 100);
      for (let each = 0; each < addresses; each += 1) count(each);
      const before = process.cpuUsage();
      for (let each = 0; each < 20_000; each += 1) count(addresses + each);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 20_000;
    };
    const few = Math.min(costUs(10), costUs(10), costUs(10));
    const many = Math.min(costUs(45_000), costUs(45_000), costUs(45_000));
    expect(many / few).toBeLessThan(8);
  });

  it('evict buckets that are full again', () => {
    const limits = makeRateLimits(allowance, () => 1);
    for (let at = 0; at < 1_000; at += 1) limits.count({ policy: 'address', key: `${at}` }, at);
    limits.count(ada, 10_000);
    expect(limits.size()).toBe(1);
  });

  it('limit the number of buckets', () => {
    const limits = makeRateLimits(allowance, () => 1, 10);
    for (let each = 0; each < 100; each += 1)
      limits.count({ policy: 'address', key: `${each}` }, 0);
    expect(limits.size()).toBe(10);
  });
});
