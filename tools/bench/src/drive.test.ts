import { describe, expect, it } from 'vitest';
import { drive } from './drive.ts';

const { signal } = new AbortController();

describe('a load', () => {
  it('runs the given number of callers, each with one call at a time', async () => {
    let working = 0;
    let most = 0;
    const call = async () => {
      working += 1;
      most = Math.max(most, working);
      await new Promise((resolve) => setTimeout(resolve, 1));
      working -= 1;
    };
    const { perSecond, p50, p99 } = await drive({ callers: 7, seconds: 0.1, signal, call });
    expect(most).toBe(7);
    expect(perSecond).toBeGreaterThan(0);
    expect(p99).toBeGreaterThanOrEqual(p50);
  });

  it('counts errors and continues', async () => {
    let calls = 0;
    const call = async () => {
      calls += 1;
      const name = calls % 2 ? 'odd' : 'even';
      await new Promise((resolve) => setTimeout(resolve, 1));
      throw new Error(name);
    };
    const { errors } = await drive({ callers: 2, seconds: 0.05, signal, call });
    expect(Object.keys(errors).sort()).toEqual(['even', 'odd']);
  });

  it('ends when it is stopped', async () => {
    const stopped = new AbortController();
    const call = async () => stopped.abort(new Error('stopped'));
    const load = drive({ callers: 1, seconds: 60, signal: stopped.signal, call });
    await expect(load).rejects.toThrow('stopped');
  });
});
