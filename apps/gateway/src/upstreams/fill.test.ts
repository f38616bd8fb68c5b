import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countToFill, makeFilling } from './fill.ts';

describe('countToFill', () => {
  it.each([
    { of: 'one that has room', loads: [0.7], there: 3, count: 1 },
    { of: 'one that is busy', loads: [0.8], there: 3, count: 2 },
    { of: 'only one, which is busy', loads: [1], there: 1, count: 1 },
    { of: 'four that are full', loads: [1, 1, 1, 1], there: 10, count: 7 },
    { of: 'four that are full, of five', loads: [1, 1, 1, 1], there: 5, count: 5 },
    { of: 'one that is full beside one that is not', loads: [1, 0.3], there: 3, count: 2 },
    { of: 'two that one could do for', loads: [0.3, 0.3], there: 3, count: 1 },
    { of: 'two that one could hardly do for', loads: [0.4, 0.3], there: 3, count: 2 },
    { of: 'three, when there are two', loads: [0.6, 0.6, 0.6], there: 2, count: 2 },
    { of: 'none', loads: [], there: 2, count: 0 },
  ])('$of: $count', ({ loads, there, count }) => {
    expect(countToFill(loads, there)).toBe(count);
  });

  it('converges for any load and any start', () => {
    const there = 9;
    for (let load = 0; load <= there; load += 0.05)
      for (let first = 1; first <= there; first += 1) {
        let count = first;
        const shared = () => Array.from({ length: count }, () => Math.min(1, load / count));
        for (let step = 0; step < there + 3; step += 1) count = countToFill(shared(), there);
        expect(countToFill(shared(), there)).toBe(count);
        expect(count === there || load / count <= 0.75).toBe(true);
      }
  });
});

describe('makeFilling', () => {
  it('chooses the same replicas in any order, and decides once a second', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const loads = new Map([
      ['a', 0.1],
      ['b', 0.1],
      ['c', 0.1],
    ]);
    const links = new Map([...loads.keys()].map((name) => [name, { load: () => loads.get(name) }]));
    const filling = makeFilling(links);
    const asked = (passMs: number, names = ['c', 'a', 'b']) => {
      vi.advanceTimersByTime(passMs);
      return filling.choose(names);
    };
    expect(asked(0)).toEqual(['a']);
    loads.set('a', 0.9);
    expect(asked(500)).toEqual(['a']);
    expect(asked(500)).toEqual(['a', 'b']);
    expect(filling.count()).toBe(2);
    loads.set('a', 0.3);
    expect(asked(1_000)).toEqual(['a']);
    expect(asked(0, ['c', 'b'])).toEqual(['b']);
    loads.set('b', 1);
    expect(asked(1_000, ['c', 'b'])).toEqual(['b', 'c']);
    for (const gone of ['b', 'c']) links.delete(gone);
    expect(filling.count()).toBe(1);
  });

  it('treats a replica that reports no load as fully loaded', () => {
    const links = new Map(['a', 'b'].map((name) => [name, { load: () => undefined }]));
    expect(makeFilling(links).choose(['a', 'b'])).toEqual(['a', 'b']);
  });
});
