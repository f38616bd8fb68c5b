import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  type LoginFailures,
  RESET_AFTER_MS,
  retryAfterSeconds,
} from './login-failures.ts';

const at = (ms: number) => new Date(1_800_000_000_000 + ms);
const failed = (failures: number): LoginFailures => ({ failures, lastAt: at(0) });

describe('the wait before the next login attempt', () => {
  it('is none without failures', () => {
    expect(retryAfterSeconds(undefined, at(0))).toBe(0);
  });

  it.each([
    [1, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [10, 32],
    [11, 60],
    [12, 60],
    [2_000_000_000, 60],
  ])('after %i failures is %i s', (failures, seconds) => {
    expect(retryAfterSeconds(failed(failures), at(0))).toBe(seconds);
  });

  it('ends with its window, to the millisecond', () => {
    expect(retryAfterSeconds(failed(7), at(3_999))).toBe(1);
    expect(retryAfterSeconds(failed(7), at(4_000))).toBe(0);
  });

  it('never exceeds the window, even after a clock was set back', () => {
    expect(retryAfterSeconds(failed(5), at(-3_600_000))).toBe(60);
  });
});

describe('a failure', () => {
  it('counts up from one', () => {
    expect(afterFailure(undefined, at(0))).toEqual(failed(1));
    expect(afterFailure(failed(5), at(10))).toEqual({ failures: 6, lastAt: at(10) });
  });

  it('starts again from one after the reset time', () => {
    const last = RESET_AFTER_MS;
    expect(afterFailure(failed(30), at(last)).failures).toBe(31);
    expect(afterFailure(failed(30), at(last + 1)).failures).toBe(1);
  });

  it('allows fewer than a hundred attempts an hour', () => {
    let earlier: LoginFailures | undefined;
    let tries = 0;
    for (let second = 0; second < 3_600; second += 1) {
      while (retryAfterSeconds(earlier, at(second * 1_000)) === 0) {
        earlier = afterFailure(earlier, at(second * 1_000));
        tries += 1;
      }
    }
    expect(tries).toBeLessThan(100);
  });
});
