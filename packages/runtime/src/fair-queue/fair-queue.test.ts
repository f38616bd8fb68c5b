import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FairQueue, type FairQueueLimits, makeFairQueue } from './fair-queue.ts';

const limits: FairQueueLimits = {
  atOnce: 1,
  waitingMax: 10,
  withinMs: 1_000,
  turnMs: 10,
  what: 'logins',
};
const from = (name: string, hasLeft = () => false) => ({ name, hasLeft });

/** Work that the test finishes, with a flag for whether it has begun. */
function makeWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const work = () => {
    state.hasBegun = true;
    return promise;
  };
  return { work, state, end: () => resolve('done') };
}

/**
 * Queues work while another piece runs, lets everything finish, and returns the order of execution.
 */
async function order(
  takeTurns: FairQueue,
  asks: readonly { readonly name: string; readonly isRight?: boolean }[],
): Promise<readonly string[]> {
  const first = makeWork();
  const running = takeTurns(first.work, from('an earlier asker'));
  const done: string[] = [];
  const asked = asks.map(({ name, isRight = false }) =>
    takeTurns(
      async () => {
        done.push(name);
        return isRight;
      },
      from(name),
      (result) => result,
    ).catch(({ code }) => done.push(`${name} ${code}`)),
  );
  first.end();
  await Promise.all([running, ...asked]);
  return done;
}

const times = (count: number, name: string) => Array.from({ length: count }, () => ({ name }));

afterEach(() => {
  vi.useRealTimers();
});

describe('turns', () => {
  it('run up to a limit at once, and continue after failed work', async () => {
    const takeTurns = makeFairQueue({ ...limits, atOnce: 2 });
    const works = Array.from({ length: 4 }, makeWork);
    const done = works.map(({ work }) => takeTurns(work, from('ada')));
    await Promise.resolve();
    const begun = () => works.filter(({ state }) => state.hasBegun).length;
    expect(begun()).toBe(2);
    works[1]?.end();
    await expect.poll(begun).toBe(3);
    for (const { end } of works) end();
    expect(await Promise.all(done)).toEqual(Array(4).fill('done'));
    const failing = takeTurns(() => Promise.reject(new Error('broken')), from('ada'));
    await expect(failing).rejects.toThrow('broken');
    expect(await takeTurns(async () => 'done', from('ada'))).toBe('done');
  });

  it('go to a single asker in the order of its calls', async () => {
    const takeTurns = makeFairQueue(limits);
    const works = Array.from({ length: 3 }, makeWork);
    const done: number[] = [];
    const asked = works.map(async ({ work }, index) => {
      await takeTurns(work, from('ada'));
      done.push(index);
    });
    for (const { end } of works) end();
    await Promise.all(asked);
    expect(done).toEqual([0, 1, 2]);
  });

  it('go to a newcomer first, however many others wait', async () => {
    const done = await order(makeFairQueue(limits), [...times(8, 'mallory'), { name: 'ada' }]);
    expect(done.indexOf('ada')).toBe(0);
  });

  it('are shared equally among permanent askers', async () => {
    const done = await order(makeFairQueue(limits), [...times(4, 'mallory'), ...times(4, 'eve')]);
    expect(done.slice(0, 4).filter((name) => name === 'eve')).toHaveLength(2);
  });

  it('that were free do not count against their asker', async () => {
    const takeTurns = makeFairQueue({ ...limits, waitingMax: 50 });
    const right = { name: 'ada', isRight: true };
    const running = makeWork();
    const busy = takeTurns(running.work, from('an earlier asker'));
    const asked = Array.from({ length: 5 }, () =>
      takeTurns(
        async () => true,
        from('ada'),
        () => true,
      ),
    );
    running.end();
    await Promise.all([busy, ...asked]);
    const done = await order(takeTurns, [...times(5, 'mallory'), right]);
    expect(done.indexOf('ada')).toBe(0);
  });
});

describe('a line', () => {
  it('rate_limited: reports the queue length and the expected wait', async () => {
    const takeTurns = makeFairQueue({ ...limits, waitingMax: 2, turnMs: 1_500, withinMs: 60_000 });
    const works = Array.from({ length: 4 }, makeWork);
    const done = works.map(({ work }) => takeTurns(work, from('ada')).catch((error) => error));
    expect(await done[3]).toMatchObject({
      message: '3 logins wait before yours; repeat the request in 5 s',
      headers: { 'Retry-After': '5' },
    });
    for (const { end } of works) end();
    expect(await Promise.all(done.slice(0, 3))).toEqual(Array(3).fill('done'));
  });

  it('rate_limited: rejects the asker with the most work if the queue is full', async () => {
    const asks = [...times(10, 'mallory'), { name: 'ada' }, ...times(5, 'mallory')];
    const done = await order(makeFairQueue(limits), asks);
    expect(done.filter((name) => name === 'mallory rate_limited')).toHaveLength(6);
    expect(done).toContain('ada');
  });

  it('is no longer than can be served in time', async () => {
    const takeTurns = makeFairQueue({ ...limits, turnMs: 250 });
    const done = await order(takeTurns, times(10, 'mallory'));
    expect(done.filter((name) => name === 'mallory')).toHaveLength(4);
  });

  it('unavailable: skips work whose asker has left', async () => {
    const takeTurns = makeFairQueue(limits);
    const [first, gone, last] = [makeWork(), makeWork(), makeWork()];
    let hasLeft = false;
    const running = takeTurns(first.work, from('ada'));
    const dropped = takeTurns(
      gone.work,
      from('bob', () => hasLeft),
    ).catch(({ code }) => code);
    const waiting = takeTurns(last.work, from('eve'));
    hasLeft = true;
    first.end();
    last.end();
    await running;
    expect([await dropped, await waiting]).toEqual(['unavailable', 'done']);
    expect(gone.state.hasBegun).toBe(false);
  });

  it('rate_limited: rejects work that waited too long', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const takeTurns = makeFairQueue(limits);
    const [first, late, last] = [makeWork(), makeWork(), makeWork()];
    const running = takeTurns(first.work, from('ada'));
    const dropped = takeTurns(late.work, from('bob')).catch((error) => error);
    vi.advanceTimersByTime(995);
    const waiting = takeTurns(last.work, from('eve'));
    vi.advanceTimersByTime(10);
    // Rejected at the deadline rather than at the end of the previous turn.
    expect(await dropped).toMatchObject({ code: 'rate_limited', headers: { 'Retry-After': '1' } });
    first.end();
    last.end();
    await running;
    expect([late.state.hasBegun, await waiting]).toEqual([false, 'done']);
  });
});
