import { describe, expect, it } from 'vitest';
import { makeTakeTurns } from './take-turns.ts';

const stays = () => false;

/** Work that ends when it is told to, and tells whether it has begun. */
function makeWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const work = () => {
    state.hasBegun = true;
    return promise;
  };
  return { work, state, end: () => resolve('done') };
}

describe('turns', () => {
  it('are taken in their order, so many at once', async () => {
    const takeTurns = makeTakeTurns(2, 10);
    const works = Array.from({ length: 4 }, makeWork);
    const done = works.map(({ work }) => takeTurns(work, stays));
    await Promise.resolve();
    const begun = () => works.map(({ state }) => state.hasBegun);
    expect(begun()).toEqual([true, true, false, false]);
    works[1]?.end();
    await expect.poll(begun).toEqual([true, true, true, false]);
    for (const { end } of works) end();
    expect(await Promise.all(done)).toEqual(Array(4).fill('done'));
  });

  it('go on after work that fails', async () => {
    const takeTurns = makeTakeTurns(1, 10);
    const failing = takeTurns(() => Promise.reject(new Error('broken')), stays);
    const next = takeTurns(async () => 'done', stays);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('are not given to whom nobody waits for any more', async () => {
    const takeTurns = makeTakeTurns(1, 10);
    const [first, left, last] = [makeWork(), makeWork(), makeWork()];
    let hasLeft = false;
    const running = takeTurns(first.work, stays);
    const dropped = takeTurns(left.work, () => hasLeft).catch(({ code }) => code);
    const waiting = takeTurns(last.work, stays);
    hasLeft = true;
    first.end();
    last.end();
    await running;
    expect([await dropped, await waiting]).toEqual(['unavailable', 'done']);
    expect(left.state.hasBegun).toBe(false);
  });

  it('unavailable: when the line is full of those who wait, and not of those who have left', async () => {
    const takeTurns = makeTakeTurns(1, 2);
    const [first, left, last] = [makeWork(), makeWork(), makeWork()];
    let hasLeft = false;
    const running = takeTurns(first.work, stays);
    const dropped = takeTurns(left.work, () => hasLeft).catch(({ code }) => code);
    const waiting = takeTurns(last.work, stays);
    await expect(takeTurns(makeWork().work, stays)).rejects.toMatchObject({ code: 'unavailable' });
    hasLeft = true;
    const late = makeWork();
    const taken = takeTurns(late.work, stays);
    expect(await dropped).toBe('unavailable');
    for (const { end } of [first, last, late]) end();
    expect(await Promise.all([running, waiting, taken])).toEqual(['done', 'done', 'done']);
  });
});
